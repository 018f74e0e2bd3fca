'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { type ColumnStyle, pickHeadClasses } from './looks.ts';

/** The part of a TanStack Table column that the head uses. */
type HeadColumn = {
  id: string;
  getIsSorted: () => false | 'asc' | 'desc';
  getCanSort: () => boolean;
  toggleSorting: () => void;
};
type Picks = { chosen: number; read: number; onAll: () => void; onNone: () => void };
type Props = {
  columnStyles: readonly ColumnStyle[];
  columns: readonly HeadColumn[];
  /** Columns that become sortable once all rows were read. */
  later: readonly string[];
  /** Absent where no row can be chosen. */
  picks: Picks | undefined;
  grid: boolean;
};

/** The column heads: they show the sort order, and a press changes it. */
export function TableHead({ columnStyles, columns, later, picks, grid }: Props) {
  return (
    <thead className="stacked:sr-only print:static! print:table-header-group!">
      <tr aria-rowindex={grid ? 1 : undefined}>
        {picks && <PickAll {...picks} />}
        {columnStyles.map((columnStyle) => {
          const column = columns.find(({ id }) => id === columnStyle.shape.name);
          return (
            column && (
              <HeadCell
                key={column.id}
                columnStyle={columnStyle}
                column={column}
                later={later.includes(column.id)}
              />
            )
          );
        })}
      </tr>
    </thead>
  );
}

type CellProps = { columnStyle: ColumnStyle; column: HeadColumn; later: boolean };

function HeadCell({ columnStyle: { shape, headClassName, headStyle }, column, later }: CellProps) {
  const t = useTranslations('list.table');
  const sorted = column.getIsSorted();
  const content: ReactNode = (
    <>
      {shape.head}
      {sorted !== false && <span aria-hidden="true">&nbsp;{sorted === 'desc' ? '↓' : '↑'}</span>}
    </>
  );
  return (
    <th
      scope="col"
      className={headClassName}
      style={headStyle}
      data-number={shape.number}
      data-place={shape.place}
      aria-sort={sorted === false ? undefined : sorted === 'desc' ? 'descending' : 'ascending'}
      title={later ? t('sortLater') : undefined}
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
  );
}

function PickAll({ chosen, read, onAll, onNone }: Picks) {
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
