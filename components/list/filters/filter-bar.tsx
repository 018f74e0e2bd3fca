'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { activeFilters } from '#lib/list/list.ts';
import { periodOf } from '#lib/list/view-filters.ts';
import type { Preset } from '#lib/period.ts';
import { AddFilter, FilterChips } from './filter-chips.tsx';
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

/** Filters of a list, above it; in a panel they are the rows' own head. A field to write in has a line of its own on a phone. */
export const filterRowClasses =
  'flex max-w-full flex-none flex-wrap items-center gap-1.5 [border-bottom:var(--filters-line,0)] px-(--filters-x,var(--gutter)) pt-(--filters-top,0) pb-2 data-standing:pt-2 [&>.btn-join]:ml-auto max-wide:flex-nowrap max-wide:overflow-x-auto max-wide:[scrollbar-width:none] max-wide:has-[>form]:flex-wrap max-wide:[&>form]:flex-[1_1_100%] print:hidden';

/** Shows the filters of the list that are set and offers the others. */
export function FilterBar({ state, now, usual, standing = false, before, after, children }: Props) {
  const t = useTranslations('list.filters');
  return (
    <search className={filterRowClasses} data-standing={standing ? '' : undefined} aria-label={t('region')}>
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
