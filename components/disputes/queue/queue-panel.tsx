'use client';

import { useTranslations } from 'next-intl';
import { EmptyResult } from '#components/list/empty-result.tsx';
import { FilterBar } from '#components/list/filters/filter-bar.tsx';
import { ListRows } from '#components/list/table/list-rows.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import type { DisputeList } from '#lib/disputes/contract.ts';
import { type QueueFilter, queueColumns } from '#lib/disputes/disputes.list.ts';
import { queueTotalOptions } from '#lib/disputes/queries.ts';
import { useDisputeTable } from './dispute-cells.tsx';
import styles from './queue.module.css';
import { type Queue, useOffered } from './use-queue.ts';

/** How the queue of one state stands: where defenses are taken its draft, elsewhere the service's word. */
export function useQueueTable(state: QueueFilter['state']) {
  const t = useTranslations('disputes');
  const columns = queueColumns[state];
  const without = useSession().account.capabilities.includes('defenses') ? 'status' : 'draft';
  const table = useDisputeTable({
    columns,
    names: Object.keys(columns).filter((name) => name !== without),
    state,
    label: t('table.label', { state: t(`facets.${state}`) }),
  });
  return { ...table, className: styles.queue ?? '' };
}

/** The queue itself: what is due first. */
export function QueuePanel({ queue }: { queue: Queue }) {
  const { account, filter, query, head, setState } = queue;
  const state = useOffered(queue);
  const table = useQueueTable(filter.state);
  return (
    <section className="panel overflow-hidden" aria-label={table.words.label}>
      <FilterBar state={state} now={null} standing />
      <ListRows
        {...table}
        query={query}
        empty={
          <EmptyResult
            state={state}
            total={(change) => queueTotalOptions(account, { ...filter, ...change })}
            none={head && <None head={head} state={filter.state} onClosed={() => void setState('closed')} />}
          />
        }
      />
    </section>
  );
}

type NoneProps = { head: DisputeList; state: QueueFilter['state']; onClosed: () => void };

/** Not read yet, or really none. */
function None({ head, state, onClosed }: NoneProps) {
  const t = useTranslations('disputes.empty');
  if (head.completeAt === null) return <EmptyState title={t('partial')}>{t('partialTodo')}</EmptyState>;
  const closed = head.sums.closed.count;
  const seeClosed = state === 'open' && closed > 0 && (
    <button type="button" className="link-btn" onClick={onClosed}>
      {t('seeClosed', { count: closed })}
    </button>
  );
  return (
    <EmptyState title={t(state)} action={seeClosed}>
      {t(`${state}Todo`)}
    </EmptyState>
  );
}
