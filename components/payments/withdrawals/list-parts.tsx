'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { Money } from '#components/ui/money.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { withdrawnTodayOptions } from '#lib/payments/queries.ts';
import type { FilterState } from '../list/use-payment-filters.ts';

/** Sum that left today and arrived; absent when it cannot be summed whole. */
export function WithdrawnToday() {
  const t = useTranslations('payments.list');
  const { data } = useQuery(withdrawnTodayOptions(useSession().account.slug));
  if (data === undefined || data.sum === null || data.count === null) return null;
  return (
    <p className="flex justify-between gap-2 border-t border-line-strong px-panel py-1.5">
      <b>{t('leftToday', { count: data.count })}</b>
      <Money cents={data.sum} direction={data.sum > 0 ? 'out' : 'still'} />
    </p>
  );
}

/** The ends that one looks for among withdrawals; every other choice of states is the chip's. */
const STATES = {
  all: null,
  moving: ['PENDING'],
  done: ['COMPLETED'],
  back: ['CANCELED', 'REFUNDED', 'ERROR'],
} as const;
type Named = keyof typeof STATES;
const NAMES = Object.keys(STATES) as Named[];
const joined = (states: readonly string[] | null) => states?.join(',') ?? '';

export function StateSegments({ state: { filters, set } }: { state: FilterState }) {
  const t = useTranslations('payments.list.segments');
  const chosen = NAMES.find((name) => joined(STATES[name]) === joined(filters.status));
  return (
    <Segments<Named | 'other'>
      label={t('label')}
      value={chosen ?? 'other'}
      onChange={(name) => {
        if (name !== 'other') set({ status: STATES[name] === null ? null : [...STATES[name]] });
      }}
      options={NAMES.map((value) => ({ value, label: t(value) }))}
    />
  );
}
