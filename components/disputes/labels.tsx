'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import type { Dispute } from '#lib/disputes/contract.ts';
import { endingOf } from '#lib/disputes/rules.ts';

/** Labels used only by the dispute pages; those in `use-labels.ts` load with every page. */

/** Labels a dispute's result; an unknown result is shown as the provider wrote it. */
export function useResultLabels(): (dispute: Pick<Dispute, 'state' | 'status' | 'result'>) => string {
  const t = useTranslations('disputes.results');
  return (dispute) => {
    if (dispute.state !== 'closed' && dispute.result === null) return t('undecided');
    const ending = endingOf(dispute);
    return ending === 'other' ? (dispute.result ?? dispute.status ?? t('undecided')) : t(ending);
  };
}

/** A team member's name, or "you" for the signed-in operator. */
export function usePersonLabels(): (person: { id: string; name: string }) => string {
  const t = useTranslations('disputes');
  const me = useSession().session.operator.id;
  return ({ id, name }) => (id === me ? t('you') : name);
}

/** Shows the provider's dispute status: translated when known, otherwise as received. */
export function ServiceStatus({ status }: { status: string | null }) {
  const t = useTranslations('disputes.serviceStatus');
  if (status === null) return '–';
  const key = status.trim().toUpperCase();
  return t.has(key) ? <span title={status}>{t(key as 'OPEN')}</span> : <span className="mono">{status}</span>;
}
