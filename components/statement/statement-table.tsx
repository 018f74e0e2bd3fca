'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { ListBody, type PanelOf } from '#components/list/list-panel.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { DayFoot, DayRow } from '#components/ui/data-table/day-line.tsx';
import { Money } from '#components/ui/money.tsx';
import { useToday } from '#components/ui/use-now.ts';
import { dayHeading, type Locale, startOfDay } from '#lib/core/dates.ts';
import { initialColumns } from '#lib/list/list.ts';
import { feeOf, followed, type Ledger, type LedgerDay, withFees } from '#lib/statement/ledger.ts';
import { linesOptions } from '#lib/statement/queries.ts';
import { isFeeLine, lineDirection, movedAvailable } from '#lib/statement/readings.ts';
import { bracketsOf, instantOf, type Sorting } from '#lib/statement/rules.ts';
import { type StatementFilters, statementList } from '#lib/statement/statement.list.ts';
import { useTypeLabels } from './line-labels.ts';
import { Figure, LineCell, OpenLine, type TableLine } from './line-row.tsx';
import type { Lines } from './lines-view.tsx';
import { useLineCount } from './use-ledger.ts';
import type { Place } from './use-statement.ts';

type Props = {
  lines: Lines;
  ledger: Ledger;
  filters: StatementFilters;
  place: Place;
  panel: PanelOf;
  /** True when the provider supports sorting. */
  ordered: boolean;
};
const amountsOf = (line: TableLine) =>
  [line, ...line.fees].map((one) => ({
    cents: one.amount === null ? null : Math.abs(one.amount),
    direction: lineDirection(one),
  }));

/** The loaded lines, grouped by São Paulo day. */
export function StatementRows({ lines, ledger, filters, place, panel, ordered }: Props) {
  const t = useTranslations('statement.empty');
  const account = useSession().account.slug;
  const types = useTypeLabels();
  const today = startOfDay(useToday(lines.first?.asOf));
  const sort = filters.sort ?? 'posted';
  const order = filters.order ?? 'desc';
  const { data, naming } = lines;
  const { heads, feet, ...table } = useMemo(
    () => tableOf({ data, naming }, ledger, { sort, order }),
    [data, naming, ledger, sort, order],
  );
  const { names, exportOf } = panel;
  const tellsAfter = names.includes('after');
  const foot = (day: LedgerDay | undefined) => tellsAfter && day && <Foot day={day} />;
  const rises = order === 'asc';
  return (
    <OpenLine value={place.show}>
      <ListBody
        {...useStatementTable()}
        panel={{ ...panel, exportOf: (ids) => exportOf(ids && withFees(ids, ledger)) }}
        ordered={ordered}
        amountOf={amountsOf}
        empty={{
          read: (change) => linesOptions(account, { ...filters, ...change }),
          none: { title: t('period'), hint: t('periodHint') },
          period: null,
        }}
        query={{ ...lines, ...table }}
        sorting={rises ? RISING : FALLING}
        opening={{ open: ledger.homes.get(place.open ?? '') ?? place.open, onOpen: place.show }}
        dim={(line) => !movedAvailable(line)}
        before={({ id }) => {
          const day = heads.get(id);
          return (
            <>
              {day && <Head day={day} after={tellsAfter} now={today} />}
              {rises && foot(day)}
            </>
          );
        }}
        after={({ id }) => !rises && foot(feet.get(id))}
        nameOf={({ type, transactionId, id }) => `${types.name(type)} ${transactionId ?? id}`}
      />
    </OpenLine>
  );
}

const FALLING = { by: { by: 'time', falling: true }, columns: [] };
const RISING = { by: { by: 'time', falling: false }, columns: [] };

