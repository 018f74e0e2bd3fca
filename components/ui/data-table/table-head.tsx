'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { type Look, pickHeadClasses } from './looks.ts';

/** What the head asks of a column of TanStack Table. */
type HeadColumn = {
  id: string;
  getIsSorted: () => false | 'asc' | 'desc';
  getCanSort: () => boolean;
  toggleSorting: () => void;
};
type Picks = { chosen: number; read: number; onAll: () => void; onNone: () => void };
type Props = {
  looks: readonly Look[];
  columns: readonly HeadColumn[];
  /** Columns that can be sorted by once all rows were read. */
  later: readonly string[];
  /** Absent where no row can be chosen. */
  picks: Picks | undefined;
  grid: boolean;
};

/** Names of the columns: how the rows stand by one, and a press that turns that. */
export function TableHead({ looks, columns, later, picks, grid }: Props) {
  return (
    <thead className="stacked:sr-only print:static! print:table-header-group!">
      <tr aria-rowindex={grid ? 1 : undefined}>
        {picks && <PickAll {...picks} />}
        {looks.map((look) => {
          const column = columns.find(({ id }) => id === look.shape.name);
          return (
            column && (
              <HeadCell key={column.id} look={look} column={column} later={later.includes(column.id)} />
            )
          );
        })}
      </tr>
    </thead>
  );
}

type CellProps = { look: Look; column: HeadColumn; later: boolean };

function HeadCell({ look: { shape, headClassName, headStyle }, column, later }: CellProps) {
  const t = useTranslations('list.table');
  const sorted = column.getIsSorted();
  const words: ReactNode = (
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
          {words}
        </button>
      ) : (
        words
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
