'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import type { Dispute } from '#lib/disputes/contract.ts';
import { endingOf } from '#lib/disputes/rules.ts';

/** Words that only the pages of disputes carry; those of `use-labels.ts` come with every page. */

/** How it ended; a result the product does not know is shown as the provider wrote it. */
export function useResultLabels(): (dispute: Pick<Dispute, 'state' | 'status' | 'result'>) => string {
  const t = useTranslations('disputes.results');
  return (dispute) => {
    if (dispute.state !== 'closed' && dispute.result === null) return t('undecided');
    const ending = endingOf(dispute);
    return ending === 'other' ? (dispute.result ?? dispute.status ?? t('undecided')) : t(ending);
  };
}

/** Somebody of the team, as one calls oneself. */
export function usePersonLabels(): (person: { id: string; name: string }) => string {
  const t = useTranslations('disputes');
  const me = useSession().session.operator.id;
  return ({ id, name }) => (id === me ? t('you') : name);
}
