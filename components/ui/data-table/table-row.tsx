'use client';

import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { type ComponentType, memo, type ReactNode } from 'react';
import { CHECKBOX, Checkbox } from '#components/ui/checkbox.tsx';
import { cn } from '#components/ui/cn.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { ROW_OPEN } from '#components/ui/table.tsx';
import { copiedOf } from '#lib/list/list.ts';
import { NoteName } from './cell-parts.tsx';
import { type ColumnStyle, pickClasses, pickHeadClasses, type Shape } from './columns.ts';
import type { Row } from './table-props.ts';

export type Cell<R> = ComponentType<{ row: R; column: string }>;

type HeadProps = {
  columnStyles: readonly ColumnStyle[];
  /** The part of a TanStack Table column that its head uses; undefined: no such column. */
  columnOf: (name: string) => HeadColumn | undefined;
  /** Columns that become sortable once all rows were read. */
  later: readonly string[];
  /** Absent where no row can be chosen. */
  picks: PickAllProps | undefined;
  grid: boolean;
};
type HeadColumn = {
  getIsSorted: () => false | 'asc' | 'desc';
  getCanSort: () => boolean;
  toggleSorting: () => void;
};

/** The column heads: they show the sort order, and a press changes it. */
export function TableHead({ columnStyles, columnOf, later, picks, grid }: HeadProps) {
  const t = useTranslations('list.table');
  return (
    <thead className="stacked:sr-only print:static! print:table-header-group!">
      <tr aria-rowindex={grid ? 1 : undefined}>
        {picks && <PickAll {...picks} />}
        {columnStyles.map(({ shape, headClassName, headStyle }) => {
          const column = columnOf(shape.name);
          const sorted = column?.getIsSorted();
          const content = (
            <>
              {shape.head}
              {sorted && <span aria-hidden="true">&nbsp;{sorted === 'desc' ? '↓' : '↑'}</span>}
            </>
          );
          return (
            column && (
              <th
                key={shape.name}
                scope="col"
                className={headClassName}
                style={headStyle}
                data-number={shape.number}
                data-place={shape.place}
                aria-sort={sorted ? (sorted === 'desc' ? 'descending' : 'ascending') : undefined}
                title={later.includes(shape.name) ? t('sortLater') : undefined}
              >
                {column.getCanSort() ? (
                  <button
                    type="button"
                    className="inline-flex h-full items-center gap-1 border-0 bg-transparent p-0 font-[inherit] text-inherit"
                    onClick={() => column.toggleSorting()}
                  >
                    {content}
                  </button>
                ) : (
                  content
                )}
              </th>
            )
          );
        })}
      </tr>
    </thead>
  );
}

type PickAllProps = { chosen: number; read: number; onAll: () => void; onNone: () => void };

function PickAll({ chosen, read, onAll, onNone }: PickAllProps) {
  const t = useTranslations('list.table');
  const whole = read > 0 && chosen >= read;
  return (
    <th scope="col" className={pickHeadClasses}>
      <Checkbox
        aria-label={t('selectAll')}
        className="grid align-middle"
        checked={whole}
        some={chosen > 0 && !whole}
        disabled={read === 0}
        onChange={whole ? onNone : onAll}
      />
    </th>
  );
}

/** What all rows of a table share. */
export type RowStyle<R> = {
  columnStyles: readonly ColumnStyle[];
  cell: Cell<R>;
  className: string;
  picks: boolean;
  /** How a row opens: by its text, as a page, or (in a grid) by a press anywhere; undefined: not at all. */
  opens: 'text' | 'page' | 'row' | undefined;
};
type Props<R> = {
  rowStyle: RowStyle<R>;
  /** Undefined while the row is not read yet. */
  row: R | undefined;
  index: number;
  open: boolean;
  href: string | undefined;
  title: string | undefined;
  /** Undefined where rows cannot be chosen. */
  chosen: boolean | undefined;
  /** The row's name, for its checkbox's label. */
  name: string | undefined;
  hovered: boolean;
  arrived: boolean | undefined;
  waits: boolean | undefined;
  dim: boolean | undefined;
  /** Grid only: the element's id. */
  id: string | undefined;
  /** Grid only: the index among all rows and day lines. */
  rowIndex: number | undefined;
  /** Grid only: the row is in the tab order. */
  focusable: boolean;
};

