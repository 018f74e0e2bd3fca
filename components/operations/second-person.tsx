'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import type { SecondPersonRules } from '#lib/operations/queries.ts';
import { useSecondPerson } from './use-second-person.ts';

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
