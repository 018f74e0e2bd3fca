'use client';

import { useLocale, useTranslations } from 'next-intl';
import { ListTable } from '#components/list/table/list-table.tsx';
import { Money } from '#components/ui/money.tsx';
import { dayHeading, type Locale } from '#lib/dates.ts';
import { activeFilters } from '#lib/list/list.ts';
import {
  bracketsOf,
  type DayGroup,
  daysOf,
  instantOf,
  movedAvailable,
  type Sorting,
} from '#lib/statement/rules.ts';
import { type StatementFilters, statementList } from '#lib/statement/statement.list.ts';
import { LineCell, type TableLine } from './line-row.tsx';
import type { Lines } from './lines-view.tsx';
import styles from './statement.module.css';
import type { Place } from './use-statement.ts';

type Props = { lines: Lines; filters: StatementFilters; place: Place };

/** The lines read so far, grouped by São Paulo day. */
export function StatementTable({ lines, filters, place }: Props) {
  const { items } = lines;
  const sorting: Sorting = { sort: filters.sort ?? 'posted', order: filters.order ?? 'desc' };
  const brackets = bracketsOf(items, sorting.order);
  const groups = daysOf(items, sorting);
  const heads = new Map(groups.map((group) => [group.lines[0]?.id, group]));
  const rows: TableLine[] = groups.flatMap((group) =>
    group.lines.map((line) => ({
      ...line,
      at: instantOf(line, sorting),
      bracket: brackets.get(line.id) ?? null,
    })),
  );
  const names = useNames(items.some(({ fee }) => fee !== null));
  const whole = activeFilters(filters).length === 0;
  const dayOf = ({ id }: TableLine) => {
    const group = heads.get(id);
    return (
      group && (
        <DayRow group={group} closing={whole} now={lines.first?.asOf ?? null} span={names.length - 1} />
      )
    );
  };
  return (
    <ListTable
      {...useStatementTable()}
      rows={rows}
      names={names}
      sort={{ by: 'time', falling: sorting.order === 'desc' }}
      opening={{ open: place.open, onOpen: place.show }}
      dim={(line) => !movedAvailable(line)}
      before={dayOf}
    />
  );
}

/** The fee has a column where any line has one. */
const useNames = (fees: boolean) => statementList.columnNames.filter((name) => fees || name !== 'fee');

function useStatementTable() {
  const t = useTranslations('statement.table');
  const column = (name: string) =>
    name === 'pair' ? <span className="sr-only">{t('pair')}</span> : t(name as 'time');
  return {
    columns: statementList.columns,
    cell: LineCell,
    words: { label: t('label'), loading: t('loading'), column },
    className: styles.table ?? '',
  };
}

export function RowsWaiting() {
  return <ListTable {...useStatementTable()} names={useNames(false)} rows={undefined} waiting={8} />;
}

type DayProps = { group: DayGroup; closing: boolean; now: string | null; span: number };

/** The day, and what its lines on screen come to; its closing balance only where no filter leaves lines out. */
function DayRow({ group, closing, now, span }: DayProps) {
  const t = useTranslations('statement.table');
  const locale = useLocale() as Locale;
  const { day, lines } = group;
  return (
    <tr className="day" data-day={day}>
      <td colSpan={span}>
        <span className={styles.dayBox}>
          <b>{day === '' ? t('noDay') : dayHeading(locale, day, now ?? Date.now())}</b>
          <span>{t('day', { count: lines.length })}</span>
          <span className={styles.sums} title={t('dayTitle')}>
            {group.in > 0 && <Money cents={group.in} direction="in" />}
            {group.out > 0 && <Money cents={group.out} direction="out" />}
          </span>
        </span>
      </td>
      <td className="num" title={t('closing')}>
        {closing && group.closing !== null && <Money cents={group.closing} />}
      </td>
    </tr>
  );
}
