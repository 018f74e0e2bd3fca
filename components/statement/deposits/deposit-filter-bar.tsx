'use client';

import { useTranslations } from 'next-intl';
import { PeriodChip } from '#components/transactions/period-chip.tsx';
import { Button } from '#components/ui/button.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { formatDocument } from '#lib/documents.ts';
import { narrowing } from '#lib/statement/filters.ts';
import { DEPOSIT_STATUSES } from '#lib/statement/rules.ts';
import { AmountChip, TextChips, type TextFilter, WordsChip } from '../chips.tsx';
import styles from '../statement.module.css';
import type { DepositFilterState } from '../use-statement.ts';
import { useDepositWords } from './deposit-words.tsx';

type Props = { state: DepositFilterState; now: string | null };

export function DepositFilterBar({ state, now }: Props) {
  const t = useTranslations('statement.filters');
  const words = useDepositWords();
  const { filters, set, clear } = state;
  return (
    <fieldset className={styles.filters} aria-label={t('label')}>
      <WordsChip
        label={t('name.status')}
        words={DEPOSIT_STATUSES}
        chosen={filters.status}
        say={words}
        onChange={(status) => set({ status })}
      />
      <PeriodChip
        span={{ from: filters.from, to: filters.to }}
        now={now}
        onChange={({ from, to }) => set({ from, to })}
      />
      <AmountChip
        exact={false}
        from={filters.amountFrom}
        to={filters.amountTo}
        onChange={(amountFrom, amountTo) => set({ amountFrom, amountTo })}
      />
      <TextChips filters={useTextFilters(state)} />
      {narrowing(filters).length > 1 && (
        <Button variant="quiet" onClick={clear}>
          {t('clear')}
        </Button>
      )}
    </fieldset>
  );
}

function useTextFilters({ filters, set, words }: DepositFilterState): TextFilter[] {
  const t = useTranslations('statement.filters');
  const { document, name } = words.stored;
  const base = { least: 1, personal: true };
  return [
    {
      ...base,
      name: 'document',
      label: t('name.document'),
      rule: t('rule.payerDocument'),
      value: document ?? null,
      shown: formatDocument(document ?? ''),
      most: 24,
      onChange: (next) => words.keep('document', next),
    },
    {
      ...base,
      name: 'name',
      label: t('name.name'),
      rule: t('rule.name'),
      value: name ?? null,
      shown: name ?? '',
      most: 120,
      onChange: (next) => words.keep('name', next),
    },
    {
      ...base,
      name: 'endToEndId',
      label: t('name.endToEndId'),
      rule: t('rule.endToEndId'),
      value: filters.endToEndId,
      shown: shortId(filters.endToEndId ?? ''),
      most: 64,
      personal: false,
      onChange: (next) => set({ endToEndId: next }),
    },
  ];
}
