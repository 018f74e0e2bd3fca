'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode, RefObject } from 'react';
import { Button } from '#components/ui/button.tsx';
import { activeFilters } from '#lib/transactions/filters.ts';
import type { Reading } from '#lib/transactions/paste.ts';
import { AddFilter, FilterChips } from './filter-chips.tsx';
import { nearFilters } from './later-parts.tsx';
import { PeriodChip } from './period-chip.tsx';
import { SearchField } from './search-field.tsx';
import styles from './transactions.module.css';
import type { FilterState } from './use-filters.ts';

type Props = {
  state: FilterState;
  search: RefObject<HTMLInputElement | null>;
  now: string | null;
  onTransaction: (id: string) => void;
  /** Columns and density, at the right. */
  children: ReactNode;
};

export function FilterBar({ state, search, now, onTransaction, children }: Props) {
  const t = useTranslations('transactions.filters');
  // A refusal is told by the view (`storeError`).
  const store = (change: Parameters<FilterState['store']>[0]) => void state.store(change).catch(() => {});
  const choose = (reading: Reading) => {
    switch (reading.kind) {
      case 'transaction':
        return onTransaction(reading.value);
      case 'document':
        return store({ document: reading.value });
      case 'name':
        return store({ name: reading.value });
      default:
        return state.set({ [reading.kind]: reading.value });
    }
  };
  return (
    <search
      className={styles.filters}
      aria-label={t('region')}
      onPointerEnter={nearFilters}
      onFocus={nearFilters}
    >
      <SearchField field={search} onChoose={choose} />
      <PeriodChip span={state.filters} now={now} onChange={(span) => state.set(span)} />
      <FilterChips state={state} />
      <AddFilter state={state} />
      {activeFilters(state.filters).length > 1 && (
        <Button variant="quiet" onClick={state.clear}>
          {t('clearAll')}
        </Button>
      )}
      <span className="flex-1 max-wide:hidden" />
      {children}
    </search>
  );
}
