'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { cn } from '#components/ui/cn.ts';
import { Icon } from '#components/ui/icon.tsx';
import { incidentsOptions } from '#lib/deliveries/shell-queries.ts';
import { awaitingOptions } from '#lib/operations/shell-queries.ts';
import { CountBadge } from './count-badge.tsx';
import { NavDue } from './nav-due.tsx';
import { useCan, useSession } from './session-context.tsx';

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
