'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { dayHeading, type Locale } from '#lib/dates.ts';
import styles from './grid.module.css';

/** `words`: what the day's rows come to, only where all of them were read. */
type DayProps = { day: string; now: string; words: ReactNode };

/** Opens a São Paulo day. */
export function DayLine({ rowIndex, span, ...day }: DayProps & { rowIndex: number; span: number }) {
  return (
    <tr aria-rowindex={rowIndex} className={styles.day}>
      <td colSpan={span} className={styles.dayBox}>
        <DayWords {...day} />
      </td>
    </tr>
  );
}

/** The day of the topmost row, under the table's head; for the eye only, the line itself is read out. */
export function PinnedDay(day: DayProps) {
  return (
    <div className={styles.pinned} aria-hidden="true">
      <div className={styles.dayBox}>
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

/** A day's count and its sums, as the line has them. */
export function DaySums({ count, children }: { count: ReactNode; children: ReactNode }) {
  return (
    <>
      <span className={styles.count}>{count}</span>
      <span className={styles.sums}>{children}</span>
    </>
  );
}
