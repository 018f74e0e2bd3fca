'use client';

import { useTranslations } from 'next-intl';
import { PeriodChip } from '#components/list/filters/period-chip.tsx';
import { Button } from '#components/ui/button.tsx';
import { ChipButton, ChipRemove } from '#components/ui/chip.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { isFiltered } from '#lib/payments/filters.ts';
import { type PaymentPage, STATUSES_OF } from '#lib/payments/rules.ts';
import styles from '../payments.module.css';
import { LookUp } from './look-up.tsx';
import type { FilterState } from './use-payment-filters.ts';

type Props = { page: PaymentPage; state: FilterState; now: string | null; onFound: (id: string) => void };

/** Look-up by any id, then state, period and reference; all of it stands in the address. */
export function FilterBar({ page, state, now, onFound }: Props) {
  const t = useTranslations('payments.filters');
  const { filters, set, clear } = state;
  return (
    <fieldset className={styles.filters} aria-label={t('label')}>
      <LookUp page={page} onFound={onFound} onFilter={(reference) => set({ reference })} />
      <StatusChip page={page} state={state} />
      <PeriodChip
        span={{ from: filters.from, to: filters.to }}
        now={now}
        onChange={({ from, to }) => set({ from, to })}
      />
      {filters.reference !== null && (
        <span className="chip">
          <ChipButton label={t('reference')} value={filters.reference} />
          <ChipRemove
            label={t('remove', { name: t('reference') })}
            onClick={() => set({ reference: null })}
          />
        </span>
      )}
      {isFiltered(filters) && (
        <Button variant="quiet" size="sm" onClick={clear}>
          {t('clear')}
        </Button>
      )}
    </fieldset>
  );
}

function StatusChip({ page, state }: Pick<Props, 'page' | 'state'>) {
  const t = useTranslations('payments');
  const { filters, set } = state;
  const words = (status: string) => {
    const key = `status.${page}.${status}`;
    return t.has(key) ? t(key as 'status.charges.PENDING') : status;
  };
  const value = filters.status?.join(',') ?? '';
  const shown = filters.status?.map(words).join(', ');
  return (
    <span className="chip">
      <Menu
        label={t('filters.status')}
        trigger={<ChipButton label={t('filters.status')} value={shown ?? t('filters.any')} caret />}
        items={[
          {
            kind: 'choice',
            id: 'status',
            label: t('filters.status'),
            value,
            onChange: (next) => set({ status: next === '' ? null : next.split(',') }),
            options: [
              { value: '', label: t('filters.any') },
              ...STATUSES_OF[page].map((status) => ({ value: status, label: words(status) })),
            ],
          },
        ]}
      />
      {filters.status !== null && (
        <ChipRemove
          label={t('filters.remove', { name: t('filters.status') })}
          onClick={() => set({ status: null })}
        />
      )}
    </span>
  );
}
