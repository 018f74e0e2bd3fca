'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Money } from '#components/ui/money.tsx';
import { dayHeading, type Locale } from '#lib/dates.ts';
import { type DayLine as Line, sumCents } from '#lib/transactions/rows.ts';
import styles from './transactions.module.css';

type Props = { line: Line; rowIndex: number; span: number; now: string };

/** Opens a São Paulo day. Count and sums stand only where all of the day's rows were read. */
export function DayLine({ line, rowIndex, span, now }: Props) {
  return (
    <tr aria-rowindex={rowIndex} className={styles.day}>
      <td colSpan={span} className={styles.dayBox}>
        <DayWords line={line} now={now} />
      </td>
    </tr>
  );
}

/** The day of the topmost row, under the table's head; for the eye only, the line itself is read out. */
export function PinnedDay({ line, now }: { line: Line; now: string }) {
  return (
    <div className={styles.pinned} aria-hidden="true">
      <div className={styles.dayBox}>
        <DayWords line={line} now={now} />
      </div>
    </div>
  );
}

function DayWords({ line, now }: { line: Line; now: string }) {
  const t = useTranslations('transactions.table');
  const locale = useLocale() as Locale;
  const { day, sums } = line;
  return (
    <>
      <b>{day === '' ? t('noDay') : dayHeading(locale, day, now)}</b>
      {sums !== null && <span className={styles.count}>{t('day', { count: sums.count })}</span>}
      {sums !== null && (
        <span className={styles.sums}>
          {sums.inCount > 0 && <Money cents={sumCents(sums.in)} direction="in" />}
          {sums.outCount > 0 && <Money cents={sumCents(sums.out)} direction="out" />}
        </span>
      )}
    </>
  );
}
