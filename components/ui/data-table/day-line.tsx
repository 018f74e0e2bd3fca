'use client';

import { useLocale, useTranslations } from 'next-intl';
import { createContext, type ReactNode, useContext } from 'react';
import { cn } from '#components/ui/cn.ts';
import { dayHeading, type Locale } from '#lib/core/dates.ts';

/** `words`: the sums of the day's rows, present once all of them were read. */
type DayProps = { day: string; now: string; words: ReactNode };

/**
 * Number of columns of the surrounding table. Only print needs it: on screen a day's cell is positioned on
 * its own.
 */
export const PrintedColumns = createContext(1);

const BOX =
  'flex h-row-head items-center gap-2 overflow-hidden border-b border-line-strong bg-paper px-cell text-xs whitespace-nowrap text-ink-3 stacked:h-7 stacked:px-gutter';

type RowProps = {
  day: string;
  rowIndex?: number;
  /** On a narrow screen its text wraps to the next line. */
  wraps?: boolean;
  children: ReactNode;
};
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

/** The line above the first row of a São Paulo day; its cell spans the row, whichever columns are visible. */
export function DayRow({ day, rowIndex, wraps = false, children }: RowProps) {
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

/** The day line with the day's name and its sums. */
export function DayHeader({ rowIndex, ...day }: DayProps & { rowIndex: number }) {
  return (
    <DayRow day={day.day} rowIndex={rowIndex}>
      <DayWords {...day} />
    </DayRow>
  );
}

/**
 * The day of the topmost visible row, pinned under the table's head. Hidden from screen readers, which read
 * the day line itself.
 */
export function PinnedDay(day: DayProps) {
  return (
    <div
      className="sticky top-row-head left-0 z-2 mt-row-head -mb-row-head h-0 stacked:top-0 stacked:my-0 print:hidden"
      aria-hidden="true"
    >
      <div className={BOX}>
        <DayWords {...day} />
      </div>
    </div>
  );
}

function DayWords({ day, now, words }: DayProps) {
  const t = useTranslations('list.table');
  const locale = useLocale() as Locale;
  return (
    <>
      <b>{day === '' ? t('noDay') : dayHeading(locale, day, now)}</b>
      {words}
    </>
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
