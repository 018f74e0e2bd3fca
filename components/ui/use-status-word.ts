'use client';

import { useTranslations } from 'next-intl';
import { DOCUMENTED, type MoneyState, moneyStateOf } from '#lib/core/status/money.ts';

/**
 * An undocumented status with its meaning: `PAGAMENTO_CONFIRMADO (Completed)`; the word alone where the
 * meaning is unknown.
 */
export function useStatusReading(): (status: string, meaning: MoneyState | null) => string {
  const t = useTranslations('common.status');
  return (status, meaning) =>
    meaning === null ? status : `${status} (${t(DOCUMENTED[meaning] as 'COMPLETED')})`;
}

/**
 * The label of a status. An undocumented status is shown as it came, with its meaning where Guichê knows one.
 */
export function useStatusLabel(): (status: string | null) => string {
  const t = useTranslations('common.status');
  const reading = useStatusReading();
  return (status) => {
    if (status === null) return t('none');
    return t.has(status as 'ERROR') ? t(status as 'ERROR') : reading(status, moneyStateOf(status));
  };
}
