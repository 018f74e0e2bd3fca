'use client';

import { useTranslations } from 'next-intl';
import { textOf } from '../filter-chips.tsx';
import { FILTER_NAMES, type FilterName, isSet, TEXT_FILTERS, type WordFilter } from '../filter-kinds.ts';
import { useSpanWords } from '../period-chip.tsx';
import type { FilterState } from '../use-filters.ts';
import { useWordLabel } from '../use-word-label.ts';
import type { Views } from './use-views.ts';

type Props = {
  state: FilterState;
  present: Views['present'];
  /** False where the period stands above, to be chosen. */
  period: boolean;
};

/** What a view of the present screen would hold: every filter with its value, the columns. */
export function ViewKeeps({ state, present, period }: Props) {
  const t = useTranslations('views.keeps');
  const words = useTranslations('transactions');
  const valueIn = useValues(state);
  const spanWords = useSpanWords();
  const { filters, stored } = state;
  const rows = FILTER_NAMES.filter((name) => isSet(name, filters, stored)).map((name) => ({
    name: words(`filters.name.${name}`),
    value: valueIn(name),
  }));
  const whole = filters.from === null && filters.to === null;
  if (period && !whole)
    rows.unshift({ name: words('filters.name.period'), value: spanWords(filters, present.today) });
  return (
    <section aria-label={t('label')}>
      <dl className="facts">
        {rows.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
        {rows.length === 0 && whole && (
          <div className="contents">
            <dt>{t('filters')}</dt>
            <dd>{t('noFilters')}</dd>
          </div>
        )}
        <dt>{t('columns')}</dt>
        <dd>{present.columns.map((column) => words(`column.${column}`)).join(', ')}</dd>
      </dl>
      {filters.f !== null && <p className="mt-2 text-xs text-ink-3">{t('private')}</p>}
    </section>
  );
}

function useValues(state: FilterState): (name: FilterName) => string {
  const label = useWordLabel();
  return (name) => {
    const text = TEXT_FILTERS.find((one) => one === name);
    if (text !== undefined) return textOf(text, state);
    const words = name as WordFilter;
    return (state.filters[words] ?? []).map((word) => label(words, word)).join(', ');
  };
}
