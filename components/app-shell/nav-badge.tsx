'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { cn } from '#components/ui/cn.ts';
import { Icon, type IconName, type Tone } from '#components/ui/icon.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { useTimeLabels } from '#components/ui/use-time-labels.ts';
import { incidentsOptions } from '#lib/deliveries/shell-queries.ts';
import { type Step, stepOf } from '#lib/disputes/deadlines.ts';
import { firstDueOptions } from '#lib/disputes/shell-queries.ts';
import { awaitingOptions } from '#lib/operations/shell-queries.ts';
import { useCan, useSession } from './session.tsx';

/** A link of the side bar; in the rail a sign with its count below it, its name a tooltip. */
export const NAV_LINK =
  'group relative flex h-7.5 items-center gap-2 rounded-2 px-2 text-ink-2 no-underline hover:bg-hover hover:text-ink aria-[current]:bg-selected aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:before:absolute aria-[current]:before:top-1.5 aria-[current]:before:bottom-1.5 aria-[current]:before:-left-2 aria-[current]:before:w-0.75 aria-[current]:before:bg-accent wide:max-drawer:h-auto wide:max-drawer:min-h-9 wide:max-drawer:flex-col wide:max-drawer:justify-center wide:max-drawer:gap-px wide:max-drawer:px-0 wide:max-drawer:py-1 wide:max-drawer:text-[0px] wide:max-drawer:leading-[0] wide:max-drawer:aria-[current]:before:-left-1 forced-colors:aria-[current]:before:forced-color-adjust-none';

/** Count of open work on a page; nothing when nobody must act. */
export function NavBadge({ of }: { of: string }) {
  if (of === 'disputes') return <NavDue />;
  if (of === 'operations') return <Awaiting />;
  return of === 'deliveries' ? <Undelivered /> : null;
}

type Waiting = { count: number; words: string; href: string };

/** Operations that wait for this operator's yes or no, and the page of the one whose time ends first. */
export function useAwaiting(): Waiting | null {
  const t = useTranslations('shell.nav');
  const may = useCan('approve');
  const { slug } = useSession().account;
  const { data } = useQuery({ ...awaitingOptions(slug), enabled: may });
  const first = data?.items.at(-1);
  if (!may || first === undefined) return null;
  const count = data?.total ?? 0;
  return { count, words: t('awaiting', { count }), href: `/${slug}/operations/${first.id}` };
}

/** Leads to what it counts. */
export function AwaitingLink() {
  const waiting = useAwaiting();
  if (waiting === null) return null;
  return (
    <Link
      className={cn(
        NAV_LINK,
        'absolute inset-[0_0_0_auto] gap-1 text-[length:var(--text-2xs)] font-semibold wide:max-drawer:relative wide:max-drawer:min-h-6 wide:max-drawer:flex-row wide:max-drawer:gap-1 wide:max-drawer:text-[length:var(--text-2xs)] wide:max-drawer:tracking-[-0.02em]',
      )}
      href={waiting.href}
      title={waiting.words}
      data-badge=""
    >
      <Icon name="operator" size="s" className="text-ink-3 wide:max-drawer:size-4.5" />
      <span aria-hidden="true">{waiting.count}</span>
      <span className="sr-only">{waiting.words}</span>
    </Link>
  );
}

function Awaiting() {
  const waiting = useAwaiting();
  if (waiting === null) return null;
  return (
    <CountBadge words={waiting.words} icon="operator" className="text-ink-2">
      {waiting.count}
    </CountBadge>
  );
}

/** Open failures of the account. */
function Undelivered() {
  const t = useTranslations('shell.nav');
  const { data } = useQuery(incidentsOptions(useSession().account.slug));
  const count = data?.open ?? 0;
  if (count === 0) return null;
  const words = t('undelivered', { count });
  return (
    <CountBadge words={words} icon="octagon" tone="danger">
      {count}
    </CountBadge>
  );
}

const HOUR = 3_600_000;
const URGENCY = {
  calm: 'calm',
  under48: 'warn',
  under24: 'warn',
  under6: 'danger',
  over: 'danger',
} as const satisfies Record<Step, string>;

/** How many disputes wait for an answer, and how long the first one has. */
export function NavDue() {
  const t = useTranslations('due.badge');
  const left = useTranslations('due.left');
  const words = useTimeLabels();
  const account = useSession().account.slug;
  const { data } = useQuery(firstDueOptions(account));
  const now = useNow(30_000);
  const count = data?.sums.open.count ?? 0;
  const deadline = data?.items[0]?.deadline;
  if (count === 0 || data === undefined) return null;
  if (deadline === undefined || deadline === null)
    return <Shown words={t('open', { count })} count={count} />;
  const ms = Date.parse(deadline) - now;
  const step = stepOf(ms);
  const urgency = URGENCY[step];
  if (step === 'over') return <Shown words={t('over', { count })} count={count} urgency={urgency} />;
  const hours = Math.floor(ms / HOUR);
  const rest = hours >= 1 ? left('hours', { hours }) : left('minutes', { minutes: Math.floor(ms / 60_000) });
  const title = t('title', { count, left: words.left(ms) });
  return <Shown words={title} count={count} {...(urgency === 'calm' ? {} : { rest })} urgency={urgency} />;
}

const INK = { calm: 'text-ink-3', warn: 'text-warn-ink', danger: '' };
const SIGN = {
  calm: {},
  warn: { icon: 'triangle', tone: 'warn' },
  danger: { icon: 'octagon', tone: 'danger' },
} as const;

type ShownProps = { words: string; count: number; rest?: string; urgency?: 'calm' | 'warn' | 'danger' };

function Shown({ words, count, rest, urgency = 'calm' }: ShownProps) {
  return (
    <CountBadge words={words} className={INK[urgency]} {...SIGN[urgency]}>
      {count}
      {rest !== undefined && <span className="in-data-tabs:hidden"> · {rest}</span>}
    </CountBadge>
  );
}

type Props = {
  words: string;
  icon?: IconName | undefined;
  tone?: Tone;
  className?: string;
  children: ReactNode;
};

/** A count at the name of a page: at its end in the side bar, below it in the rail, over its sign in the tab bar. */
function CountBadge({ words, icon, tone, className, children }: Props) {
  return (
    <span
      className={cn(
        'ml-auto inline-flex items-center gap-1 text-[length:var(--text-2xs)] font-semibold text-danger-ink in-data-tabs:absolute in-data-tabs:top-1.5 in-data-tabs:left-[calc(50%+0.5rem)] in-data-tabs:m-0 wide:max-drawer:m-0 wide:max-drawer:text-center wide:max-drawer:leading-3.5 wide:max-drawer:tracking-[-0.02em]',
        className,
      )}
      title={words}
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
      <span aria-hidden="true">{children}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}
