'use client';

import Link from 'next/link';
import { type CSSProperties, Fragment, type MouseEvent, memo, type ReactNode, useId, useRef } from 'react';
import { rowKeys } from '#components/shell/use-row-opens.ts';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { cn } from '#components/ui/cn.ts';
import { ROW_OPEN } from '#components/ui/row-open.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { copiedOf } from '#lib/list/copied.ts';
import type { Column } from '#lib/list/list.ts';
import type { Sort } from '#lib/list/pages.ts';
import { cellProps } from '../cell-props.ts';
import type { Cell } from '../grid/grid-line.tsx';
import { HeadWords, sortedBy } from '../head-words.tsx';
import { RowCopy } from '../row-copy.tsx';
import type { Selection } from '../use-selection.ts';
import { NoteName } from './note-name.tsx';
import styles from './table.module.css';

/** How a record opens: beside the list, or as a page of its own. */
export type Opening<R> =
  | {
      open: string | null;
      onOpen: (id: string) => void;
    }
  | { href: (row: R) => string; title?: (row: R) => string };
export type TableWords = {
  label: string;
  /** Words shown while rows are read. */
  loading: string;
  column: (name: string) => ReactNode;
};
type Row = { readonly id: string };
/** Rows are chosen by their place. */
export type TableSelection<R> = Pick<Selection<R>, 'ids' | 'toggle' | 'extend' | 'all' | 'clear'> & {
  /** Label of a row's box, and of the box for all rows. */
  labelOf: (row: R) => string;
  labelAll: string;
};
export type TableProps<R extends Row> = {
  columns: Readonly<Record<string, Column>>;
  /** Those that stand on this page, in their order; all without. */
  names?: readonly string[];
  words: TableWords;
  cell: Cell<R>;
  opening?: Opening<R>;
  selection?: TableSelection<R> | undefined;
  /** How the rows stand, where a head says so, and what a press of a head does. */
  sort?: Sort | undefined;
  sortBy?: { columns: readonly string[]; run: (column: string) => void } | undefined;
  /** Rows of bars while it is read. */
  waiting?: number;
  /** Not done yet: the line below the row is dashed. */
  waits?: (row: R) => boolean;
  /** Moves nothing: the row is grey. */
  dim?: (row: R) => boolean;
  /** Content above a row: the head of its day. */
  before?: (row: R) => ReactNode;
  className?: string;
};

type AllProps<R extends Row> = TableProps<R> & { rows: readonly R[] | undefined };
const NO_ROOM: Column = { width: 0 };
/**
 * Rows in the flow of a page, for lists that people read from the top (`Grid` is for those they scroll through). Its
 * heads are real while rows are read; where there is little room columns go by `under`, then a row becomes two lines.
 */
