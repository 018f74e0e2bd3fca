'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { activeFilters } from '#lib/list/list.ts';
import { periodOf } from '#lib/list/view-filters.ts';
import type { Preset } from '#lib/period.ts';
import { AddFilter, FilterChips } from './filter-chips.tsx';
import styles from './filters.module.css';
import { PeriodChip } from './period-chip.tsx';
import type { FilterState } from './use-list-filters.ts';

type Props = {
  state: FilterState;
  now: string | null;
  /** The period that holds where none was chosen. */
  usual?: Preset;
  standing?: boolean;
  /** Content before the filters: the page's own search field, which `/` leads to instead of a filter. */
  before?: ReactNode;
  /** Content behind the filters. */
  after?: ReactNode;
  /** At the right. */
  children?: ReactNode;
};

/** Shows the filters of the list that are set and offers the others. */
export function FilterBar({ state, now, usual, standing = false, before, after, children }: Props) {
  const t = useTranslations('list.filters');
  return (
    <search className={styles.filters} data-standing={standing ? '' : undefined} aria-label={t('region')}>
      {before}
      {'from' in state.filters && (
        <PeriodChip
          span={periodOf(state.filters)}
          {...(usual ? { usual } : {})}
          now={now}
          onChange={(span) => state.set(span)}
        />
      )}
      <FilterChips state={state} standing={standing} />
      <AddFilter state={state} standing={standing} searches={before === undefined} />
      {after}
      {activeFilters(state.filters).length > 1 && (
        <Button variant="quiet" onClick={state.clear}>
          {t(standing ? 'clear' : 'clearAll')}
        </Button>
      )}
      {children !== undefined && <span className="flex-1 max-wide:hidden" />}
      {children}
    </search>
  );
}
