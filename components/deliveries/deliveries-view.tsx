'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useRef } from 'react';
import { ColumnSettings } from '#components/list/column-settings.tsx';
import { useListExport } from '#components/list/export/use-list-export.tsx';
import { FilterBar } from '#components/list/filters/filter-bar.tsx';
import { useFilterName } from '#components/list/filters/use-shown-value.ts';
import { DaySums } from '#components/list/grid/day-line.tsx';
import grid from '#components/list/grid/grid.module.css';
import { Grid } from '#components/list/grid/grid.tsx';
import type { GridHandle } from '#components/list/grid/use-grid.ts';
import { ListFaults } from '#components/list/list-faults.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { RefreshRows } from '#components/list/refresh-rows.tsx';
import { useShownColumns } from '#components/list/use-columns.ts';
import { useRowOpen } from '#components/list/use-open.ts';
import { useRows } from '#components/list/use-rows.ts';
import { useSelection } from '#components/list/use-selection.ts';
import { SavedViews } from '#components/list/views/saved-views.tsx';
import { nearResendSheet } from '#components/resends/lazy-resend-sheet.tsx';
import { RunningJobs } from '#components/resends/running-jobs.tsx';
import { useMayResend } from '#components/resends/use-may-resend.ts';
import { useStart } from '#components/resends/use-start.tsx';
import { PageHead } from '#components/shell/page-head.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { ChipButton, ChipRemove } from '#components/ui/chip.tsx';
import { DrawerLayout } from '#components/ui/drawer-layout.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { ReadingNote } from '#components/ui/reading-note.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { deliveriesList } from '#lib/deliveries/deliveries.list.ts';
import { deliveryRows } from '#lib/deliveries/list-queries.ts';
import { incidentsOptions } from '#lib/deliveries/queries.ts';
import type { Sums } from '#lib/deliveries/rows.ts';
import { rowsIn } from '#lib/list/pages.ts';
import { toQuery } from '#lib/list/to-query.ts';
import { choosing, ofReceiver, ofSelection, type Start } from '#lib/resends/start.ts';
import { webhooksOptions } from '#lib/webhooks/queries.ts';
import styles from './deliveries.module.css';
import { DeliveryCell, nameOf } from './delivery-cell.tsx';
import { EmptyDeliveries } from './empty-deliveries.tsx';
import { IncidentPanels } from './incident-panels.tsx';
import { DeliveryDrawer, nearDrawer } from './lazy-parts.tsx';
import { hostWords } from './outcome.ts';
import { OutcomeFacets } from './outcome-facets.tsx';
import { ReachLine } from './reach-line.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { type DeliveryRows, type FilterState, useColumnName, useDeliveryFilters } from './use-deliveries.ts';
import { useDeliveryActions } from './use-delivery-actions.ts';

/** Open incidents, running jobs, and the history of callbacks with one record or one task beside it. */
export function DeliveriesView() {
  const view = useList();
  const { account, state, rows, newest, selection, task } = view;
  const { filters, set } = state;
  const incidents = useQuery(incidentsOptions(account.slug));
  const { exportOf, error: exportError } = useListExport(deliveriesList, {
    ...{ name: useTranslations('deliveries')('file'), filters, count: rows.total },
  });
  useDeliveryActions(state, task.begin);
  return (
    <div className={grid.view}>
      <DrawerLayout {...beside(view)}>
        <DeliveriesHead
          {...{ state, rows }}
          views={<Views view={view} />}
          onStart={task.begin}
          exported={exportOf()}
        />
        <div className={`page ${styles.page}`}>
          <div className={styles.above}>
            {incidents.error !== null && (
              <ReadError error={incidents.error} onRetry={() => void incidents.refetch()} />
            )}
            <IncidentPanels
              incidents={incidents.data?.items ?? []}
              onResend={(incident) => task.begin(ofReceiver(incident))}
              onSee={({ webhookId, url }) =>
                set({ outcome: ['failed'], webhookId, url: webhookId === null ? url : null })
              }
            />
            {account.capabilities.includes('resends') && <RunningJobs />}
            <OutcomeFacets
              facets={newest?.facets}
              outcome={filters.outcome}
              onOutcome={(outcome) => set({ outcome })}
            />
          </div>
          <div>
            <Filters view={view} incidents={incidents.data?.items ?? []} />
            <ListFaults state={state} rows={rows} exportError={exportError} />
            <ReadingNote pages={rows.pages} />
            {rows.ended && rows.book.size === 0 ? (
              <EmptyDeliveries state={state} reach={newest?.reach} />
            ) : (
              (rows.book.size > 0 || rows.loading) && <DeliveriesGrid key={view.filterKey} view={view} />
            )}
          </div>
        </div>
        {selection.ids.size > 0 && (
          <SelectionBar {...{ selection, rows, exportOf }} onResend={(ids) => task.begin(ofSelection(ids))} />
        )}
      </DrawerLayout>
    </div>
  );
}

