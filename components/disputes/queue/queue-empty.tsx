'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import type { DisputeList } from '#lib/disputes/contract.ts';
import type { QueueFilter } from '#lib/disputes/queries.ts';

type Props = { filter: QueueFilter; set: (change: Partial<QueueFilter>) => void; head: DisputeList };

/** Why nothing is here: not read yet, filtered away, or really none. */
export function QueueEmpty({ filter, set, head }: Props) {
  const t = useTranslations('disputes.empty');
  const { state } = filter;
  const { count } = head.sums[state];
  if (count > 0)
    return (
      <EmptyState
        framed
        title={t('filtered')}
        action={
          <Button onClick={() => set({ type: null, assignee: null })}>{t('filteredTodo', { count })}</Button>
        }
      />
    );
  if (head.completeAt === null)
    return (
      <EmptyState framed title={t('partial')}>
        {t('partialTodo')}
      </EmptyState>
    );
  const closed = head.sums.closed.count;
  return (
    <EmptyState
      framed
      title={t(state)}
      action={
        state === 'open' &&
        closed > 0 && (
          <button type="button" className="link-btn" onClick={() => set({ state: 'closed' })}>
            {t('seeClosed', { count: closed })}
          </button>
        )
      }
    >
      {t(`${state}Todo`)}
    </EmptyState>
  );
}
