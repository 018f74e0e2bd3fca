'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { LeftOut, SumTotal, Total, Totals } from '#components/list/totals.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatInstant, type InstantStyle, type Locale } from '#lib/core/dates.ts';
import { balanceQuery } from '#lib/overview/queries.ts';
import type { Span } from '#lib/statement/ledger.ts';
import { instantOf, sumsOf } from '#lib/statement/rules.ts';
import type { Lines } from './lines-view.tsx';
import { useLineCount } from './use-ledger.ts';

type Props = { lines: Lines; span: Span };

/**
 * Balances before and after the loaded lines, and their sums in, out and in fees, each line counted once.
 * While more lines exist, it shows how many are loaded.
 */
export function TotalsStrip({ lines, span: { opening, since, closing } }: Props) {
  const t = useTranslations('statement.totals');
  const { account } = useSession();
  const locale = useLocale() as Locale;
  const balance = useQuery({
    ...balanceQuery(account.slug),
    enabled: account.capabilities.includes('balance'),
  });
  const { items, data, hasNextPage } = lines;
  const waiting = data === undefined;
  const sums = waiting ? null : sumsOf(items);
  const available = balance.data?.available ?? lines.first?.balance ?? null;
  const blocked = balance.data?.blocked ?? null;
  const { fees = 0, included = 0 } = sums ?? {};
  const at = (style: InstantStyle) => (since === null ? '' : formatInstant(locale, since, style));
  const start = since === null ? t('opening') : t('since', { day: at('date'), time: at('time-minute') });
  return (
    <Totals label={t('label')}>
      {(waiting || opening !== null) && (
        <Total label={start}>{waiting ? <Skeleton width="5rem" /> : <Money cents={opening} />}</Total>
      )}
      <SumTotal label={t('in')} icon="arrow-in" cents={sums?.in ?? null} direction="in" />
      <SumTotal label={t('out')} icon="arrow-out" cents={sums?.out ?? null} direction="out" />
      {(fees !== 0 || included === 0) && (
        <SumTotal label={t('fees')} cents={sums && Math.abs(fees)} direction={fees < 0 ? 'in' : 'out'} />
      )}
      {included !== 0 && (
        <Total label={t('included')}>
          <span title={t('includedWhy')}>
            <Money cents={included} direction="still" />
          </span>
        </Total>
      )}
      <LeftOut count={sums?.unjudged ?? 0} />
      <Total label={t(closing === null ? 'balance' : 'closing')}>
        {closing === null && available === null && (waiting || balance.isLoading) ? (
          <Skeleton width="5rem" />
        ) : (
          <Money cents={closing ?? available} />
        )}
      </Total>
      {hasNextPage && (
        <Total
          label={t('of')}
          className={`[&>dd]:max-w-96! [&>dd]:[font-size:inherit]! [&>dd]:whitespace-normal! ${since === null ? '' : IN_WIDE_ROOM}`}
        >
          <span className="text-ink-2">
            <ReadSoFar lines={lines} days={since === null} />
          </span>
        </Total>
      )}
      {(blocked !== null || balance.isLoading) && (
        <Total label={t('blocked')} icon="disputes" className={IN_WIDE_ROOM}>
          {balance.isLoading ? <Skeleton width="5rem" /> : <Money cents={blocked} />}
        </Total>
      )}
    </Totals>
  );
}

/** Hidden next to a drawer to keep the strip on one line; a phone wraps it. */
const IN_WIDE_ROOM = 'wide:@max-[62rem]/room:hidden';

/** How many of all lines are loaded, and their days if the opening balance does not show them. */
function ReadSoFar({ lines: { items, first }, days }: { lines: Lines; days: boolean }) {
  const t = useTranslations('statement.totals');
  const count = useLineCount()(items);
  const span = useSpan(items);
  const total = first?.total ?? null;
  const read = t('read', { count, total: total === null ? 'none' : String(total) });
  return days ? `${read}, ${span}` : read;
}

/** The days that the loaded lines cover. */
function useSpan(items: Lines['items']): string {
  const t = useTranslations('statement.totals');
  const locale = useLocale() as Locale;
  const times = items.flatMap((line) => instantOf(line, { sort: 'posted' }) ?? []).sort();
  const day = (at: string | undefined) => (at === undefined ? '–' : formatInstant(locale, at, 'day'));
  const [from, to] = [day(times[0]), day(times.at(-1))];
  return from === to ? from : t('from', { from, to });
}
