'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { activeFilters } from '#lib/list/list.ts';
import { type Ledger, ledgerOf } from '#lib/statement/ledger.ts';
import type { StatementLine } from '#lib/statement/queries.ts';
import { isFeeLine } from '#lib/statement/readings.ts';
import type { StatementFilters } from '#lib/statement/statement.list.ts';
import type { Lines } from './lines-view.tsx';

type Options = {
  lines: Pick<Lines, 'items' | 'first' | 'hasNextPage'>;
  filters: StatementFilters;
  /** True where the column of fees stands: else they are rows. */
  folds: boolean;
};

const NO_PERIOD = { from: null, to: null };

/** The lines read so far as a ledger. */
export function useLedger({ lines: { items, first, hasNextPage: more }, filters, folds }: Options): Ledger {
  const { sort, order } = filters;
  const filtered = activeFilters(filters).length > 0;
  return useMemo(() => {
    const sorting = { sort: sort ?? 'posted', order: order ?? 'desc' };
    const { period = NO_PERIOD, asOf = '' } = first ?? {};
    return ledgerOf(items, { sorting, more, filtered, period, asOf }, folds);
  }, [items, first, more, sort, order, filtered, folds]);
}

/** '11 lançamentos, 8 tarifas': fees are counted apart, wherever they stand. */
export function useLineCount(): (lines: readonly StatementLine[]) => string {
  const t = useTranslations('statement.table');
  return (lines) => {
    const fees = lines.filter(isFeeLine).length;
    const others = lines.length - fees;
    const words = [others > 0 && t('lines', { count: others }), fees > 0 && t('fees', { count: fees })];
    return words.filter((word) => word !== false).join(', ') || t('lines', { count: 0 });
  };
}
