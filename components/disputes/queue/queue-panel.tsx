'use client';

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import type { Field } from '#components/list/filters/typed.ts';
import { type PersonalStore, useListFilters } from '#components/list/filters/use-list-filters.ts';
import { ListBody, useListPanel } from '#components/list/list-panel.tsx';
import { rowsOf } from '#components/list/list-rows.tsx';
import { TextButton } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { Money } from '#components/ui/money.tsx';
import { Page } from '#components/ui/page.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { Facet, Facets } from '#components/ui/segments.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Status, type StatusKind } from '#components/ui/status.tsx';
import { call } from '#lib/api/client.ts';
import type { Dispute, DisputeList } from '#lib/disputes/contract.ts';
import {
  DISPUTE_STATES,
  DUES,
  disputesList,
  ME,
  NOBODY,
  type QueueFilter,
  queueColumns,
  queueFilterFrom,
} from '#lib/disputes/disputes.list.ts';
import { allDisputes, queueOptions } from '#lib/disputes/queries.ts';
import { storedFilterOptions } from '#lib/transactions/queries.ts';
import { AssignMany } from '../assignee.tsx';
import { usePersonLabels } from '../labels.tsx';
import { useTypeLabels } from '../use-labels.ts';
import { useDisputeTable } from './dispute-cells.tsx';

export const QUEUE_PAGE = 'grid grid-cols-[minmax(0,1fr)] content-start gap-2';
/** Filters above the table, aligned to the page's edge. */
export const QUEUE_BAR = '[--filters-x:0px] [&>search]:py-0!';

/** Layout of two-line rows: the deadline comes first. */
const LEADS =
  'stacked:[&_tbody_td[data-place=time]]:[grid-area:1/row/auto/last]! stacked:[&_tbody_td[data-place=time]]:text-left! stacked:[&_tbody_td[data-place=time]]:text-inherit! ' +
  'stacked:[&_tbody_td[data-place=who]]:[grid-area:2/row/auto/last]! ' +
  'stacked:[&_tbody_td[data-place=state]]:[grid-area:2/last/auto/end]! stacked:[&_tbody_td[data-place=state]]:text-right!';

/** Between phone and table width: scale below deadline, assignee below payer, draft below reason. */
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

/** Table of one state: with drafts where Guichê answers disputes, otherwise with the provider's status. */
function useQueueTable(state: QueueFilter['state']) {
  const t = useTranslations('disputes');
  const columns = queueColumns[state];
  const without = useSession().account.capabilities.includes('defenses') ? 'status' : 'draft';
  const label = t('table.label', { state: t(`facets.${state}`) });
  const table = useDisputeTable({ columns, state, label });
  const names = Object.keys(columns).filter((name) => name !== without);
  const twoLines = state === 'open';
  return { ...table, names, className: twoLines ? `${LEADS} ${BETWEEN}` : LEADS, twoLines };
}

const personal: PersonalStore = {
  save: (account, body) => call('POST /transactions/filters', { account, body }),
  read: storedFilterOptions,
};

export function useQueue() {
  const account = useSession().account.slug;
  const client = useQueryClient();
  const filters = useListFilters({
    list: disputesList,
    labelOf: (_, value) => value,
    personal,
    retained: ['state'],
  });
  const filter = queueFilterFrom(filters.filters);
  const setState = (state: QueueFilter['state']) => filters.set({ state: state === 'open' ? null : state });
  /** The search stays: the counts are for it. */
  const choose = ({ state, ...narrowed }: Pick<QueueFilter, 'state' | 'assignee' | 'due'>) => {
    const { code, f } = filters.filters;
    filters.only({ ...narrowed, code, f, state: state === 'open' ? null : state });
  };
  const query = useInfiniteQuery(queueOptions(account, filter));
  const pages = query.data?.pages;
  const items = useMemo(() => rowsOf(pages ?? []), [pages]);
  const readAgain = async () => {
    // Calls the provider first, then reloads the queue; the reload shows an error of the first call.
    await call('POST /disputes/refresh', { account }).catch(() => undefined);
    await client.invalidateQueries({ queryKey: allDisputes(account) });
  };
  return { account, filter, filters, setState, choose, query, items, head: pages?.[0], readAgain };
}
export type Queue = ReturnType<typeof useQueue>;

