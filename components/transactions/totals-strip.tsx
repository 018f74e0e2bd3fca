'use client';

import { useTranslations } from 'next-intl';
import { CountTotal, LeftOut, SumTotal, Totals } from '#components/list/totals.tsx';
import { sumCents } from '#lib/transactions/rows.ts';
import type { TransactionRows } from './use-transactions.ts';

/** How many the whole filter has, and the sums of those that were read: it says of how many. */
export function TotalsStrip({ rows }: { rows: TransactionRows }) {
  const t = useTranslations('transactions.totals');
  const words = useTranslations('list.totals');
  const { sums, total, loading, book, ended } = rows;
  return (
    <Totals label={words('label')}>
      <CountTotal total={total} read={book.size} loading={loading} ended={ended} />
      {sums !== null && (
        <>
          <SumTotal
            label={t('in', { count: sums.inCount })}
            icon="arrow-in"
            cents={sumCents(sums.in)}
            direction="in"
          />
          <SumTotal
            label={t('out', { count: sums.outCount })}
            icon="arrow-out"
            cents={sumCents(sums.out)}
            direction="out"
          />
          <SumTotal
            label={t('refunded', { count: sums.refundedCount })}
            icon="return"
            cents={sumCents(sums.refunded)}
            direction="out"
          />
          <SumTotal label={t('fees')} cents={sumCents(sums.fees)} direction="out" />
          <LeftOut count={sums.unjudged} />
        </>
      )}
    </Totals>
  );
}
