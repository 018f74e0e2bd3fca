'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { ListBody, useListPanel } from '#components/list/list-panel.tsx';
import { Button, TextButton } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { Menu } from '#components/ui/menu.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { call } from '#lib/api/client.ts';
import type { Dispute, DisputeList } from '#lib/disputes/contract.ts';
import { disputesList, type QueueFilter, queueColumns } from '#lib/disputes/disputes.list.ts';
import { disputeKeys, queueOptions } from '#lib/disputes/queries.ts';
import { useDisputeTable } from './dispute-cells.tsx';
import { type Queue, useOffered } from './use-queue.ts';

export const QUEUE_PAGE = 'grid grid-cols-[minmax(0,1fr)] content-start gap-2';
/** Filters above the table, aligned to the page's edge. */
export const QUEUE_BAR = '[--filters-x:0px] [&>search]:py-0!';

/** Layout of two-line rows: the deadline comes first. */
const LEADS =
  'stacked:[&_tbody_td[data-place=time]]:[grid-area:1/row/auto/last]! stacked:[&_tbody_td[data-place=time]]:text-left! stacked:[&_tbody_td[data-place=time]]:text-inherit! ' +
  'stacked:[&_tbody_td[data-place=who]]:[grid-area:2/row/auto/last]! ' +
  'stacked:[&_tbody_td[data-place=state]]:[grid-area:2/last/auto/end]! stacked:[&_tbody_td[data-place=state]]:text-right!';

/**
 * Between phone and table width: the scale is below the deadline, the assignee below the payer, the draft
 * below the reason.
 */
const BETWEEN =
  '@min-[34rem]/table:@max-[56rem]/table:[&_tbody_tr]:gap-x-3! @min-[34rem]/table:@max-[56rem]/table:[&_tbody_tr]:gap-y-1! ' +
  '@min-[34rem]/table:@max-[56rem]/table:[&_tbody_tr]:grid-cols-[[row]_8.75rem_[name]_minmax(0,1fr)_[note]_11rem_[last]_max-content_[end]]! ' +
  '@min-[34rem]/table:@max-[56rem]/table:[&_tbody_tr:has(>[data-pick])]:grid-cols-[1.75rem_[row]_8.75rem_[name]_minmax(0,1fr)_[note]_11rem_[last]_max-content_[end]]! ' +
  '@min-[34rem]/table:@max-[56rem]/table:[&_tbody_tr_td[data-place=time]]:[grid-area:1/row/auto/name]! ' +
  '@min-[34rem]/table:@max-[56rem]/table:[&_tbody_tr_td:has(>[data-lane])]:block! @min-[34rem]/table:@max-[56rem]/table:[&_tbody_tr_td:has(>[data-lane])]:self-center @min-[34rem]/table:@max-[56rem]/table:[&_tbody_tr_td:has(>[data-lane])]:[grid-area:2/row/auto/name]! ' +
  '@min-[34rem]/table:@max-[56rem]/table:[&_tbody_tr_td[data-place=who]]:[grid-area:1/name/auto/note]! ' +
  '@min-[34rem]/table:@max-[56rem]/table:[&_tbody_tr_td[data-place=state]]:self-center @min-[34rem]/table:@max-[56rem]/table:[&_tbody_tr_td[data-place=state]]:text-left! @min-[34rem]/table:@max-[56rem]/table:[&_tbody_tr_td[data-place=state]]:[grid-area:2/name/auto/note]! ' +
  '@min-[34rem]/table:@max-[56rem]/table:[&_tbody_tr_td[data-place=note]]:[grid-column:note/last]! @min-[34rem]/table:@max-[56rem]/table:[&_tbody_tr_td[data-place=note]]:text-inherit! ' +
  '@min-[34rem]/table:@max-[56rem]/table:[&_tbody_tr_td[data-place=note]~[data-place=note]]:block! @min-[34rem]/table:@max-[56rem]/table:[&_tbody_tr_td[data-place=note]~[data-place=note]]:self-center';

