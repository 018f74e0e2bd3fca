'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { formatBrl } from '#lib/core/money.ts';
import { approvalRulesOptions, type SecondPersonRules } from '#lib/operations/queries.ts';
import { secondPersonFor } from '#lib/operations/second-person.ts';

/** The names of those who may approve a payment, or that nobody may. */
export function useApproverWords() {
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

/** Before it is asked for, in a dialog that gives money back: it will wait for somebody else. */
export function SecondPersonNote({ cents }: { cents: number | null }) {
  const t = useTranslations('operations.approval');
  const { words, approvers, unread } = useSecondPerson(cents);
  const who = useApproverWords()(approvers);
  if (unread !== null) return <ErrorCard {...unread} />;
  if (words === null) return null;
  return (
    <Callout icon="operator" title={t('needs.title')}>
      {words} {who?.words}
    </Callout>
  );
}
