'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Fragment, type MouseEvent, useRef } from 'react';
import { useRowKeys } from '#components/list/use-row-keys.ts';
import { ColumnHead } from '#components/ui/data-table.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { dayHeading, type Locale } from '#lib/dates.ts';
import { activeFilters } from '#lib/list/list.ts';
import { bracketsOf, type DayGroup, daysOf, type Sorting } from '#lib/statement/rules.ts';
import type { StatementFilters } from '#lib/statement/statement.list.ts';
import { LineRow } from './line-row.tsx';
import type { Lines } from './lines-view.tsx';
import styles from './statement.module.css';
import type { Place } from './use-statement.ts';

type Props = { lines: Lines; filters: StatementFilters; place: Place };
const COLUMNS = 7;

/** The lines read so far, grouped by São Paulo day. */
export function StatementTable({ lines, filters, place }: Props) {
  const t = useTranslations('statement.table');
  const table = useRef<HTMLTableElement>(null);
  const { items } = lines;
  const sorting: Sorting = { sort: filters.sort ?? 'posted', order: filters.order ?? 'desc' };
  const open = (index: number) => items[index] && place.show(items[index].id);
  const keys = useRowKeys({ table, count: items.length, onOpen: open, onEscape: place.close });
  const onClick = (event: MouseEvent) => {
    const row = (event.target as Element).closest<HTMLElement>('tr[data-row]');
    if (row === null || !(getSelection()?.isCollapsed ?? true)) return;
    const index = Number(row.dataset.row);
    keys.place(index);
    open(index);
  };
  const brackets = bracketsOf(items, sorting.order);
  const whole = activeFilters(filters).length === 0;
  let index = -1;
  return (
    <table
      ref={table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose focus moves is a grid
      role="grid"
      className={`table ${styles.table}`}
      aria-label={t('label')}
      aria-description={t('help')}
      data-fees={items.some(({ fee }) => fee !== null) || undefined}
      onKeyDown={keys.onKeyDown}
      onClick={onClick}
    >
      <Heads order={sorting.order} />
      <tbody>
        {daysOf(items, sorting).map((group) => (
          <Fragment key={group.lines[0]?.id}>
            <DayRow group={group} closing={whole} now={lines.first?.asOf ?? null} />
            {group.lines.map((line) => {
              index += 1;
              return (
                <LineRow
                  key={line.id}
                  line={line}
                  index={index}
                  sorting={sorting}
                  focusable={index === keys.active}
                  open={line.id === place.open}
                  bracket={brackets.get(line.id) ?? null}
                />
              );
            })}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function Heads({ order }: { order: Sorting['order'] }) {
  const t = useTranslations('statement.table');
  return (
    <thead>
      <tr>
        <th scope="col" style={{ width: '1.25rem' }}>
          <span className="sr-only">{t('pair')}</span>
        </th>
        <ColumnHead width="5.25rem" sort={order === 'desc' ? 'descending' : 'ascending'}>
          {t('time')}
        </ColumnHead>
        <ColumnHead width="13rem">{t('type')}</ColumnHead>
        <ColumnHead>{t('who')}</ColumnHead>
        <th scope="col" className={`num ${styles.fee}`}>
          {t('fee')}
        </th>
        <ColumnHead width="8.5rem" num>
          {t('amount')}
        </ColumnHead>
        <ColumnHead width="8.5rem" num>
          {t('after')}
        </ColumnHead>
      </tr>
    </thead>
  );
}

type DayProps = { group: DayGroup; closing: boolean; now: string | null };

/** The day, and what its lines on screen come to; its closing balance only where no filter leaves lines out. */
function DayRow({ group, closing, now }: DayProps) {
  const t = useTranslations('statement.table');
  const locale = useLocale() as Locale;
  const { day, lines } = group;
  return (
    <tr className="day">
      <td colSpan={6}>
        <span className={styles.dayBox}>
          <b>{day === '' ? t('noDay') : dayHeading(locale, day, now ?? Date.now())}</b>
          <span>{t('day', { count: lines.length })}</span>
          <span className={styles.sums} title={t('dayTitle')}>
            {group.in > 0 && <Money cents={group.in} direction="in" />}
            {group.out > 0 && <Money cents={group.out} direction="out" />}
          </span>
        </span>
      </td>
      <td className={`num ${styles.closing}`} title={t('closing')}>
        {closing && group.closing !== null && <Money cents={group.closing} />}
      </td>
    </tr>
  );
}

const LINES = [1, 2, 3, 4, 5, 6, 7, 8];
const CELLS = Array.from({ length: COLUMNS }, (_, at) => at);

export function RowsWaiting() {
  const t = useTranslations('statement.table');
  return (
    <table className={`table ${styles.table}`} aria-busy="true" aria-label={t('loading')}>
      <Heads order="desc" />
      <tbody>
        {LINES.map((line) => (
          <tr key={line} data-row={line}>
            {CELLS.map((cell) => (
              <td key={cell} data-cell={cell === 3 ? 'who' : undefined}>
                {cell > 0 && <Skeleton width="70%" />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
