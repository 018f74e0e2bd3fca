'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { type Filters, NO_FILTERS } from '#lib/transactions/filters.ts';
import { totalOptions } from '#lib/transactions/queries.ts';
import { type FilterName, isSet } from './filter-kinds.ts';
import type { FilterState } from './use-filters.ts';

/** The likeliest to be too narrow first. */
const SUSPECTS: readonly (keyof Filters)[] = [
  'f',
  'endToEndId',
  'clientReference',
  'amount',
  'virtualAccount',
  'status',
  'type',
  'method',
];

/** Why nothing is here, and the next step. */
export function EmptyResult({ state }: { state: FilterState }) {
  const t = useTranslations('transactions.empty');
  const { filters, clear } = state;
  const suspect = SUSPECTS.find((name) => filters[name] !== null);
  if (suspect !== undefined) return <TooNarrow state={state} suspect={suspect} />;
  if (filters.from === null && filters.to === null)
    return <EmptyState title={t('none')}>{t('noneTodo')}</EmptyState>;
  return (
    <EmptyState title={t('filter')} action={<Button onClick={clear}>{t('allTime')}</Button>}>
      {t('period')}
    </EmptyState>
  );
}

/** Says how many there are without the filter that is likeliest to hide them. */
function TooNarrow({ state, suspect }: { state: FilterState; suspect: keyof Filters }) {
  const t = useTranslations('transactions');
  const account = useSession().account.slug;
  const name = useSuspectName(suspect, state);
  const { data } = useQuery(totalOptions(account, { ...NO_FILTERS, ...state.filters, [suspect]: null }));
  return (
    <EmptyState
      title={t('empty.filter')}
      action={
        <>
          <Button onClick={() => state.set({ [suspect]: null })}>{t('empty.remove', { name })}</Button>
          <Button variant="quiet" onClick={state.clear}>
            {t('filters.clearAll')}
          </Button>
        </>
      }
    >
      {typeof data === 'number' && data > 0 && t('empty.without', { count: data, name: inSentence(name) })}
      {data === 0 && t('empty.withoutNone', { name: inSentence(name) })}
      {(data === null || data === undefined) && t('empty.todo')}
    </EmptyState>
  );
}

/** 'Documento' → 'documento'; an abbreviation such as E2E stays. */
function inSentence(name: string): string {
  return name === name.toUpperCase() ? name : name.toLowerCase();
}

function useSuspectName(suspect: keyof Filters, { filters, stored }: FilterState): string {
  const t = useTranslations('transactions');
  if (suspect !== 'f') return t(`filters.name.${suspect as 'status'}`);
  const parts = (['document', 'person'] satisfies FilterName[]).filter((part) =>
    isSet(part, filters, stored),
  );
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? t(`filters.name.${only}`) : t('empty.stored');
}
