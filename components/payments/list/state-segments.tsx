'use client';

import { useTranslations } from 'next-intl';
import { Segments } from '#components/ui/segments.tsx';
import type { FilterState } from './use-payment-filters.ts';

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
