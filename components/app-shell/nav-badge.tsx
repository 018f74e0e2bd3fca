'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useIsHydrated, useNow } from '#components/ui/clock.tsx';
import { cn } from '#components/ui/cn.ts';
import { Icon, type IconName, type Tone } from '#components/ui/icon.tsx';
import { useTimeLabels } from '#components/ui/instant.tsx';
import { incidentsOptions } from '#lib/deliveries/queries.ts';
import { firstDueOptions } from '#lib/disputes/queries.ts';
import { type Step, stepOf } from '#lib/disputes/rules.ts';
import { awaitingOptions } from '#lib/operations/queries.ts';
import { useCan, useSession } from './session.tsx';

/** Classes of a side bar link; in the rail it is an icon with its count below, and its name as a tooltip. */
export const NAV_LINK =
  'group relative flex h-7.5 items-center gap-2 rounded-2 px-2 text-ink-2 no-underline hover:bg-hover hover:text-ink aria-[current]:bg-selected aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:before:absolute aria-[current]:before:top-1.5 aria-[current]:before:bottom-1.5 aria-[current]:before:-left-2 aria-[current]:before:w-0.75 aria-[current]:before:bg-accent wide:max-drawer:h-auto wide:max-drawer:min-h-9 wide:max-drawer:flex-col wide:max-drawer:justify-center wide:max-drawer:gap-px wide:max-drawer:px-0 wide:max-drawer:py-1 wide:max-drawer:text-[0px] wide:max-drawer:leading-[0] wide:max-drawer:aria-[current]:before:-left-1 forced-colors:aria-[current]:before:forced-color-adjust-none';

/** The count of open work on a menu entry; nothing where nobody must act. */
export const NavBadge = ({ of }: { of: string }) => (of === 'disputes' ? <NavDue /> : <WorkCount of={of} />);

function WorkCount({ of }: { of: string }) {
  const open = useOpenWork(of);
  return open && <CountBadge {...open} className={INK_OF[open.tone]} />;
}

/** A link to the counted work: the first waiting operation, or the open failures. */
export function BadgeLink({ of }: { of: string }) {
  const open = useOpenWork(of);
  if (open === null) return null;
  return (
    <Link
      className={cn(
        NAV_LINK,
        'absolute inset-[0_0_0_auto] gap-1 text-[length:var(--text-2xs)] font-semibold wide:max-drawer:relative wide:max-drawer:min-h-6 wide:max-drawer:flex-row wide:max-drawer:gap-1 wide:max-drawer:text-[length:var(--text-2xs)] wide:max-drawer:tracking-[-0.02em]',
        open.tone === 'danger' && 'text-danger-ink hover:text-danger-ink',
      )}
      href={open.href}
      title={open.label}
      data-badge=""
    >
      <Icon name={open.icon} size="s" tone={open.tone} className="wide:max-drawer:size-4.5" />
      <span aria-hidden="true">{open.count}</span>
      <span className="sr-only">{open.label}</span>
    </Link>
  );
}

/** The same count on one of the entry's tabs. */
export function TabBadge({ of }: { of: string }) {
  const open = useOpenWork(of);
  // The header hydrates after the menu, and the count may have changed by then.
  const hydrated = useIsHydrated();
  if (open === null || !hydrated) return null;
  return (
    <span className={`text-2xs font-semibold ${INK_OF[open.tone]}`} title={open.label} data-badge="">
      {open.count}
    </span>
  );
}

type Waiting = { count: number; label: string; href: string };
type OpenWork = Waiting & { icon: IconName; tone: 'idle' | 'danger' };
const INK_OF = { idle: 'text-ink-2', danger: 'text-danger-ink' };

/** Entries and tabs with operations that await a decision, and those with undelivered notifications. */
const AWAITS: readonly string[] = ['pay', 'card', 'open', 'open-card'];
const UNDELIVERED: readonly string[] = ['webhooks', 'deliveries'];

