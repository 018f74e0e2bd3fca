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
import { type Queue, useOffered } from './use-queue.ts';

export const QUEUE_PAGE = 'grid grid-cols-[minmax(0,1fr)] content-start gap-3';

/** On a phone the deadline leads its row. */
const QUEUE_ROWS =
  'row-lines:[&_tr>[data-place=time]]:[grid-area:1/row]! row-lines:[&_tr>[data-place=time]]:text-left! row-lines:[&_tr>[data-place=time]]:text-inherit! ' +
  'row-lines:[&_tr>[data-place=who]]:[grid-area:2/row]! ' +
  'row-lines:[&_tr>[data-place=state]]:[grid-area:2/-2]! row-lines:[&_tr>[data-place=state]]:text-right!';

/** Between a phone and a table: the scale below its moment, who has it below its name, the draft below who paid. */
const OPEN_ROWS =
  '@min-[34rem]/room:row-lines:[--cells:stacked] ' +
  '@min-[34rem]/room:row-lines:[&_tbody_tr:not([data-day])]:grid-cols-[[row]_8.75rem_[name]_8.5rem_[note]_minmax(0,1fr)_[amount]_max-content_[end]]! ' +
  '@min-[34rem]/room:row-lines:[&_tbody_tr:not([data-day]):has(>td:first-child:not([data-place]))]:grid-cols-[1.75rem_[row]_8.75rem_[name]_8.5rem_[note]_minmax(0,1fr)_[amount]_max-content_[end]]! ' +
  '@min-[34rem]/room:row-lines:[&_tbody_tr:not([data-day])]:gap-x-3! @min-[34rem]/room:row-lines:[&_tbody_tr:not([data-day])]:gap-y-1! ' +
  '@min-[34rem]/room:row-lines:[&_tbody_tr>td:has(>[data-lane])]:block! @min-[34rem]/room:row-lines:[&_tbody_tr>td:has(>[data-lane])]:self-center! @min-[34rem]/room:row-lines:[&_tbody_tr>td:has(>[data-lane])]:[grid-area:2/row]! ' +
  '@min-[34rem]/room:row-lines:[&_tbody_tr>[data-place=who]]:[grid-area:1/name]! ' +
  '@min-[34rem]/room:row-lines:[&_tbody_tr>[data-place=state]]:self-center! @min-[34rem]/room:row-lines:[&_tbody_tr>[data-place=state]]:text-left! @min-[34rem]/room:row-lines:[&_tbody_tr>[data-place=state]]:[grid-area:2/name]! ' +
  '@min-[34rem]/room:row-lines:[&_tbody_tr>[data-place=note]]:[grid-column:note]! @min-[34rem]/room:row-lines:[&_tbody_tr>[data-place=note]]:p-0! @min-[34rem]/room:row-lines:[&_tbody_tr>[data-place=note]]:text-inherit! ' +
  '@min-[34rem]/room:row-lines:[&_tbody_tr>[data-place=note]~[data-place=note]]:block! @min-[34rem]/room:row-lines:[&_tbody_tr>[data-place=note]~[data-place=note]]:self-center! ' +
  '@min-[34rem]/room:row-lines:[&_tbody_tr>[data-place=amount]]:[grid-area:1/amount]!';

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
  return { ...table, names, className: state === 'open' ? `${QUEUE_ROWS} ${OPEN_ROWS}` : QUEUE_ROWS };
}

/** Its columns are chosen for all states; those of this one stand. */
export function useQueuePanel(queue: Queue) {
  const { filter, query } = queue;
  const t = useTranslations('disputes');
  const { all, narrowing } = useOffered(queue);
  const table = useQueueTable(filter.state);
  const panel = useListPanel({
    list: disputesList,
    state: all,
    filters: filter,
    query,
    now: null,
    file: t('file'),
    words: table.words,
    offers: table.names,
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
      <ListBar panel={panel} state={state} />
      <ListBody
        {...table}
        panel={panel}
        query={query}
        nameOf={nameOf}
        amountOf={amountOf}
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