/** Converts pages to table lines, and maps each day to its first and last row. */
function tableOf({ data, naming }: Pick<Lines, 'data' | 'naming'>, ledger: Ledger, sorting: Sorting) {
  const brackets = bracketsOf(
    ledger.rows.map(({ line }) => line),
    sorting.order,
  );
  const rows = ledger.rows.map((row): TableLine => {
    const { line, fees } = row;
    return {
      ...line,
      fees,
      fee: feeOf(row),
      balanceAfter: followed(row).after,
      at: instantOf(line, sorting),
      naming: naming.has(line.id),
      bracket: brackets.get(line.id) ?? null,
    };
  });
  const heads = new Map(ledger.days.map((day) => [day.rows[0]?.line.id, day]));
  const feet = new Map(ledger.days.map((day) => [day.rows.at(-1)?.line.id, day]));
  const pages = data?.pages.map((page, at) => ({ ...page, items: at === 0 ? rows : [] }));
  return { heads, feet, data: pages && { pages } };
}

/** `relative`: text hidden for screen readers must not lengthen the page. */
export const SCROLLER =
  'relative min-h-0 flex-1 overflow-auto border-t border-line-strong bg-surface max-wide:overflow-visible';

/** The columns offered; the fee column only if a line has a fee. */
export const offeredColumns = ({ items, data }: Pick<Lines, 'items' | 'data'>) =>
  statementList.columnNames.filter(
    (name) =>
      name !== 'fee' || data === undefined || items.some((line) => line.fee !== null || isFeeLine(line)),
  );

/** Hides the document next to a name where space is narrow; cards and print show it. */
const NAMES_FIRST =
  '@min-[37.5rem]/table:@max-[62rem]/table:[&_[data-part=name]+[data-part=document]]:hidden print:[&_[data-part=document]]:inline!';

export function useStatementTable() {
  const t = useTranslations('statement.table');
  const column = (name: string) =>
    name === 'pair' ? <span className="sr-only">{t('pair')}</span> : t(name as 'time');
  return {
    columns: statementList.columns,
    cell: LineCell,
    words: { label: t('label'), loading: t('loading'), column },
    className: `[&_td:has(>[data-bracket-of])]:relative! [&_td:has(>[data-bracket-of])]:overflow-visible! [&_td:has(>[data-bracket-of])]:p-0! ${NAMES_FIRST}`,
    waiting: 8,
  };
}

export function RowsWaiting() {
  return <DataTable {...useStatementTable()} names={initialColumns(statementList)} rows={undefined} />;
}

/** Same width as the balance column above it. */
const BALANCE = 'w-[calc(7.25rem-var(--cell-x))] flex-none text-right';

type HeadProps = { day: LedgerDay; now: string; after: boolean };

/** Day header: the date, number of lines and closing balance. */
function Head({ day: { day, lines, sums, isRead, isEnded, closing }, now, after }: HeadProps) {
  const t = useTranslations('statement.table');
  const locale = useLocale() as Locale;
  const count = useLineCount()(lines);
  return (
    <DayRow day={day} wraps>
      <b>{day === '' ? t('noDay') : dayHeading(locale, day, now)}</b>
      <span className="print:ml-2">{isRead ? count : t('soFar', { count })}</span>
      <span className="ml-auto flex gap-3 @max-[62rem]/table:hidden print:ml-3 print:inline-flex!">
        {sums.in > 0 && <Money cents={sums.in} direction="in" />}
        {sums.out > 0 && <Money cents={sums.out} direction="out" />}
      </span>
      {after && isEnded && closing !== null && (
        <span className="flex items-center gap-2 @max-[62rem]/table:ml-auto print:ml-3 print:inline-flex!">
          {t('final')}
          <b className={`${BALANCE} stacked:w-auto`} title={t('closing')}>
            <Figure cents={closing} />
          </b>
        </span>
      )}
    </DayRow>
  );
}

/** The balance before the day's first line, if the day is loaded to its start. */
function Foot({ day: { isBegun, opening } }: { day: LedgerDay }) {
  const t = useTranslations('statement.table');
  if (!isBegun || opening === null) return null;
  return (
    <DayFoot>
      <span className="pl-[8.75rem] @max-[50rem]/table:pl-[7.5rem] stacked:pl-0 print:pl-0!">
        {t('opening')}
      </span>
      <span className={`${BALANCE} ml-auto text-ink-2 print:ml-2`}>
        <Figure cents={opening} />
      </span>
    </DayFoot>
  );
}
