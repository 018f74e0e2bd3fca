'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { formatBrl } from '#lib/core/money.ts';
import { secondPersonFor } from '#lib/operations/forms.ts';
import { approvalRulesOptions, type SecondPersonRules } from '#lib/operations/queries.ts';

/** Returns the names of the operators who may approve a payment, or that nobody may. */
export function useApproverLabels() {
  const t = useTranslations('operations.approval.needs');
  const format = useFormatter();
  return (approvers: SecondPersonRules['approvers'] | null) => {
    if (approvers == null) return null;
    const { names, count } = approvers;
    if (count === 0) return { nobody: true, words: t('nobody') };
    const more = count - names.length;
    const all = more > 0 ? [...names, t('more', { count: more })] : names;
    return { nobody: false, words: t('within', { names: format.list(all, { type: 'disjunction' }) }) };
  };
}

/** Texts about the second person for a payment form; `words` is null when this amount (cents) needs none. */
export function useSecondPerson(cents: number | null) {
  const t = useTranslations('operations.approval.needs');
  const { data, error, refetch } = useQuery(approvalRulesOptions(useSession().account.slug));
  const needed = secondPersonFor(data, cents);
  const words = needed && t(needed.rule, { amount: formatBrl(needed.above) });
  const above = data?.approvalAbove ?? null;
  return {
    words,
    /** The operators who may approve it; null where no approval is needed. */
    approvers: needed ? (data?.approvers ?? null) : null,
    /** `words`, or else the amount above which approval is needed. */
    hint: words ?? (above === null ? null : t('rule', { amount: formatBrl(above) })),
    /** The read error while it is unknown whether approval is needed. */
    unread: data === undefined && error !== null ? { error, onRetry: () => void refetch() } : null,
  };
}

/** A note in a refund dialog, before the request: it will wait for a second person. */
export function SecondPersonNote({ cents }: { cents: number | null }) {
  const t = useTranslations('operations.approval');
  const { words, approvers, unread } = useSecondPerson(cents);
  const who = useApproverLabels()(approvers);
  if (unread !== null) return <ErrorCard {...unread} />;
  if (words === null) return null;
  return (
    <Callout icon="operator" title={t('needs.title')}>
      {words} {who?.words}
    </Callout>
  );
}
