'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { useToday } from '#components/ui/clock.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Status, type StatusKind } from '#components/ui/status.tsx';
import { type DayDetail, dayOptions } from '#lib/closings/queries.ts';
import { addDays, formatInstant, type Locale, startOfDay } from '#lib/core/dates.ts';

type Line = {
  kind: StatusKind;
  label: 'open' | 'ready' | 'waiting' | 'closed' | 'changed' | 'unread' | 'reading' | 'failed' | 'unknown';
  /** What the link does. */
  action: 'explain' | 'close' | 'see' | 'readNow';
};

/** Yesterday's closing in one line: closed, with open differences, or not read. */
export function ClosingLine({ account }: { account: string }) {
  const t = useTranslations('overview.closing');
  const locale = useLocale() as Locale;
  const yesterday = addDays(useToday(), -1);
  const { data, error } = useQuery(dayOptions(account, yesterday));
  if (data === undefined && error === null) return <Skeleton width="70%" />;
  const { kind, label, action } = lineOf(data);
  const open = data?.differences?.open ?? 0;
  const amount = label === 'open' ? data?.differences?.openSum : data?.figures?.closing;
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <Status kind={kind} className="flex-1 [&>span]:whitespace-normal">
        <b>{t('yesterday', { day: formatInstant(locale, startOfDay(yesterday), 'day') })}</b>{' '}
        {t(label, { count: open, version: data?.version ?? 1 })}
      </Status>{' '}
      <span className="ml-auto flex items-baseline gap-3">
        {amount && <Money cents={amount.cents} exact={amount.exact} precise />}
        <Link href={`/${account}/closings/${yesterday}`}>{t(action)}</Link>
      </span>
    </div>
  );
}

function lineOf(day: DayDetail | undefined): Line {
  if (day === undefined) return { kind: 'unknown', label: 'unknown', action: 'see' };
  const { state, changedSince, differences, problem } = day;
  if (state === 'closed')
    return changedSince
      ? { kind: 'warn', label: 'changed', action: 'see' }
      : { kind: 'ok', label: 'closed', action: 'see' };
  if (state === 'waiting') return { kind: 'local', label: 'waiting', action: 'see' };
  if (state === 'reading') return { kind: 'flow', label: 'reading', action: 'see' };
  if (problem !== null) return { kind: 'danger', label: 'failed', action: 'see' };
  if (state === 'unread' || differences === null) return { kind: 'idle', label: 'unread', action: 'readNow' };
  return differences.open > 0
    ? { kind: 'warn', label: 'open', action: 'explain' }
    : { kind: 'local', label: 'ready', action: 'close' };
}
