'use client';

import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { type ComponentType, memo, type ReactNode } from 'react';
import { CHECKBOX } from '#components/ui/checkbox.tsx';
import { cn } from '#components/ui/cn.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { ROW_OPEN } from '#components/ui/table.tsx';
import { copiedOf } from '#lib/list/copied.ts';
import { NoteName } from './cell-parts.tsx';
import { type ColumnStyle, pickClasses } from './looks.ts';

export type Cell<R> = ComponentType<{ row: R; column: string }>;

type Props<R> = {
  /** Undefined while the row is not read yet. */
  row: R | undefined;
  index: number;
  columnStyles: readonly ColumnStyle[];
  cell: Cell<R>;
  className: string;
  /** How the row opens: by its text, as a page, or (in a grid) by a press anywhere; undefined: not at all. */
  opens: 'words' | 'page' | 'row' | undefined;
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
  /**
   * Grid only: the element's id, the row's index among all rows and day lines, and whether it is in the tab
   * order.
   */
  id?: string | undefined;
  rowIndex?: number | undefined;
  focusable?: boolean | undefined;
};

/** One record. The table handles presses, so that rows create no closures while people scroll. */
function DrawnRow<R extends { readonly id: string }>(props: Props<R>) {
  const { row, index, columnStyles, cell: Content, opens, open, chosen, name, hovered, focusable } = props;
  const grid = props.id !== undefined;
  const unread = row === undefined;
  return (
    <tr
      id={props.id}
      className={props.className}
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

/**
 * The copy button of the cell under the pointer: over the end of a text, before an amount. Touch screens have
 * the detail view instead.
 */
function CellCopy<R extends object>({ shape, row }: { shape: ColumnStyle['shape']; row: R }) {
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

type OpenerProps = Pick<Props<unknown>, 'opens' | 'href' | 'title' | 'open'> & { children: ReactNode };

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
  if (opens !== 'words') return children;
  return (
    <button type="button" className={ROW_OPEN} aria-expanded={open}>
      {children}
    </button>
  );
}

type WaitingProps = {
  columnStyles: readonly ColumnStyle[];
  picks: boolean;
  className: string;
  children: ReactNode;
};

/** A placeholder for a row that is being read, in a table that is not windowed. */
export function WaitingRow({ columnStyles, picks, className, children }: WaitingProps) {
  return (
    <tr className={className}>
      {picks && <td className={pickClasses} />}
      {columnStyles.map(({ shape, cellClassName }) => (
        <td key={shape.name} className={cellClassName} data-number={shape.number} data-place={shape.place}>
          {children}
        </td>
      ))}
    </tr>
  );
}
