'use client';

import { useTranslations } from 'next-intl';

/** An event in words: the status it tells of, or what it is about; the provider's own word where there is none. */
export function useEventLabels(): (event: string | null) => string {
  const statuses = useTranslations('common.status');
  const t = useTranslations('resends');
  return (event) => {
    if (event === null) return t('event.none');
    if (event === 'INFRACTION_CHANGED') return t('event.INFRACTION_CHANGED');
    const status = event.replace(/^TRANSACTION_/, '');
    return statuses.has(status as 'ERROR') ? statuses(status as 'ERROR') : event;
  };
}
