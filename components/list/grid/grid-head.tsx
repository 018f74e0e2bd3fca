'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Checkbox } from '#components/ui/checkbox.tsx';
import type { List } from '#lib/list/list.ts';
import type { Sort } from '#lib/list/pages.ts';
import { cellProps } from '../cell-props.ts';
import { HeadWords, sortedBy } from '../head-words.tsx';
import styles from './grid.module.css';

type Props = {
  list: Pick<List, 'columns' | 'sort'>;
  columns: readonly string[];
  name: (column: string) => ReactNode;
  sort: Sort;
  /** Absent where the rows cannot be put in another order now. */
  onSort?: ((column: string) => void) | undefined;
  chosen: number;
  read: number;
  onAll: () => void;
  onNone: () => void;
};

export function GridHead({ list, columns, name, sort, onSort, chosen, read, onAll, onNone }: Props) {
  const t = useTranslations('list.table');
  const whole = read > 0 && chosen >= read;
  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1} className={styles.tracks}>
        <th scope="col" className={styles.pick}>
          <Checkbox
            aria-label={t('selectAll')}
            checked={whole}
            some={chosen > 0 && !whole}
            disabled={read === 0}
            onChange={whole ? onNone : onAll}
          />
        </th>
        {columns.map((column) => {
          const { number, ...shape } = list.columns[column] ?? { width: 0 };
          return (
            <th
              key={column}
              scope="col"
              {...cellProps({ ...shape, ...(number && { number }) })}
              {...sortedBy(column, sort)}
            >
              <HeadWords column={column} sort={sort} onSort={list.sort.includes(column) ? onSort : undefined}>
                {name(column)}
              </HeadWords>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
