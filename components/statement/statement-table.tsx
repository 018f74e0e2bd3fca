'use client';

import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { ListBody, type PanelOf } from '#components/list/list-panel.tsx';
import { useToday } from '#components/ui/clock.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { DayFoot, DayRow } from '#components/ui/data-table/table-body.tsx';
import { Money } from '#components/ui/money.tsx';
import { PageFrame } from '#components/ui/page.tsx';
import { dayHeading, type Locale, startOfDay } from '#lib/core/dates.ts';
import { initialColumns } from '#lib/list/list.ts';
import { feeOf, followed, type Ledger, type LedgerDay, withFees } from '#lib/statement/ledger.ts';
import type { DaySums } from '#lib/statement/period-sums.ts';
import { linesOptions } from '#lib/statement/queries.ts';
import { isFeeLine, lineDirection, movedAvailable } from '#lib/statement/readings.ts';
import { bracketsOf, instantOf, type Sorting } from '#lib/statement/rules.ts';
import { type StatementFilters, statementList } from '#lib/statement/statement.list.ts';
import { useTypeLabels } from './line-labels.tsx';
import { Figure, LineCell, OpenLine, type TableLine } from './line-row.tsx';
import type { Lines } from './statement-view.tsx';
import { useLineCount } from './totals-strip.tsx';
import type { Period } from './use-period-sums.ts';
import { useSorting } from './use-statement.ts';

type Props = {
  lines: Lines;
  ledger: Ledger;
  period: Period;
  filters: StatementFilters;
  open: string | null;
  onOpen: (id: string) => void;
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
export function StatementRows({ lines, ledger, period, filters, open, onOpen, panel, ordered }: Props) {
  const t = useTranslations('statement.empty');
  const account = useSession().account.slug;
  const types = useTypeLabels();
  const today = startOfDay(useToday(lines.first?.asOf));
  const sorting = useSorting(filters);
  const { data, naming } = lines;
  const { heads, feet, ...table } = useMemo(
    () => tableOf({ data, naming }, ledger, sorting),
    [data, naming, ledger, sorting],
  );
  const showsAfter = panel.names.includes('after');
  const rises = sorting.order === 'asc';
  return (
    <OpenLine value={onOpen}>
      <ListBody
        {...useStatementTable()}
        panel={{ ...panel, exportOf: (ids) => panel.exportOf(ids && withFees(ids, ledger)) }}
        ordered={ordered}
        amountOf={amountsOf}
        empty={{
          read: (change) => linesOptions(account, { ...filters, ...change }),
          none: { title: t('period'), hint: t('periodHint') },
          period: null,
        }}
        query={{ ...lines, ...table }}
        sorting={rises ? RISING : FALLING}
        opening={{ open: ledger.homes.get(open ?? '') ?? open, onOpen }}
        dim={(line) => !movedAvailable(line)}
        before={({ id }) => {
          const day = heads.get(id);
          return (
            day && (
              <>
                <DayHead
                  day={day}
                  whole={period.days.get(day.day)}
                  after={showsAfter}
                  now={today}
                  byPosting={sorting.sort === 'posted'}
                />
                {rises && showsAfter && <OpeningBalance day={day} />}
              </>
            )
          );
        }}
        after={({ id }) => {
          const day = rises ? undefined : feet.get(id);
          return day && showsAfter && <OpeningBalance day={day} />;
        }}
        nameOf={({ type, transactionId, id }) => `${types.name(type)} ${transactionId ?? id}`}
      />
    </OpenLine>
  );
}

const FALLING = { by: { by: 'time', falling: true }, columns: [] };
const RISING = { by: { by: 'time', falling: false }, columns: [] };

function tableOf({ data, naming }: Pick<Lines, 'data' | 'naming'>, ledger: Ledger, sorting: Sorting) {
  const brackets = bracketsOf(
    ledger.rows.map(({ line }) => line),
    sorting.order,
  );
  const rows = ledger.rows.map(
    (row): TableLine => ({
      ...row.line,
      fees: row.fees,
      fee: feeOf(row),
      balanceAfter: followed(row).after,
      at: instantOf(row.line, sorting),
      naming: naming.has(row.line.id),
      bracket: brackets.get(row.line.id) ?? null,
    }),
  );
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
    labels: { label: t('label'), loading: t('loading'), column },
    className: `[&_td:has(>[data-bracket-of])]:relative! [&_td:has(>[data-bracket-of])]:overflow-visible! [&_td:has(>[data-bracket-of])]:p-0! ${NAMES_FIRST}`,
    waiting: 8,
  };
}

export function StatementSkeleton() {
  const t = useTranslations('statement');
  return (
    <PageFrame>
      <PageHead title={t('title')} />
      <div className={SCROLLER}>
        <DataTable {...useStatementTable()} names={initialColumns(statementList)} rows={undefined} />
      </div>
    </PageFrame>
  );
}

/** Same width as the balance column above it. */
const BALANCE = 'w-[calc(7.25rem-var(--cell-x))] flex-none text-right';

type HeadProps = {
  day: LedgerDay;
  whole: DaySums | undefined;
  now: string;
  after: boolean;
  /** The lines are grouped by the day of their posting, as closings are. */
  byPosting: boolean;
};

/** Header above a day's first row: the date, and the number of lines, sums and closing balance of all its lines. */
function DayHead({ day: loaded, whole, now, after, byPosting }: HeadProps) {
  const t = useTranslations('statement.table');
  const locale = useLocale() as Locale;
  const { slug } = useSession().account;
  const { day, sums, isRead, isEnded, closing } = whole ?? loaded;
  const closes = useCan('export') && byPosting && day !== '';
  const count = useLineCount()(sums);
  return (
    <DayRow day={day} wraps>
      <b>{day === '' ? t('noDay') : dayHeading(locale, day, now)}</b>
      <span className="print:ml-2">{isRead ? count : t('soFar', { count })}</span>
      {closes && (
        <Link className="-my-1 py-1 print:hidden" href={`/${slug}/closings/${day}`}>
          {t('toClosing')}
        </Link>
      )}
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
function OpeningBalance({ day: { isBegun, opening } }: { day: LedgerDay }) {
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
