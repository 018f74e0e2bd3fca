'use client';

import {
  createSortedRowModel,
  functionalUpdate,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import { useTranslations } from 'next-intl';
import { Fragment, type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { tableClasses } from '#components/ui/table.tsx';
import type { Column } from '#lib/list/list.ts';
import { columnStylesOf, rowClasses, type Shape, STANDING_CLASSES } from './columns.ts';
import {
  MOST_PRINTED,
  PinnedDay,
  Printed,
  PrintedColumns,
  Progress,
  usePrinting,
  WindowedBody,
} from './table-body.tsx';
import type { Row, Sorting, TableProps, Windowed } from './table-props.ts';
import { type RowStyle, TableHead, TableRow, WaitingRow } from './table-row.tsx';
import { useCursor, useStoredPlace } from './use-cursor.ts';
import { useTableActions } from './use-table-actions.ts';
import { useWindow } from './use-window.ts';

type Props<R extends Row, S> = TableProps<R> &
  ({ rows: readonly R[] | undefined; window?: undefined } | { rows?: undefined; window: Windowed<R, S> });

/** Placeholder rows of a windowed table before its first page is read. */
const FIRST_LOAD = 40;
const NONE: readonly never[] = [];
const NO_PLACEHOLDER: Column = { width: 0 };
const nowhere = () => -1;

/**
 * The rows of a list: all in the page flow, or windowed where people scroll through a whole result. Columns
 * are hidden by priority as the table gets narrower; below 600 px a row is stacked in two lines.
 */
export function DataTable<R extends Row, S>(props: Props<R, S>) {
  const { columns, labels, cell, opening, selection, sorting, window: windowed, className, place } = props;
  const { names = Object.keys(columns), waiting = 5, before, after, waits, dim } = props;
  const t = useTranslations('list.table');
  const frame = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const gridId = useId();
  const grid = windowed !== undefined;
  const picks = selection !== undefined;
  const opens = opening && ('href' in opening ? 'page' : grid ? 'row' : 'text');
  const shapes = useStableColumns(
    names.map((name) => ({ ...(columns[name] ?? NO_PLACEHOLDER), name, head: labels.column(name) })),
  );
  const { columnStyles, least } = useMemo(
    () => columnStylesOf(shapes, { windowed: grid, picks }),
    [shapes, grid, picks],
  );
  const rowStyle = useMemo(
    (): RowStyle<R> => ({ columnStyles, cell, className: rowClasses(grid, picks, opens), picks, opens }),
    [columnStyles, cell, grid, picks, opens],
  );
  const sortable = useSortableTable(columns, props.rows ?? NONE, sorting);
  const { rows } = sortable.getRowModel();

  const loading = windowed?.rows.loading ?? props.rows === undefined;
  const read = windowed?.rows.book.size ?? rows.length;
  const count = windowed === undefined ? read : loading ? FIRST_LOAD : windowed.rows.count;
  const at = (index: number) => (windowed ? windowed.rows.book.at(index) : rows[index]?.original);
  const open = opening && 'open' in opening ? opening.open : null;
  const days = windowed?.rows.days ?? NONE;
  const starts = useMemo(() => days.map(({ index }) => index), [days]);
  const cursor = useCursor({ gridId, count, open, indexOf: windowed?.rows.book.indexOf ?? nowhere });
  const printing = usePrinting();
  const view = useWindow({
    enabled: grid,
    frame,
    table,
    flows: windowed?.flows ?? false,
    count,
    starts,
    active: cursor.active,
    printed: grid && printing ? Math.min(read, MOST_PRINTED) : null,
  });
  useStoredPlace(table, place, !loading);
  const reach = windowed?.rows.reach;
  useEffect(() => {
    reach?.(view.lastVisible);
  }, [reach, view.lastVisible]);
  // A drawer narrows the table and makes rows taller, which moves the open row: scroll it back into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each record and each height
  useEffect(() => {
    if (grid && open !== null) view.scrollTo(cursor.active);
  }, [open, grid, view.rowHeight]);
  const handle = windowed?.handle;
  const actions = useTableActions({ grid, at, read, cursor, view, opening, open, selection, handle });

  const rowAt = (index: number, rowIndex?: number) => {
    const row = at(index);
    const page = row && opening && 'href' in opening ? opening : undefined;
    return (
      <TableRow
        key={grid ? index : row?.id}
        id={grid ? `${gridId}-${index}` : undefined}
        rowStyle={rowStyle}
        row={row}
        index={index}
        rowIndex={rowIndex}
        open={row !== undefined && open === row.id}
        href={page && row && page.href(row)}
        title={page && row && page.title?.(row)}
        chosen={selection && row !== undefined && selection.ids.has(row.id)}
        name={row && selection?.nameOf(row)}
        hovered={actions.hovered === index}
        arrived={row && windowed?.rows.arrived.has(row.id)}
        waits={row && waits?.(row)}
        dim={row && dim?.(row)}
        focusable={grid && index === cursor.active}
      />
    );
  };
  const pinned = view.firstVisible < read ? days[view.pinned] : undefined;
  return useFrozen(
    printing,
    <div
      className={`${props.twoLines ? '[container:table_table-of-two-lines/inline-size]' : '@container/table'} ${grid ? zoneClasses(windowed.flows) : ''}`}
    >
      <div ref={frame} className={grid ? scrollerClasses(windowed.flows) : undefined}>
        {pinned && windowed && <PinnedDay window={windowed} day={pinned} />}
        <table
          ref={table}
          {...(grid
            ? {
                role: 'grid',
                style: { minWidth: least },
                'aria-description': t('help'),
                'aria-rowcount': loading ? -1 : count + days.length + 1,
                'aria-colcount': names.length + 1,
                'aria-multiselectable': true,
              }
            : {})}
          aria-label={loading && !grid ? (labels.loading ?? labels.label) : labels.label}
          aria-busy={loading || (grid ? false : undefined)}
          className={`${tableClasses} ${grid ? STANDING_CLASSES : ''} table-fixed stacked:block stacked:min-w-0! print:table! print:table-auto print:min-w-0! print:text-[7pt] ${className ?? ''}`}
          {...actions.handlers}
        >
          <TableHead
            columnStyles={columnStyles}
            columnOf={(name) => (name in columns ? sortable.getColumn(name) : undefined)}
            later={sorting?.later ? sorting.columns : NONE}
            picks={
              selection && { chosen: selection.ids.size, read, onAll: actions.all, onNone: selection.clear }
            }
            grid={grid}
          />
          <PrintedColumns value={columnStyles.length}>
            <tbody className="stacked:block print:table-row-group!">
              {windowed && <WindowedBody window={windowed} view={view} starts={starts} rowAt={rowAt} />}
              {!grid &&
                loading &&
                Array.from({ length: waiting }, (_, line) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows are all alike
                  <WaitingRow key={line} rowStyle={rowStyle} />
                ))}
              {!grid &&
                rows.map(({ original }, index) => (
                  <Fragment key={original.id}>
                    {before?.(original)}
                    {rowAt(index)}
                    {after?.(original)}
                  </Fragment>
                ))}
            </tbody>
          </PrintedColumns>
        </table>
      </div>
      {windowed && <Progress window={windowed} view={view} count={count} />}
      {windowed && <Printed read={read} total={windowed.rows.ended ? read : windowed.rows.total} />}
    </div>,
  );
}

const zoneClasses = (flows = false) =>
  `relative flex min-h-0 flex-col print:block ${flows ? 'flex-none' : 'flex-1'}`;
/** Limited to the window's height, so that the scroller never renders all rows at once. */
const scrollerClasses = (flows = false) =>
  `relative min-h-0 flex-1 border-t border-line-strong bg-surface [overflow-anchor:none] focus-visible:-outline-offset-2 print:block print:max-h-none! print:overflow-visible! ${
    flows ? '' : 'max-h-dvh overflow-auto'
  }`;

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
});
const idOf = (row: Row) => row.id;

