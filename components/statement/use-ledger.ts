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
  /** True when fees have a column; otherwise they are rows. */
  folds: boolean;
};

const NO_PERIOD = { from: null, to: null };

/** Builds the ledger of the loaded lines. */
export function useLedger({ lines: { items, first, hasNextPage: more }, filters, folds }: Options): Ledger {
  const { sort, order } = filters;
  const filtered = activeFilters(filters).length > 0;
  return useMemo(() => {
    const sorting = { sort: sort ?? 'posted', order: order ?? 'desc' };
    const { period = NO_PERIOD, asOf = '' } = first ?? {};
    return ledgerOf(items, { sorting, more, filtered, period, asOf }, folds);
  }, [items, first, more, sort, order, filtered, folds]);
}

/** Counts lines: '11 lançamentos, 8 tarifas'. Fees are counted separately, wherever they are shown. */
export function useLineCount(): (lines: readonly StatementLine[]) => string {
  const t = useTranslations('statement.table');
  return (lines) => {
    const fees = lines.filter(isFeeLine).length;
    const others = lines.length - fees;
    const parts = [others > 0 && t('lines', { count: others }), fees > 0 && t('fees', { count: fees })];
    return parts.filter((word) => word !== false).join(', ') || t('lines', { count: 0 });
  };
}