export function ListTable<R extends Row>(props: AllProps<R>) {
  const { rows, columns, words, sort, sortBy, className, waiting = 5, before, ...line } = props;
  const { names = Object.keys(columns), cell, opening, waits, dim, selection } = line;
  const presses = useRef(line);
  presses.current = line;
  const shapes = useKept(
    names.map((name) => ({ name, shape: columns[name] ?? NO_ROOM, head: words.column(name) })),
  );
  return (
    <div className={styles.frame} data-least={leastOf(shapes, selection !== undefined)}>
      <RowCopy />
      <table
        className={`table ${styles.rows} ${className ?? ''}`}
        aria-label={rows === undefined ? words.loading : words.label}
        aria-busy={rows === undefined || undefined}
        onKeyDown={opening && rowKeys}
      >
        <thead>
          <tr>
            {selection && <PickAll selection={selection} count={rows?.length ?? 0} />}
            {shapes.map(({ name, shape, head }) => (
              <th
                key={name}
                scope="col"
                {...cellProps(shape)}
                {...sortedBy(name, sort)}
                style={widthOf(shape)}
              >
                <HeadWords
                  column={name}
                  sort={sort}
                  onSort={sortBy?.columns.includes(name) ? sortBy.run : undefined}
                >
                  {head}
                </HeadWords>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined
            ? Array.from({ length: waiting }, (_, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows that are only room
                <tr key={line}>
                  {selection && <td className={styles.pick} />}
                  {shapes.map(({ name, shape }) => (
                    <td key={name} {...cellProps(shape)}>
                      <Skeleton width="70%" />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row, index) => (
                <Fragment key={row.id}>
                  {before?.(row)}
                  <Line
                    {...{ row, index, shapes, cell, presses }}
                    {...openingOf(opening, row)}
                    chosen={selection?.ids.has(row.id)}
                    label={selection?.labelOf(row)}
                    waits={waits?.(row)}
                    dim={dim?.(row)}
                  />
                </Fragment>
              ))}
        </tbody>
      </table>
    </div>
  );
}

type Shaped = { name: string; shape: Column; head: ReactNode };
/** Least width, in rem, of a column that takes the rest. */
const GROWING = 9;
const PICK = 2.25;

/** The room, in rem, under which a row becomes two lines. */
function leastOf(shapes: readonly Shaped[], picked: boolean): number {
  const least = shapes.reduce(
    (sum, { shape: { under, grows, width } }) =>
      sum + (under !== undefined ? 0 : grows ? Math.max(width, GROWING) : width),
    picked ? PICK : 0,
  );
  return [34, 42, 46].find((step) => least <= step) ?? 56;
}

const widthOf = ({ grows, width }: Column) =>
  grows ? undefined : ({ '--width': `${width}rem` } as CSSProperties);

/** The columns as they were, while they say the same: no row is drawn anew for them. */
function useKept(shapes: readonly Shaped[]): readonly Shaped[] {
  const kept = useRef(shapes);
  const same = ({ name, shape, head }: Shaped, at: number) => {
    const before = kept.current[at];
    return before?.name === name && before.shape === shape && before.head === head;
  };
  if (kept.current.length === shapes.length && shapes.every(same)) return kept.current;
  kept.current = shapes;
  return shapes;
}

/** How its row opens: as a page, or beside the list, where it may stand open now. */
type Opens = { href?: string | undefined; title?: string | undefined; opened?: boolean | undefined };

function openingOf<R extends Row>(opening: Opening<R> | undefined, row: R): Opens {
  if (opening === undefined) return {};
  if ('href' in opening) return { href: opening.href(row), title: opening.title?.(row) };
  return { opened: opening.open === row.id };
}

type LineProps<R extends Row> = Pick<TableProps<R>, 'cell'> &
  Opens & {
    row: R;
    index: number;
    shapes: readonly Shaped[];
    /** Undefined where none can be chosen. */
    chosen: boolean | undefined;
    label: string | undefined;
    waits: boolean | undefined;
    dim: boolean | undefined;
    /** Read when the row is pressed: as they are then. */
    presses: { readonly current: Pick<TableProps<R>, 'opening' | 'selection'> };
  };

/**
 * A press anywhere in it does what its opening words do; a link's target is the whole row. Drawn anew when what it
 * shows has changed, and not with each answer that its page hears.
 */
const Line = memo(DrawnLine) as typeof DrawnLine;

function DrawnLine<R extends Row>({ row, index, shapes, cell: Content, presses, ...look }: LineProps<R>) {
  const { opened, href, title, chosen, label, waits, dim } = look;
  const id = useId();
  const press = () => {
    if (getSelection()?.isCollapsed ?? true) document.getElementById(id)?.click();
  };
  const open = (event: MouseEvent) => {
    event.stopPropagation();
    const { opening } = presses.current;
    if (opening && 'onOpen' in opening) opening.onOpen(row.id);
  };
  return (
    <tr
      data-id={row.id}
      data-index={index}
      data-open={opened || undefined}
      data-selected={chosen || undefined}
      data-opens={(opened ?? href) !== undefined || undefined}
      data-waits={waits || undefined}
      data-dim={dim || undefined}
      onClick={opened === undefined ? undefined : press}
    >
      {chosen !== undefined && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: its box is what the keyboard reaches
        <td
          className={styles.pick}
          onClick={(event) => {
            event.stopPropagation();
            presses.current.selection?.[event.shiftKey ? 'extend' : 'toggle'](index);
          }}
        >
          <Checkbox aria-label={label} checked={chosen} readOnly />
        </td>
      )}
      {shapes.map(({ name, shape, head }) => (
        <td key={name} {...cellProps(shape)} {...copiedOf(shape, row)}>
          {shape.place === 'note' && !shape.plain && <NoteName>{head}</NoteName>}
          {shape.opens ? (
            <Opener {...{ id, href, title, opened }} onOpen={open}>
              <Content row={row} column={name} />
            </Opener>
          ) : (
            <Content row={row} column={name} />
          )}
        </td>
      ))}
    </tr>
  );
}

function PickAll<R>({ selection, count }: { selection: TableSelection<R>; count: number }) {
  const { ids, all, clear, labelAll } = selection;
  const whole = count > 0 && ids.size >= count;
  return (
    <th scope="col" className={styles.pick}>
      <Checkbox
        aria-label={labelAll}
        checked={whole}
        some={ids.size > 0 && !whole}
        disabled={count === 0}
        onChange={whole ? clear : all}
      />
    </th>
  );
}

type OpenerProps = Opens & { id: string; onOpen: (event: MouseEvent) => void; children: ReactNode };

/** Its words open the row, where they do. */
function Opener({ id, href, title, opened, onOpen, children }: OpenerProps) {
  if (href !== undefined)
    return (
      <Link id={id} className={cn(ROW_OPEN, styles.link)} href={href} title={title}>
        {children}
      </Link>
    );
  if (opened === undefined) return children;
  return (
    <button id={id} type="button" className={ROW_OPEN} aria-expanded={opened} onClick={onOpen}>
      {children}
    </button>
  );
}
