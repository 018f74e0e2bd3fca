'use client';

import { useTranslations } from 'next-intl';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { cellClass } from './cell-class.ts';
import type { Column } from './columns.ts';
import styles from './transactions.module.css';

type Props = {
  columns: readonly Column[];
  chosen: number;
  read: number;
  onAll: () => void;
  onNone: () => void;
};

export function TableHead({ columns, chosen, read, onAll, onNone }: Props) {
  const t = useTranslations('transactions');
  const whole = read > 0 && chosen >= read;
  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1} className={styles.tracks}>
        <th scope="col" className={styles.pick}>
          <Checkbox
            aria-label={t('table.selectAll')}
            checked={whole}
            some={chosen > 0 && !whole}
            disabled={read === 0}
            onChange={whole ? onNone : onAll}
          />
        </th>
        {columns.map((column) => (
          <th
            key={column}
            scope="col"
            className={cellClass(column)}
            aria-sort={column === 'time' ? 'descending' : undefined}
          >
            {t(`column.${column}`)}
            {column === 'time' && <span aria-hidden="true">&nbsp;↓</span>}
          </th>
        ))}
      </tr>
    </thead>
  );
}