/** One record. The table handles presses, so that rows create no closures while people scroll. */
function DrawnRow<R extends Row>(props: Props<R>) {
  const { row, index, open, chosen, name, hovered, focusable } = props;
  const { columnStyles, cell: Content, className, opens } = props.rowStyle;
  const grid = props.id !== undefined;
  const unread = row === undefined;
  return (
    <tr
      id={props.id}
      className={className}
      data-id={grid ? undefined : row?.id}
      data-index={index}
      data-open={open || undefined}
      data-selected={chosen || undefined}
      data-opens={opens !== undefined || undefined}
      data-unread={unread || undefined}
      data-arrived={props.arrived || undefined}
      data-waits={props.waits || undefined}
      data-dim={props.dim || undefined}
      aria-rowindex={props.rowIndex}
      aria-selected={grid ? chosen : undefined}
      aria-busy={unread || undefined}
      tabIndex={grid ? (focusable ? 0 : -1) : undefined}
    >
      {chosen !== undefined && (
        <td className={pickClasses} data-pick="">
          {!unread && <Pick name={name ?? ''} chosen={chosen} grid={grid} />}
        </td>
      )}
      {columnStyles.map(({ shape, cellClassName }) => (
        <td
          key={shape.name}
          className={cellClassName}
          data-number={shape.number}
          data-place={shape.place}
          {...(row && copiedOf(shape, row))}
        >
          {row && hovered && <CellCopy shape={shape} row={row} />}
          {row && shape.place === 'note' && !shape.plain && <NoteName>{shape.head}</NoteName>}
          {row && (
            <Opener opens={shape.opens ? opens : undefined} href={props.href} title={props.title} open={open}>
              <Content row={row} column={shape.name} />
            </Opener>
          )}
        </td>
      ))}
    </tr>
  );
}
export const TableRow = memo(DrawnRow) as typeof DrawnRow;

const PICK = cn(CHECKBOX, 'grid align-middle');

function Pick({ name, chosen, grid }: { name: string; chosen: boolean; grid: boolean }) {
  const t = useTranslations('list.table');
  return (
    <input
      type="checkbox"
      className={PICK}
      aria-label={t('select', { name })}
      checked={chosen}
      readOnly
      tabIndex={grid ? -1 : undefined}
    />
  );
}

/** The copy button of the cell under the pointer: over the end of a text, before an amount. */
function CellCopy({ shape, row }: { shape: Shape; row: object }) {
  const comma = useLocale().startsWith('pt');
  const { 'data-copy': text, 'data-copy-amount': amount } = copiedOf(shape, row);
  if (text === undefined) return null;
  const side = amount === undefined ? 'float-right -ml-6' : 'float-left -mr-6';
  return (
    <span
      className={`relative z-1 hidden rounded-1 bg-raised font-normal leading-none group-hover/cell:block print:hidden! ${side}`}
      data-cell-copy=""
    >
      <CopyButton value={comma && amount !== undefined ? text.replace('.', ',') : text} />
    </span>
  );
}

type OpenerProps = Pick<Props<unknown>, 'href' | 'title' | 'open'> &
  Pick<RowStyle<unknown>, 'opens'> & { children: ReactNode };

/** Makes the cell's text open the row where it can; a link covers the whole row. */
function Opener({ opens, href, title, open, children }: OpenerProps) {
  if (opens === 'page' && href !== undefined)
    return (
      <Link
        className={`${ROW_OPEN} no-underline after:absolute after:inset-0 focus-visible:outline-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus`}
        href={href}
        title={title}
      >
        {children}
      </Link>
    );
  if (opens !== 'text') return children;
  return (
    <button type="button" className={ROW_OPEN} aria-expanded={open}>
      {children}
    </button>
  );
}

/** A placeholder for a row that is being read, in a table that is not windowed. */
export function WaitingRow<R>({ rowStyle }: { rowStyle: RowStyle<R> }) {
  return (
    <tr className={rowStyle.className}>
      {rowStyle.picks && <td className={pickClasses} />}
      {rowStyle.columnStyles.map(({ shape, cellClassName }) => (
        <td key={shape.name} className={cellClassName} data-number={shape.number} data-place={shape.place}>
          <Skeleton width="70%" />
        </td>
      ))}
    </tr>
  );
}
