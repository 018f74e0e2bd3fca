import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { LeftOut, SumTotal, Total, Totals } from '#components/list/totals.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { balanceQuery } from '#lib/overview/queries.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';
import type { Span } from '#lib/statement/ledger.ts';
import { isFeeLine } from '#lib/statement/readings.ts';
import { instantOf, sumsOf } from '#lib/statement/rules.ts';
import type { Lines } from './statement-view.tsx';

type Props = { lines: Lines; span: Span };

/** Balances around the loaded lines and their sums, each counted once; while more exist, how many. */
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
  const start =
    since === null
      ? t('opening')
      : t('since', {
          day: formatInstant(locale, since, 'date'),
          time: formatInstant(locale, since, 'time-minute'),
        });
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
          className={`[&>dd]:max-w-96! [&>dd]:[font-size:inherit]! [&>dd]:whitespace-normal! ${since === null ? '' : WITHOUT_DRAWER}`}
        >
          <span className="text-ink-2">
            <ReadSoFar lines={lines} days={since === null} />
          </span>
        </Total>
      )}
      {(blocked !== null || balance.isLoading) && (
        <Total label={t('blocked')} icon="disputes" className={WITHOUT_DRAWER}>
          {balance.isLoading ? <Skeleton width="5rem" /> : <Money cents={blocked} />}
        </Total>
      )}
    </Totals>
  );
}

/** Hidden next to a drawer to keep the strip on one line; a phone wraps it. */
const WITHOUT_DRAWER = 'wide:@max-[62rem]/room:hidden';

/** How many of all lines are loaded, and their days if the opening balance does not show them. */
function ReadSoFar({ lines: { items, first }, days }: { lines: Lines; days: boolean }) {
  const t = useTranslations('statement.totals');
  const locale = useLocale() as Locale;
  const count = useLineCount()(items);
  const read = t('read', { count, total: String(first?.total ?? 'none') });
  if (!days) return read;
  const times = items.flatMap((line) => instantOf(line, { sort: 'posted' }) ?? []).sort();
  const day = (at: string | undefined) => (at === undefined ? '–' : formatInstant(locale, at, 'day'));
  const [from, to] = [day(times[0]), day(times.at(-1))];
  return `${read}, ${from === to ? from : t('from', { from, to })}`;
}

/** Counts lines: '11 lançamentos, 8 tarifas'. Fees are counted separately, wherever they are shown. */
export function useLineCount(): (lines: readonly StatementLine[]) => string {
  const t = useTranslations('statement.table');
  return (lines) => {
    const fees = lines.filter(isFeeLine).length;
    const others = lines.length - fees;
    const parts = [others > 0 && t('lines', { count: others }), fees > 0 && t('fees', { count: fees })];
    return parts.filter(Boolean).join(', ') || t('lines', { count: 0 });
  };
}
