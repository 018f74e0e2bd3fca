'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { LeftOut, SumTotal, Total, Totals } from '#components/list/totals.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatInstant, type Locale } from '#lib/dates.ts';
import { balanceQuery } from '#lib/overview/account-queries.ts';
import { instantOf, sumsOf } from '#lib/statement/rules.ts';
import type { Lines } from './lines-view.tsx';

/** The balance now, and what the lines read so far come to: it says of how many, while there are more. */
export function TotalsStrip({ lines }: { lines: Lines }) {
  const t = useTranslations('statement.totals');
  const { account } = useSession();
  const balance = useQuery({
    ...balanceQuery(account.slug),
    enabled: account.capabilities.includes('balance'),
  });
  const { items, data, hasNextPage } = lines;
  const waiting = data === undefined;
  const sums = waiting ? null : sumsOf(items);
  const available = balance.data?.available ?? lines.first?.balance ?? null;
  const blocked = balance.data?.blocked ?? null;
  const span = useSpan(items);
  const total = lines.first?.total ?? null;
  const of = hasNextPage
    ? t('read', { count: items.length, total: total === null ? 'none' : String(total), span })
    : t('all', { count: items.length });
  return (
    <Totals label={t('label')}>
      <Total label={t('balance')}>
        {available === null && (waiting || balance.isLoading) ? (
          <Skeleton width="5rem" />
        ) : (
          <Money cents={available} />
        )}
      </Total>
      <SumTotal label={t('in')} icon="arrow-in" cents={sums?.in ?? null} direction="in" />
      <SumTotal label={t('out')} icon="arrow-out" cents={sums?.out ?? null} direction="out" />
      <LeftOut count={sums?.unjudged ?? 0} />
      <Total
        label={t('of')}
        className="[&>dd]:max-w-96! [&>dd]:[font-size:inherit]! [&>dd]:whitespace-normal!"
      >
        {!waiting && <span className="text-ink-2">{of}</span>}
      </Total>
      {(blocked !== null || balance.isLoading) && (
        <Total label={t('blocked')} icon="disputes">
          {balance.isLoading ? <Skeleton width="5rem" /> : <Money cents={blocked} />}
        </Total>
      )}
    </Totals>
  );
}

/** The days that the lines read so far lie on. */
function useSpan(items: Lines['items']): string {
  const t = useTranslations('statement.totals');
  const locale = useLocale() as Locale;
  const times = items.flatMap((line) => instantOf(line, { sort: 'posted' }) ?? []).sort();
  const day = (at: string | undefined) => (at === undefined ? '–' : formatInstant(locale, at, 'day'));
  const [from, to] = [day(times[0]), day(times.at(-1))];
  return from === to ? from : t('from', { from, to });
}
