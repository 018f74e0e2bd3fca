'use client';

import { useTranslations } from 'next-intl';
import { type AmountOf, Sums } from '../sums.tsx';

type Props<R> = { rows: readonly R[]; whole: boolean; amountOf: AmountOf<R> };

/** Sums of the rows that were read, and whether these are all. */
export function ReadSums<R>({ rows, whole, amountOf }: Props<R>) {
  const t = useTranslations('list.table');
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 border-t border-line px-panel py-2">
      <span className="cap">{t(whole ? 'sumOfAll' : 'sumOfRead', { count: rows.length })}</span>
      <Sums rows={rows} amountOf={amountOf} />
    </p>
  );
}