/**
 * Table of one state's disputes: it has a draft column where Guichê answers disputes, otherwise the
 * provider's status.
 */
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
  return {
    ...table,
    names,
    className: state === 'open' ? `${LEADS} ${BETWEEN}` : LEADS,
    twoLines: state === 'open',
  };
}

/** The operator's choice of columns covers all states; the table shows those that this state has. */
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
const nameOf = ({ payerName, protocol, id }: Dispute) => [payerName ?? [], protocol ?? id].flat().join(', ');
const amountOf = ({ amount }: Dispute) => ({ cents: amount, direction: 'still' as const });

type AssignManyProps = { ids: readonly string[]; people: DisputeList['people'] };

/** Assigns all selected disputes to one person: oneself with one click, or a team member. */
export function AssignMany({ ids, people }: AssignManyProps) {
  const t = useTranslations('disputes');
  const me = useSession().session.operator.id;
  const { busy, assign } = useAssignMany(ids);
  const count = ids.length;
  return (
    <>
      <Button icon="user" disabled={busy} onClick={() => assign(me, t('you'))}>
        {t('many.take', { count })}
      </Button>
      <Menu
        label={t('many.to')}
        side="top"
        align="end"
        trigger={<Button disabled={busy}>{t('many.to')}</Button>}
        items={[
          ...people
            .filter(({ id }) => id !== me)
            .map(({ id, name }) => ({
              kind: 'item' as const,
              id,
              label: name,
              onSelect: () => assign(id, name),
            })),
          {
            kind: 'item',
            id: 'nobody',
            label: t('assignee.release'),
            onSelect: () => assign(null, t('filters.nobody')),
          },
        ]}
      />
    </>
  );
}

/**
 * Assigns one after another: each has its own audit record, and the first refusal reports where it stopped.
 */
function useAssignMany(ids: readonly string[]) {
  const t = useTranslations('disputes.many');
  const account = useSession().account.slug;
  const client = useQueryClient();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const assign = async (operatorId: string | null, name: string) => {
    setBusy(true);
    let done = 0;
    try {
      for (const id of ids) {
        await call('PUT /disputes/{id}/assignee', { account, params: { id }, body: { operatorId } });
        done += 1;
      }
      toast(t('done', { count: done, name }));
    } catch (error) {
      toast(
        t('stopped', {
          done,
          count: ids.length,
          why: error instanceof Error ? error.message : String(error),
        }),
      );
    }
    setBusy(false);
    await client.invalidateQueries({ queryKey: disputeKeys.all(account) });
  };
  return { busy, assign: (operatorId: string | null, name: string) => void assign(operatorId, name) };
}

/** The queue, soonest deadline first unless sorted otherwise. */
export function QueuePanel({ queue, shown: { panel, table, narrowing: state } }: Props) {
  const { account, filter, query, head } = queue;
  const may = useCan('dispute');
  const none = useNone(queue);
  return (
    <section className={cn(panelVariants(), 'overflow-hidden')} aria-label={table.words.label}>
      <ListBody
        {...table}
        panel={panel}
        query={query}
        nameOf={nameOf}
        amountOf={amountOf}
        also={(ids) => may && filter.state === 'open' && <AssignMany ids={ids} people={head?.people ?? []} />}
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

/** The empty state: the queue is not fully read yet, or there are no disputes. */
function useNone({ head, filter: { state }, setState }: Queue) {
  const t = useTranslations('disputes.empty');
  if (head === undefined) return undefined;
  if (head.completeAt === null) return { title: t('partial'), hint: t('partialHint') };
  const closed = head.sums.closed.count;
  const action = state === 'open' && closed > 0 && (
    <TextButton onClick={() => void setState('closed')}>{t('seeClosed', { count: closed })}</TextButton>
  );
  return { title: t(state), hint: t(`${state}Hint`), action };
}