/** The rows in the table's own order, and the columns' parts in sorting. */
function useSortableTable<R extends Row>(
  columns: Readonly<Record<string, Column>>,
  rows: readonly R[],
  { by, columns: sortable = NONE, onSort, keyOf, sorted = false }: Partial<Sorting<R>> = {},
) {
  const definitions = useMemo(
    () =>
      Object.keys(columns).map((id) => ({
        id,
        accessorFn: (row: R) => keyOf?.(row, id) ?? undefined,
        sortFn: 'basic' as const,
        sortUndefined: 'last' as const,
        enableSorting: onSort !== undefined && sortable.includes(id),
      })),
    [columns, keyOf, onSort, sortable],
  );
  const state = useMemo(() => (by === undefined ? [] : [{ id: by.by, desc: by.falling }]), [by]);
  return useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: idOf,
    enableSortingRemoval: false,
    manualSorting: sorted || keyOf === undefined,
    state: { sorting: state },
    onSortingChange: (updater: Updater<typeof state>) => {
      const [next] = functionalUpdate(updater, state);
      if (next) onSort?.(next.id);
    },
  });
}

/** Returns the same array while the columns are equal, so that rows are not rendered again. */
function useStableColumns(shapes: readonly Shape[]): readonly Shape[] {
  const stored = useRef(shapes);
  const isSame = (shape: Shape, position: number) => {
    const before = stored.current[position];
    return before?.name === shape.name && before.head === shape.head && before.width === shape.width;
  };
  if (stored.current.length !== shapes.length || !shapes.every(isSame)) stored.current = shapes;
  return stored.current;
}

/** While the browser prints, returns the node from when it began: an update would lay out all rows again. */
function useFrozen(printing: boolean, node: ReactNode): ReactNode {
  const frozen = useRef({ printing, node });
  if (!printing || !frozen.current.printing) frozen.current = { printing, node };
  return frozen.current.node;
}
