'use client';

import { useTranslations } from 'next-intl';
import { ListBar, ListBody, useListPanel } from '#components/list/list-panel.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { TextButton } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { panelVariants } from '#components/ui/panel-variants.ts';
import type { Dispute } from '#lib/disputes/contract.ts';
import { disputesList, type QueueFilter, queueColumns } from '#lib/disputes/disputes.list.ts';
import { queueOptions } from '#lib/disputes/queries.ts';
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
  return { ...table, names, className: styles.queue };
}

/** Its columns are chosen for all states; those of this one stand. */
export function useQueuePanel(queue: Queue) {
  const { filter, query } = queue;
  const t = useTranslations('disputes');
  const { all, narrowing } = useOffered(queue);
  const table = useQueueTable(filter.state);
  const panel = useListPanel({
    ...{ list: disputesList, state: all, filters: filter, query, now: null },
    ...{ file: t('file'), words: table.words, offers: table.names },
  });
  return { panel, table, narrowing };
}

type Props = { queue: Queue; shown: ReturnType<typeof useQueuePanel> };
const nameOf = ({ protocol, id }: Dispute) => protocol ?? id;
const amountOf = ({ amount }: Dispute) => ({ cents: amount, direction: 'still' as const });

/** The queue itself: what is due first unless asked otherwise. */
export function QueuePanel({ queue, shown: { panel, table, narrowing: state } }: Props) {
  const { account, filter, query } = queue;
  const none = useNone(queue);
  return (
    <section className={cn(panelVariants(), 'overflow-hidden')} aria-label={table.words.label}>
      <ListBar {...{ panel, state }} />
      <ListBody
        {...table}
        {...{ panel, query, nameOf, amountOf }}
        rises={filter.state === 'open'}
        empty={{
          state,
          read: (change) => queueOptions(account, { ...filter, ...change, state: filter.state }),
          none,
        }}
      />
    </section>
  );
}

/** Not read yet, or really none. */
function useNone({ head, filter: { state }, setState }: Queue) {
  const t = useTranslations('disputes.empty');
  if (head === undefined) return undefined;
  if (head.completeAt === null) return { title: t('partial'), todo: t('partialTodo') };
  const closed = head.sums.closed.count;
  const action = state === 'open' && closed > 0 && (
    <TextButton onClick={() => void setState('closed')}>{t('seeClosed', { count: closed })}</TextButton>
  );
  return { title: t(state), todo: t(`${state}Todo`), action };
}
