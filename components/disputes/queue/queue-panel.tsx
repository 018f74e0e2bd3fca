'use client';

import { useTranslations } from 'next-intl';
import { ColumnSettings } from '#components/list/column-settings.tsx';
import { EmptyResult } from '#components/list/empty-result.tsx';
import { useListExport } from '#components/list/export/use-list-export.tsx';
import { FilterBar } from '#components/list/filters/filter-bar.tsx';
import { ListFaults } from '#components/list/list-faults.tsx';
import { ListRows } from '#components/list/table/list-rows.tsx';
import { useShownColumns } from '#components/list/use-columns.ts';
import { useSession } from '#components/shell/session-context.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import type { DisputeList } from '#lib/disputes/contract.ts';
import { disputesList, type QueueFilter, queueColumns } from '#lib/disputes/disputes.list.ts';
import { queueTotalOptions } from '#lib/disputes/queries.ts';
import { toQuery } from '#lib/list/list.ts';
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
    state,
    label: t('table.label', { state: t(`facets.${state}`) }),
  });
  const names = Object.keys(columns).filter((name) => name !== without);
  return { ...table, names, className: styles.queue ?? '' };
}

/** The columns that the operator chose, of all states. */
export function useQueueColumns({ account, filter }: Queue) {
  return useShownColumns(disputesList, account, useQueueTable(filter.state).words.column);
}

type Props = { queue: Queue; columns: ReturnType<typeof useQueueColumns>; exported: Exported };

/** The queue itself: what is due first unless asked otherwise. */
export function QueuePanel({ queue, columns, exported }: Props) {
  const { account, filter, query, head, setState } = queue;
  const { narrowing: state } = useOffered(queue);
  const table = useQueueTable(filter.state);
  const { exportOf, error } = exported;
  return (
    <section className="panel overflow-hidden" aria-label={table.words.label}>
      <FilterBar state={state} now={null} standing>
        <ColumnSettings list={disputesList} columns={columns} offers={table.names} />
      </FilterBar>
      <ListFaults state={state} exportError={error} />
      <ListRows
        {...table}
        names={table.names.filter((name) => columns.names.includes(name))}
        query={query}
        sorts={{ list: disputesList, rises: filter.state === 'open' }}
        chooses={{
          of: JSON.stringify(toQuery(filter)),
          nameOf: ({ protocol, id }) => protocol ?? id,
          amountOf: ({ amount }) => ({ cents: amount, direction: 'still' }),
          actions: exportOf,
        }}
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

/** The queue's file, of the filter and of the disputes that are chosen. */
export function useQueueExport({ filter, head }: Queue) {
  const name = useTranslations('disputes')('file');
  const count = head?.total ?? null;
  return useListExport(disputesList, { name, filters: filter, count });
}
type Exported = ReturnType<typeof useQueueExport>;

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
