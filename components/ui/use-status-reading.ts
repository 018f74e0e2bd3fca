'use client';

import { useTranslations } from 'next-intl';
import { DOCUMENTED, type MoneyState } from '#lib/core/status/money.ts';

/**
 * An undocumented status with its meaning: `PAGAMENTO_CONFIRMADO (Completed)`; the word alone where the
 * meaning is unknown.
 */
export function useStatusReading(): (status: string, meaning: MoneyState | null) => string {
  const t = useTranslations('common.status');
  return (status, meaning) =>
    meaning === null ? status : `${status} (${t(DOCUMENTED[meaning] as 'COMPLETED')})`;
}
