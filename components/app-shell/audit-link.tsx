'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Day } from '#lib/dates.ts';
import type { AuditAction } from '#lib/trail/actions.ts';
import type { Thing } from '#lib/trail/things.ts';
import { useSession } from './session.tsx';

type Props = { of: Thing } & (
  | { target: string; actions?: never; account?: never }
  /** Of a page that is of several things, or of one without an id. `account`: its slug; absent: above all accounts. */
  | { target?: never; actions: readonly AuditAction[]; account?: string }
);

const useMayAudit = () => useSession().session.permissions.includes('manage');

/** Link to the actions of one person on one São Paulo day; absent for who may not read the audit log. */
export function PersonDayLink({ id, day, children }: { id: string; day: Day; children: ReactNode }) {
  const query = new URLSearchParams({ operator: id, from: day, to: day });
  return useMayAudit() && <Link href={`/settings/audit?${query}`}>{children}</Link>;
}

/** "What happened here": the audit log of this thing; absent for who may not manage all accounts. */
export function AuditLink({ target, actions, account }: Props) {
  const t = useTranslations('shell');
  if (!useMayAudit()) return null;
  const query = new URLSearchParams(target === undefined ? { action: actions.join(',') } : { target });
  if (account !== undefined) query.set('account', account);
  return (
    <p className={target === undefined ? 'text-xs' : 'mt-1 text-xs'}>
      <Link href={`/settings/audit?${query}`}>{t('whatHappened')}</Link>
    </p>
  );
}