/** State shared by the page's parts. */
function useList() {
  const { account } = useSession();
  const state = useDeliveryFilters();
  const { filters } = state;
  const filterKey = JSON.stringify(toQuery(filters));
  const handle = useRef<GridHandle>(null);
  const drawer = useRowOpen(handle);
  const { setStart, sheet } = useStart();
  const rows = useRows({
    ...{ queries: deliveryRows, account: account.slug, filters, keyOf: byTime, sort: null },
    still: drawer.open !== null,
    onRefreshed: () => handle.current?.toTop(),
  });
  // Counts stay until those of another filter are there.
  const told = useRef(rows.newest);
  told.current = rows.newest ?? told.current;
  const selection = useSelection(rows.book, filterKey);
  const columns = useShownColumns(deliveriesList, account.slug, useColumnName());
  const begin = (next: Start) => {
    if (drawer.open !== null) drawer.close();
    setStart(next);
  };
  return {
    ...{ account, state, filterKey, handle, rows, selection, columns, drawer },
    newest: told.current,
    task: { sheet, begin, leave: () => setStart(null) },
  };
}
type View = ReturnType<typeof useList>;

const byTime = () => null;

function beside({ task, drawer, rows }: View): { room: 'sheet' | 'drawer'; drawer?: ReactNode } {
  const { open, show, close } = drawer;
  if (task.sheet) return { room: 'sheet', drawer: task.sheet };
  if (open === null) return { room: 'drawer' };
  return {
    room: 'drawer',
    drawer: <DeliveryDrawer key={open} id={open} book={rows.book} onOpen={show} onClose={close} />,
  };
}

/** The outcome is chosen by the facets, and an endpoint by id or address. */
const ELSEWHERE: readonly string[] = ['outcome', 'webhookId', 'url'];
type Receiver = { url: string | null };

function Filters({ view, incidents }: { view: View; incidents: readonly Receiver[] }) {
  const { state, rows, newest, columns } = view;
  const fields = state.fields.filter((field) => !ELSEWHERE.includes(field.name));
  const [first] = rows.pages;
  const seen = [...(first === undefined ? [] : rowsIn(first)), ...incidents];
  return (
    <FilterBar
      state={{ ...state, fields }}
      now={rows.asOf}
      standing
      after={<EndpointChip state={state} seen={seen} />}
    >
      {newest !== null && <ReachLine reach={newest.reach} />}
      <ColumnSettings list={deliveriesList} columns={columns} />
    </FilterBar>
  );
}

function Views({ view: { state, rows, columns } }: { view: View }) {
  return <SavedViews list={deliveriesList} state={state} columns={columns} now={rows.asOf} />;
}

const GIVEN = { by: 'time', falling: true };

