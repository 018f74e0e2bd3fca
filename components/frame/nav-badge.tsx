'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { NavDue } from '#components/disputes/nav-due.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { incidentsOptions } from '#lib/deliveries/shell-queries.ts';
import { awaitingOptions } from '#lib/operations/shell-queries.ts';
import { useCan, useSession } from '../shell/session-context.tsx';

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
    <Link className="nav-badge text-ink-2" href={waiting.href} title={waiting.words}>
      <Count {...waiting} />
    </Link>
  );
}

function Awaiting() {
  const waiting = useAwaiting();
  if (waiting === null) return null;
  return (
    <span className="nav-badge text-ink-2" title={waiting.words}>
      <Count {...waiting} />
    </span>
  );
}

function Count({ count, words }: Waiting) {
  return (
    <>
      <Icon name="operator" size="s" />
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{words}</span>
    </>
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
    <span className="nav-badge" title={words}>
      <Icon name="octagon" size="s" tone="danger" />
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}
