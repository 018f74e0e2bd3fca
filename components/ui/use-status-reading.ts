'use client';

import { useTranslations } from 'next-intl';
import { DOCUMENTED, type MoneyState } from '#lib/core/status/money.ts';

/** A word that no list has, with its meaning: `PAGAMENTO_CONFIRMADO (Completed)`; alone where no part of it is known. */
export function useStatusReading(): (status: string, meaning: MoneyState | null) => string {
  const t = useTranslations('common.status');
  return (status, meaning) =>
    meaning === null ? status : `${status} (${t(DOCUMENTED[meaning] as 'COMPLETED')})`;
}