function DeliveriesGrid({ view }: { view: View }) {
  const { rows, columns, selection, drawer, task, handle } = view;
  return (
    <Grid
      columns={columns.names}
      {...{ list: deliveriesList, rows, selection, handle, sort: GIVEN }}
      flows
      words={useGridLabels()}
      cell={DeliveryCell}
      open={task.sheet ? null : drawer.open}
      onOpen={(id) => {
        task.leave();
        drawer.show(id);
      }}
      onEscape={() => {
        if (task.sheet) task.leave();
        else if (drawer.open !== null) drawer.close();
        else selection.clear();
      }}
      onNear={nearDrawer}
    />
  );
}

function useGridLabels() {
  const t = useTranslations('deliveries');
  return {
    label: t('table.label'),
    column: useColumnName(),
    nameOf,
    day: ({ count }: Sums) => <DaySums count={t('table.day', { count })}>{null}</DaySums>,
  };
}

type Props = { state: FilterState; seen: readonly { url: string | null }[] };

/** Registered endpoints by id, and the addresses that deliveries went to: one choice of either. */
function EndpointChip({ state: { filters, set }, seen }: Props) {
  const t = useTranslations('list.filters');
  const label = useFilterName()('webhookId');
  const { account } = useSession();
  const { data } = useQuery({
    ...webhooksOptions(account.slug),
    enabled: account.capabilities.includes('webhooks'),
  });
  const { webhookId, url } = filters;
  const registered = data?.items ?? [];
  const known = new Set(registered.map((one) => one.url));
  const others = new Set([...seen, { url }].flatMap((one) => one.url ?? []).filter((one) => !known.has(one)));
  const hostOf = (id: string) => hostWords(registered.find((one) => one.id === id)?.url ?? null);
  const shown = webhookId === null ? hostWords(url) : (hostOf(webhookId) ?? shortId(webhookId));
  const options = [
    { value: 'u ', label: t('any') },
    ...registered.map((one) => ({ value: `w ${one.id}`, label: one.url ?? shortId(one.id) })),
    ...[...others].map((one) => ({ value: `u ${one}`, label: one })),
  ];
  const value = webhookId === null ? `u ${url ?? ''}` : `w ${webhookId}`;
  const choose = (next: string) => {
    const of = next.slice(2) || null;
    set(next.startsWith('w') ? { webhookId: of, url: null } : { webhookId: null, url: of });
  };
  return (
    <span className="chip">
      <Menu
        label={label}
        items={[{ kind: 'choice', id: 'endpoint', label, value, onChange: choose, options }]}
        trigger={<ChipButton label={label} value={shown ?? t('any')} caret={shown === null} />}
      />
      {shown !== null && <ChipRemove label={t('remove', { name: label })} onClick={() => choose('u ')} />}
    </span>
  );
}

type DeliveriesHeadProps = {
  state: FilterState;
  rows: DeliveryRows;
  views: ReactNode;
  onStart: (start: Start) => void;
  exported: ReactNode;
};

/** How fresh the rows are, and the resends. */
function DeliveriesHead({ state, rows, views, onStart, exported }: DeliveriesHeadProps) {
  const t = useTranslations('deliveries');
  const words = useTranslations('resends.action');
  const mayResend = useMayResend();
  const { account } = useSession();
  const { from, to, webhookId } = state.filters;
  return (
    <PageHead title={t('title')} asOf={rows.asOf} live={rows.live}>
      <RefreshRows rows={rows} />
      {views}
      {exported}
      <span className="head-ways flex items-center gap-3">
        {account.capabilities.includes('resends') && (
          <LinkButton href={`/${account.slug}/resends`} variant="quiet">
            {words('list')}
          </LinkButton>
        )}
        {mayResend && (
          <Button
            onPointerEnter={nearResendSheet}
            onFocus={nearResendSheet}
            onClick={() => onStart(choosing({ from: from ?? '', to: to ?? '', webhookId }))}
          >
            {words('new')}
          </Button>
        )}
      </span>
    </PageHead>
  );
}
