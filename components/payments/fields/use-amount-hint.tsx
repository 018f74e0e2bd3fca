'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { formatBrl } from '#lib/core/money.ts';

/**
 * The hint below an outgoing amount: a warning while typing when it exceeds `most` (cents), so that the
 * provider need not refuse it; otherwise `approval`, the rule on the second person.
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
