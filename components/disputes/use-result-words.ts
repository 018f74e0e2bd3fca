'use client';

import { useTranslations } from 'next-intl';
import type { Dispute } from '#lib/disputes/contract.ts';
import { endingOf } from '#lib/disputes/rules.ts';

/** How it ended; a result the product does not know is shown as the provider wrote it. */
export function useResultWords(): (dispute: Pick<Dispute, 'state' | 'status' | 'result'>) => string {
  const t = useTranslations('disputes.results');
  return (dispute) => {
    if (dispute.state !== 'closed' && dispute.result === null) return t('undecided');
    const ending = endingOf(dispute);
    return ending === 'other' ? (dispute.result ?? dispute.status ?? t('undecided')) : t(ending);
  };
}
