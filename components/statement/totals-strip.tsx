import { useQuery } from '@tanstack/react-query';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { LeftOut, SumTotal, Total, Totals } from '#components/list/totals.tsx';
import { TextButton } from '#components/ui/button.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { balanceQuery } from '#lib/overview/queries.ts';
import type { Sorting, Sums } from '#lib/statement/rules.ts';
import type { Lines } from './statement-view.tsx';
import type { Period } from './use-period-sums.ts';

type Props = { lines: Lines; period: Period; sort: Sorting['sort'] };

/** Balances around the period and its sums, each line counted once; while it is read on, how far it was. */
export function TotalsStrip({ lines, period, sort }: Props) {
  const t = useTranslations('statement.totals');
  const bases = useTranslations('statement.basis');
  const { account } = useSession();
  const locale = useLocale() as Locale;
  const balance = useQuery({
    ...balanceQuery(account.slug),
    enabled: account.capabilities.includes('balance'),
  });
  const { opening, since, closing } = period.span;
  const waiting = lines.data === undefined;
  const sums = waiting ? null : period.sums;
  const available = balance.data?.available ?? lines.first?.balance ?? null;
  const blocked = balance.data?.blocked ?? null;
  const { fees = 0, included = 0 } = sums ?? {};
  const basis = `${bases(sort)}. ${bases('why')}`;
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
      <SumTotal label={t('in')} icon="arrow-in" cents={sums?.in ?? null} direction="in" basis={basis} />
      <SumTotal label={t('out')} icon="arrow-out" cents={sums?.out ?? null} direction="out" basis={basis} />
      {(fees !== 0 || included === 0) && (
        <SumTotal
          label={t('fees')}
          cents={sums && Math.abs(fees)}
          direction={fees < 0 ? 'in' : 'out'}
          basis={basis}
        />
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
      {!waiting && <ReadSoFar period={period} total={lines.first?.total ?? null} />}
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
const PLAIN = '[&>dd]:max-w-96! [&>dd]:[font-size:inherit]! [&>dd]:whitespace-normal!';

/** How far the sums go, if not over all lines: how many are read, and their days if no balance shows them. */
function ReadSoFar({ period, total }: { period: Period; total: number | null }) {
  const t = useTranslations('statement.totals');
  const locale = useLocale() as Locale;
  const format = useFormatter();
  const { state, count, staleAsOf, oldest, newest, span, goOn } = period;
  if (state === 'whole') {
    if (staleAsOf === null) return null;
    return (
      <Total label={t('asOf')} className={WITHOUT_DRAWER}>
        {formatInstant(locale, staleAsOf, 'time')}
      </Total>
    );
  }
  const read = t(state, { count, total: total === null ? 'none' : format.number(total) });
  const day = (at: string | null) => (at === null ? '–' : formatInstant(locale, at, 'day'));
  const [from, to] = [day(oldest), day(newest)];
  const days = from === to ? from : t('from', { from, to });
  return (
    <Total label={t('of')} className={`${PLAIN} ${span.since === null ? '' : WITHOUT_DRAWER}`}>
      <span className="text-ink-2" aria-busy={state === 'reading' || undefined}>
        {span.since === null ? `${read}, ${days}` : read}
        {state === 'stopped' && (
          <>
            {' '}
            <TextButton onClick={goOn}>{t('goOn')}</TextButton>
          </>
        )}
      </span>
    </Total>
  );
}

/** Counts lines: '11 lançamentos, 8 tarifas'. Fees are counted separately, wherever they are shown. */
export function useLineCount(): (sums: Pick<Sums, 'lines' | 'feeLines'>) => string {
  const t = useTranslations('statement.table');
  return ({ lines, feeLines }) => {
    const parts = [lines > 0 && t('lines', { count: lines }), feeLines > 0 && t('fees', { count: feeLines })];
    return parts.filter(Boolean).join(', ') || t('lines', { count: 0 });
  };
}
