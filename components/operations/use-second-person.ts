'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { formatBrl } from '#lib/money.ts';
import { approvalRulesOptions } from '#lib/operations/queries.ts';
import { secondPersonFor } from '#lib/operations/second-person.ts';

/** Words on the second person for a form of money; `words` is null when this amount (cents) needs none. */
export function useSecondPerson(cents: number | null) {
  const t = useTranslations('operations.approval.needs');
  const { data, error, refetch } = useQuery(approvalRulesOptions(useSession().account.slug));
  const needed = secondPersonFor(data, cents);
  const words = needed && t(needed.rule, { amount: formatBrl(needed.above) });
  const above = data?.approvalAbove ?? null;
  return {
    words,
    /** Those who may approve it; null while nobody need. */
    approvers: needed ? (data?.approvers ?? null) : null,
    /** While nothing is typed that needs one: from which amount on. */
    hint: words ?? (above === null ? null : t('rule', { amount: formatBrl(above) })),
    /** Why nobody knows yet if one is needed. */
    unread: data === undefined && error !== null ? { error, onRetry: () => void refetch() } : null,
  };
}
