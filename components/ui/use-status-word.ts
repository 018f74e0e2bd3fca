'use client';

import { useTranslations } from 'next-intl';
import { moneyStateOf } from '#lib/core/status/money.ts';
import { useStatusReading } from './use-status-reading.ts';

/** A status in words; one of the service's own as it came, with our reading beside it where it has one. */
export function useStatusWord(): (status: string | null) => string {
  const t = useTranslations('common.status');
  const reading = useStatusReading();
  return (status) => {
    if (status === null) return t('none');
    return t.has(status as 'ERROR') ? t(status as 'ERROR') : reading(status, moneyStateOf(status));
  };
}
