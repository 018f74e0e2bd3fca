'use client';

import { useTranslations } from 'next-intl';
import { moneyStateOf } from '#lib/core/status/money.ts';
import { useStatusReading } from './use-status-reading.ts';

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