function useOpenWork(of: string): OpenWork | null {
  const waiting = useAwaiting(AWAITS.includes(of));
  const undelivered = useUndelivered(UNDELIVERED.includes(of));
  if (waiting !== null) return { ...waiting, icon: 'operator', tone: 'idle' };
  return undelivered && { ...undelivered, icon: 'octagon', tone: 'danger' };
}

/** The operations that this operator may approve, with a link to the first to expire. */
export function useAwaiting(enabled = true): Waiting | null {
  const t = useTranslations('shell.nav');
  const may = useCan('approve') && enabled;
  const { slug } = useSession().account;
  const { data } = useQuery({ ...awaitingOptions(slug), enabled: may });
  const first = data?.items.at(-1);
  if (!may || first === undefined) return null;
  const count = data?.total ?? 0;
  return { count, label: t('awaiting', { count }), href: `/${slug}/operations/${first.id}` };
}

/** Open delivery failures of the account, and the list of exactly these. */
function useUndelivered(enabled: boolean): Waiting | null {
  const t = useTranslations('shell.nav');
  const { slug, capabilities } = useSession().account;
  const reads = enabled && capabilities.includes('deliveries');
  const { data } = useQuery({ ...incidentsOptions(slug), enabled: reads });
  const count = data?.open ?? 0;
  if (!enabled || count === 0) return null;
  return { count, label: t('undelivered', { count }), href: `/${slug}/deliveries?outcome=failed` };
}

const HOUR = 3_600_000;
type Sign = { icon?: IconName; tone?: Tone; className: string };
const CALM: Sign = { className: 'text-ink-3' };
const WARN: Sign = { icon: 'triangle', tone: 'warn', className: 'text-warn-ink' };
const DANGER: Sign = { icon: 'octagon', tone: 'danger', className: '' };
const SIGN: Record<Step, Sign> = { calm: CALM, under48: WARN, under24: WARN, under6: DANGER, over: DANGER };

/** The number of disputes that await an answer, and the remaining time of the first. */
export function NavDue() {
  const t = useTranslations('due.badge');
  const remaining = useTranslations('due.left');
  const timeLabels = useTimeLabels();
  const account = useSession().account.slug;
  const { data } = useQuery(firstDueOptions(account));
  const now = useNow(30_000);
  const count = data?.sums.open.count ?? 0;
  const deadline = data?.items[0]?.deadline;
  if (count === 0) return null;
  if (!deadline) return <CountBadge {...CALM} label={t('open', { count })} count={count} />;
  const ms = Date.parse(deadline) - now;
  const step = stepOf(ms);
  const over = step === 'over';
  const hours = Math.floor(ms / HOUR);
  const rest =
    hours >= 1 ? remaining('hours', { hours }) : remaining('minutes', { minutes: Math.floor(ms / 60_000) });
  return (
    <CountBadge
      {...SIGN[step]}
      label={over ? t('over', { count }) : t('title', { count, left: timeLabels.left(ms) })}
      count={count}
    >
      {!over && step !== 'calm' && <span className="in-data-tabs:hidden"> · {rest}</span>}
    </CountBadge>
  );
}

type Props = Sign & { label: string; count: number; children?: ReactNode };

/** A count at a page's name: after it in the side bar, below it in the rail, over the icon in the tab bar. */
function CountBadge({ label, count, icon, tone, className, children }: Props) {
  return (
    <span
      className={cn(
        'ml-auto inline-flex items-center gap-1 text-[length:var(--text-2xs)] font-semibold text-danger-ink in-data-tabs:absolute in-data-tabs:top-1.5 in-data-tabs:left-[calc(50%+0.5rem)] in-data-tabs:m-0 wide:max-drawer:m-0 wide:max-drawer:text-center wide:max-drawer:leading-3.5 wide:max-drawer:tracking-[-0.02em]',
        className,
      )}
      title={label}
      data-badge=""
    >
      {icon && (
        <Icon
          name={icon}
          size="s"
          tone={tone}
          className="in-data-tabs:hidden wide:max-drawer:absolute wide:max-drawer:top-0.5 wide:max-drawer:right-2"
        />
      )}
      <span aria-hidden="true">
        {count}
        {children}
      </span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
