'use client';

import { useTranslations } from 'next-intl';
import { documentedState } from '#lib/states/money.ts';

/** A status in words; one of the service's own as it came, with our reading beside it where it has one. */
export function useStatusWord(): (status: string | null) => string {
  const t = useTranslations('common.status');
  const reading = useStatusReading();
  return (status) => {
    if (status === null) return t('none');
    return t.has(status as 'ERROR') ? t(status as 'ERROR') : reading(status);
  };
}

/** A word that no list has: `PAGAMENTO_CONFIRMADO (Completed)`; alone where no part of it is known. */
export function useStatusReading(): (status: string) => string {
  const t = useTranslations('common.status');
  return (status) => {
    const meaning = documentedState(status);
    return meaning === null ? status : `${status} (${t(meaning as 'COMPLETED')})`;
  };
}