/** Filter fields with the values that occur; `narrowing` leaves out the state, which the facets choose. */
function useOffered({ filters, items, head }: Queue) {
  const t = useTranslations('disputes');
  const situations = useTranslations('due.situations');
  const typeLabel = useTypeLabels();
  const personLabel = usePersonLabels();
  const me = useSession().session.operator.id;
  const assigned = items.flatMap(({ assignee }) => assignee ?? []);
  const people = new Map([...assigned, ...(head?.people ?? [])].map(({ id, name }) => [id, name]));
  const others = [...people.keys()].filter((id) => id !== me);
  const types = [...items, ...(head?.outcomes ?? [])].flatMap(({ type }) => type ?? []);
  const known: Record<string, readonly string[]> = {
    type: [...new Set(types)].sort(),
    assignee: [ME, NOBODY, ...others],
    due: DUES,
    state: DISPUTE_STATES,
  };
  const labelOf = (name: string, value: string) => {
    if (name === 'state') return t(`facets.${value as 'open'}`);
    if (name === 'due') return t(`dues.${value as 'soon'}`);
    if (name === 'situation') return situations(value as 'scam');
    if (name === 'type') return typeLabel(value);
    if (value === ME) return t('you');
    if (value === NOBODY) return t('filters.nobody');
    return personLabel({ id: value, name: people.get(value) ?? value });
  };
  const fields = filters.fields.map((field): Field => {
    const { name } = field;
    const options = known[name];
    return options === undefined ? field : { kind: 'words', name, single: true, own: true, known: options };
  });
  const all = { ...filters, fields, labelOf };
  const isOpen = (filters.filters.state ?? 'open') === 'open';
  const narrowing = {
    ...all,
    filters: { ...filters.filters, state: null },
    fields: fields.filter(({ name }) => name !== 'state' && (name !== 'due' || isOpen)),
  };
  return { all, narrowing };
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
    labels: table.labels,
    offers: table.names,
  });
  return { panel, table, narrowing };
}

type Props = { queue: Queue; shown: ReturnType<typeof useQueuePanel> };
const nameOf = ({ payerName, protocol, id }: Dispute) => [payerName ?? [], protocol ?? id].flat().join(', ');
const amountOf = ({ amount }: Dispute) => ({ cents: amount, direction: 'still' as const });

/** The queue, soonest deadline first unless sorted otherwise. */
export function QueuePanel({ queue, shown: { panel, table, narrowing: state } }: Props) {
  const { account, filter, query, head } = queue;
  const may = useCan('dispute');
  const none = useNone(queue);
  return (
    <section className={cn(panelVariants(), 'overflow-hidden')} aria-label={table.labels.label}>
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

type Narrowed = Pick<QueueFilter, 'state' | 'assignee' | 'due'>;
type Count = { name: 'open' | 'soon' | 'unassigned' | 'answered' | 'closed'; kind: StatusKind; is: Narrowed };

const ALL = { state: 'open', assignee: null, due: null } as const;
const FACETS: readonly Count[] = [
  { name: 'open', kind: 'local', is: ALL },
  { name: 'soon', kind: 'danger', is: { ...ALL, due: 'soon' } },
  { name: 'unassigned', kind: 'warn', is: { ...ALL, assignee: NOBODY } },
  { name: 'answered', kind: 'flow', is: { ...ALL, state: 'answered' } },
  { name: 'closed', kind: 'ok', is: { ...ALL, state: 'closed' } },
];

type FacetsProps = {
  sums: DisputeList['sums'] | undefined;
  filter: Narrowed;
  /** Filters to exactly the rows that a facet counts. */
  onChoose: (narrowed: Narrowed) => void;
};

/** Count and amount of disputes: open, of these due within a day and unassigned, answered, closed. */
export function QueueFacets({ sums, filter, onChoose }: FacetsProps) {
  const t = useTranslations('disputes.facets');
  const isChosen = ({ state, assignee, due }: Narrowed) =>
    state === filter.state && assignee === filter.assignee && due === filter.due;
  return (
    <Facets className="wide:grid-cols-5 wide:@max-[62rem]/room:grid-cols-3" aria-label={t('label')}>
      {FACETS.map(({ name, kind, is }) => (
        <Facet key={name} className="py-1.5" aria-pressed={isChosen(is)} onClick={() => onChoose(is)}>
          {name === 'open' ? (
            <span className="flex flex-wrap gap-x-2 text-xs">
              {t(name)}
              {sums !== undefined && sums.overdue.count > 0 && (
                <span className="font-medium text-danger-ink max-wide:hidden">
                  {t('overdue', { count: sums.overdue.count })}
                </span>
              )}
            </span>
          ) : (
            <Status kind={kind} calm={name === 'closed' || sums?.[name].count === 0} className="text-xs">
              {t(name)}
            </Status>
          )}
          <b className="whitespace-nowrap">
            {sums === undefined ? (
              <Skeleton width="7rem" />
            ) : (
              <>
                {sums[name].count} · <Money cents={sums[name].amount} />
              </>
            )}
          </b>
        </Facet>
      ))}
    </Facets>
  );
}

export function QueueSkeleton() {
  const t = useTranslations('disputes');
  return (
    <>
      <PageHead title={t('title')} />
      <Page className={QUEUE_PAGE}>
        <div className={`${QUEUE_BAR} h-control`} />
        <QueueFacets sums={undefined} filter={ALL} onChoose={() => undefined} />
        <div className={cn(panelVariants(), 'overflow-hidden')}>
          <DataTable rows={undefined} {...useQueueTable('open')} />
        </div>
      </Page>
    </>
  );
}
