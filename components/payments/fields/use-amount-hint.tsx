'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { formatBrl } from '#lib/core/money.ts';

/**
 * The line below an amount that leaves: more than fits (`most`, cents) is said while it is typed, not first by the
 * provider's refusal; else from which amount on another person approves.
 */
export function useAmountHint(cents: number | null, most: number | null, approval: ReactNode): ReactNode {
  const t = useTranslations('payments.fields');
  if (cents === null || most === null || cents <= most) return approval;
  return (
    <>
      <Icon name="triangle" tone="warn" />
      <span className="text-warn-ink">{t('overMost', { amount: formatBrl(most) })}</span>
    </>
  );
}
