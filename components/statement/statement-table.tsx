'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { ListBody, type PanelOf } from '#components/list/list-panel.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { DayRow } from '#components/ui/data-table/day-line.tsx';
import { Money } from '#components/ui/money.tsx';
import { useToday } from '#components/ui/use-now.ts';
import { dayHeading, type Locale, startOfDay } from '#lib/dates.ts';
import { activeFilters, initialColumns } from '#lib/list/list.ts';
import { linesOptions } from '#lib/statement/queries.ts';
import { movedAvailable, wayOf } from '#lib/statement/readings.ts';
import { bracketsOf, type DayGroup, daysOf, instantOf, type Sorting } from '#lib/statement/rules.ts';
import { type StatementFilters, statementList } from '#lib/statement/statement.list.ts';
import { useTypeLabels } from './line-labels.ts';
import { LineCell, type TableLine } from './line-row.tsx';
import type { Lines } from './lines-view.tsx';
import type { Place } from './use-statement.ts';

type Props = {
  lines: Lines;
  filters: StatementFilters;
  place: Place;
  panel: PanelOf;
  /** True when the service takes an order. */
  ordered: boolean;
};
const amountOf = (line: TableLine) => ({
  cents: line.amount === null ? null : Math.abs(line.amount),
  direction: wayOf(line),
});

/** The lines read so far, grouped by São Paulo day. */
export function StatementRows({ lines, filters, place, panel, ordered }: Props) {
  const t = useTranslations('statement.empty');
  const account = useSession().account.slug;
  const types = useTypeLabels();
  const today = startOfDay(useToday(lines.first?.asOf));
  const sort = filters.sort ?? 'posted';
  const order = filters.order ?? 'desc';
  const { data, items, naming } = lines;
  const { heads, ...table } = useMemo(
    () => tableOf({ data, items, naming }, { sort, order }),
    [data, items, naming, sort, order],
  );
  const { names } = panel;
  const whole = activeFilters(filters).length === 0;
  return (
    <ListBody
      {...useStatementTable()}
      panel={panel}
      ordered={ordered}
      amountOf={amountOf}
      empty={{
        read: (change) => linesOptions(account, { ...filters, ...change }),
        none: { title: t('period'), todo: t('periodTodo') },
        period: null,
      }}
      query={{ ...lines, ...table }}
      sorting={order === 'desc' ? FALLING : RISING}
      opening={{ open: place.open, onOpen: place.show }}
      dim={(line) => !movedAvailable(line)}
      before={({ id }) => {
        const group = heads.get(id);
        return group && <Day group={group} after={names.includes('after')} closing={whole} now={today} />;
      }}
      nameOf={({ type, transactionId, id }) => `${types.name(type)} ${transactionId ?? id}`}
    />
  );
}

const FALLING = { by: { by: 'time', falling: true }, columns: [] };
const RISING = { by: { by: 'time', falling: false }, columns: [] };

/** The pages with their lines as the table has them, and each day by the line that it begins with. */
function tableOf({ data, items, naming }: Pick<Lines, 'data' | 'items' | 'naming'>, sorting: Sorting) {
  const brackets = bracketsOf(items, sorting.order);
  const rows = items.map(
    (line): TableLine => ({
      ...line,
      at: instantOf(line, sorting),
      naming: naming.has(line.id),
      bracket: brackets.get(line.id) ?? null,
    }),
  );
  const groups = daysOf(items, sorting);
  const pages = data?.pages.map((page, at) => ({ ...page, items: at === 0 ? rows : [] }));
  return {
    heads: new Map(groups.map((group) => [group.lines[0]?.id ?? '', group])),
    data: pages && { pages },
  };
}

/** Words hidden inside it for screen readers must not lengthen the page: hence its own position. */
export const SCROLLER =
  'relative min-h-0 flex-1 overflow-auto border-t border-line-strong bg-surface max-wide:overflow-visible';

/** The fee has a column where any line has one. */
export const offeredColumns = (lines: Lines) =>
  statementList.columnNames.filter((name) => name !== 'fee' || lines.items.some(({ fee }) => fee !== null));

export function useStatementTable() {
  const t = useTranslations('statement.table');
  const column = (name: string) =>
    name === 'pair' ? <span className="sr-only">{t('pair')}</span> : t(name as 'time');
  return {
    columns: statementList.columns,
    cell: LineCell,
    words: { label: t('label'), loading: t('loading'), column },
    className:
      '[&_td:has(>[data-bracket-of])]:relative! [&_td:has(>[data-bracket-of])]:overflow-visible! [&_td:has(>[data-bracket-of])]:p-0!',
    waiting: 8,
  };
}

export function RowsWaiting() {
  const names = initialColumns(statementList).filter((name) => name !== 'fee');
  return <DataTable {...useStatementTable()} names={names} rows={undefined} />;
}

type DayProps = { group: DayGroup; closing: boolean; now: string; after: boolean };

/** The day, and what its lines on screen come to; its closing balance only where no filter leaves lines out. */
function Day({ group, closing, now, after }: DayProps) {
  const t = useTranslations('statement.table');
  const locale = useLocale() as Locale;
  const { day, lines } = group;
  return (
    <DayRow day={day} wraps>
      <b>{day === '' ? t('noDay') : dayHeading(locale, day, now)}</b>
      <span className="print:ml-2">{t('day', { count: lines.length })}</span>
      <span className="ml-auto flex gap-3 print:mx-3 print:inline-flex" title={t('dayTitle')}>
        {group.in > 0 && <Money cents={group.in} direction="in" />}
        {group.out > 0 && <Money cents={group.out} direction="out" />}
      </span>
      {after && (
        <span className="w-[10.5rem] flex-none text-right stacked:hidden" title={t('closing')}>
          {closing && group.closing !== null && <Money cents={group.closing} />}
        </span>
      )}
    </DayRow>
  );
}
