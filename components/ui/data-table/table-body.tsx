'use client';

import { useTranslations } from 'next-intl';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { type DayHeader as Day, lastAtMost } from '#lib/list/pages.ts';
import { DayHeader } from './day-line.tsx';
import type { Windowed } from './table-props.ts';
import type { Window } from './use-window.ts';

type WindowedProps<R, S> = {
  window: Windowed<R, S>;
  view: Window;
  starts: readonly number[];
  rowAt: (index: number, rowIndex: number) => ReactNode;
};

/**
 * The visible rows, with a day line above each day's first row. Empty rows fill the space of the rows
 * between.
 */
export function WindowedBody<R, S>({ window, view, starts, rowAt }: WindowedProps<R, S>) {
  const { days, asOf } = window.rows;
  return (
    <>
      {view.rows.map(({ index, gap }) => {
        const dayAt = lastAtMost(starts, index);
        const day = days[dayAt];
        return (
          <Fragment key={index}>
            <Spacer px={gap} />
            {day?.index === index && (
              <DayHeader {...dayProps(window, day)} now={asOf ?? ''} rowIndex={index + dayAt + 2} />
            )}
            {rowAt(index, index + dayAt + 3)}
          </Fragment>
        );
      })}
      <Spacer px={view.rest} />
    </>
  );
}

export const dayProps = <S,>(window: Windowed<never, S> | Windowed<unknown, S>, { day, sums }: Day<S>) => ({
  day,
  words: sums && window.day(sums),
});

function Spacer({ px }: { px: number }) {
  if (px <= 0) return null;
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without cells takes no focus
  return <tr aria-hidden="true" style={{ height: px }} className="stacked:block print:hidden" />;
}

type ProgressProps<R, S> = { window: Windowed<R, S>; view: Window; count: number };

/**
 * Shows how many rows were read while the operator scrolls ahead of them, and where scrolling ends before the
 * result does.
 */
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
    // `flushSync`: the browser lays the page out as soon as the event's handlers return.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
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
