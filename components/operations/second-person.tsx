'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { formatBrl } from '#lib/money.ts';
import { approvalRulesOptions } from '#lib/operations/queries.ts';
import { secondPersonFor } from '#lib/operations/second-person.ts';

/** Words on the second person for a form of money; `words` is null when this amount (cents) needs none. */
export function useSecondPerson(cents: number | null) {
  const t = useTranslations('operations.approval');
  const { data } = useQuery(approvalRulesOptions(useSession().account.slug));
  const needed = secondPersonFor(data, cents);
  const words = needed && t(`needs.${needed.rule}`, { amount: formatBrl(needed.above) });
  const above = data?.approvalAbove ?? null;
  return {
    words,
    /** While nothing is typed that needs one: from which amount on. */
    hint: words ?? (above === null ? null : t('needs.rule', { amount: formatBrl(above) })),
  };
}

/** Before it is asked for, in a dialog that gives money back: it will wait for somebody else. */
export function SecondPersonNote({ cents }: { cents: number | null }) {
  const t = useTranslations('operations.approval');
  const { words } = useSecondPerson(cents);
  if (words === null) return null;
  return (
    <Callout icon="operator" title={t('needs.title')}>
      {words}
    </Callout>
  );
}
