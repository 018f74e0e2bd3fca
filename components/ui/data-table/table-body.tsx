'use client';

import { useLocale, useTranslations } from 'next-intl';
import { createContext, Fragment, type ReactNode, useContext, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { cn } from '#components/ui/cn.ts';
import { dayHeading, type Locale } from '#lib/core/dates.ts';
import { type DayHeader, lastAtMost } from '#lib/list/pages.ts';
import type { Windowed } from './table-props.ts';
import type { Window } from './use-window.ts';

/** Number of columns of the surrounding table. Only print needs it: on screen a day's cell spans the row. */
export const PrintedColumns = createContext(1);

const BOX =
  'flex h-row-head items-center gap-2 overflow-hidden border-b border-line-strong bg-paper px-cell text-xs whitespace-nowrap text-ink-3 stacked:h-7 stacked:px-gutter';
const WRAPS = 'stacked:static stacked:h-auto stacked:min-h-7 stacked:flex-wrap stacked:gap-y-0 stacked:py-1';

/** The line below a day's rows: the balance at that point. */
export function DayFoot({ children }: { children: ReactNode }) {
  return (
    <tr className="relative h-row-head print:static stacked:block stacked:h-7">
      <td
        colSpan={useContext(PrintedColumns)}
        className={cn('absolute inset-0 print:static! print:table-cell!', BOX, 'border-line bg-sunken')}
      >
        {children}
      </td>
    </tr>
  );
}

type DayRowProps = {
  day: string;
  rowIndex?: number;
  /** On a narrow screen its text wraps to the next line. */
  wraps?: boolean;
  children: ReactNode;
};

/** The line above the first row of a São Paulo day; its cell spans the row, whichever columns are visible. */
export function DayRow({ day, rowIndex, wraps = false, children }: DayRowProps) {
  return (
    <tr
      aria-rowindex={rowIndex}
      data-day={day}
      className={`relative h-row-head print:static stacked:block ${wraps ? 'stacked:h-auto' : 'stacked:h-7'}`}
    >
      <td
        colSpan={useContext(PrintedColumns)}
        className={`absolute inset-0 print:static! print:table-cell! print:pt-2 ${BOX} ${wraps ? WRAPS : ''}`}
      >
        {children}
      </td>
    </tr>
  );
}

/** A day's row count and sums, laid out for the day line. */
export function DaySums({ count, children }: { count: ReactNode; children: ReactNode }) {
  return (
    <>
      <span className="stacked:hidden print:ml-2">{count}</span>
      <span className="ml-auto flex gap-3 print:ml-3 print:inline-flex">{children}</span>
    </>
  );
}

type DayProps<R, S> = { window: Windowed<R, S>; day: DayHeader<S> };

/** The day's name and its sums, once all of its rows were read. */
function DayText<R, S>({ window, day: { day, sums } }: DayProps<R, S>) {
  const t = useTranslations('list.table');
  const locale = useLocale() as Locale;
  return (
    <>
      <b>{day === '' ? t('noDay') : dayHeading(locale, day, window.rows.asOf ?? '')}</b>
      {sums && window.day(sums)}
    </>
  );
}

/** The day of the topmost visible row, pinned under the head. Screen readers read the day line itself. */
export function PinnedDay<R, S>(props: DayProps<R, S>) {
  return (
    <div
      className="sticky top-row-head left-0 z-2 mt-row-head -mb-row-head h-0 stacked:top-0 stacked:my-0 print:hidden"
      aria-hidden="true"
    >
      <div className={BOX}>
        <DayText {...props} />
      </div>
    </div>
  );
}

type WindowedProps<R, S> = {
  window: Windowed<R, S>;
  view: Window;
  starts: readonly number[];
  rowAt: (index: number, rowIndex: number) => ReactNode;
};

/** The visible rows, with a day line above each day's first row; empty rows fill the space between. */
export function WindowedBody<R, S>({ window, view, starts, rowAt }: WindowedProps<R, S>) {
  return (
    <>
      {view.rows.map(({ index, gap }) => {
        const dayAt = lastAtMost(starts, index);
        const day = window.rows.days[dayAt];
        return (
          <Fragment key={index}>
            <Spacer px={gap} />
            {day?.index === index && (
              <DayRow day={day.day} rowIndex={index + dayAt + 2}>
                <DayText window={window} day={day} />
              </DayRow>
            )}
            {rowAt(index, index + dayAt + 3)}
          </Fragment>
        );
      })}
      <Spacer px={view.rest} />
    </>
  );
}

function Spacer({ px }: { px: number }) {
  if (px <= 0) return null;
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without cells takes no focus
  return <tr aria-hidden="true" style={{ height: px }} className="stacked:block print:hidden" />;
}

type ProgressProps<R, S> = { window: Windowed<R, S>; view: Window; count: number };

/** How many rows were read while the operator scrolls ahead of them, and where scrolling ends too early. */
export function Progress<R, S>({ window: { rows, flows }, view, count }: ProgressProps<R, S>) {
  const t = useTranslations('list.table');
  const { lastVisible, reachable } = view;
  const { total, ended, loading, error } = rows;
  const read = rows.book.size;
  const atCut = reachable < count && lastVisible >= reachable - 1 && read >= reachable;
  const behind = !loading && !ended && !error && lastVisible >= read;
  if (!atCut && !behind) return null;
  return (
    <p
      className={`z-4 max-w-[calc(100%-2.5rem)] rounded-2 border border-line-strong bg-raised px-2 py-1 text-xs shadow-float print:hidden ${
        flows ? 'sticky bottom-3 mx-5 -mt-10 self-end' : 'absolute right-5 bottom-3'
      }`}
      role={atCut ? 'status' : undefined}
    >
      {atCut && t('cut', { count: reachable })}
      {!atCut && (total === null ? t('loadingOpen', { read }) : t('loading', { read, total }))}
    </p>
  );
}

/** Maximum number of printed rows; more would keep the browser busy for minutes. */
export const MOST_PRINTED = 1_000;

/** True from just before the browser lays the page out for print until printing ends. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    // `flushSync`: the browser lays the page out as soon as the event's handlers return.
    addEventListener('beforeprint', () => flushSync(() => setPrinting(true)), { signal });
    addEventListener('afterprint', () => setPrinting(false), { signal });
    return () => listening.abort();
  }, []);
  return printing;
}

/** Print only: how many of the rows are printed. */
export function Printed({ read, total }: { read: number; total: number | null }) {
  const t = useTranslations('list.table');
  const shown = Math.min(read, MOST_PRINTED);
  return (
    <p className="cap hidden print:block">
      {total === null ? t('printed', { shown }) : t('shown', { shown, total })}
    </p>
  );
}
