'use client';

import { useTranslations } from 'next-intl';
import type { CSSProperties } from 'react';
import { PageHead } from '#components/shell/page-head.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { cellClass } from './cell-class.ts';
import { INITIAL, tracksOf } from './columns.ts';
import { TableHead } from './table-head.tsx';
import totals from './totals.module.css';
import styles from './transactions.module.css';

const LINES = Array.from({ length: 24 }, (_, index) => index);
const nothing = () => {};

/** The page's own form, its numbers still to come. Its lines are its own: what rows need comes with the page. */
export function TransactionsSkeleton() {
  const t = useTranslations('transactions');
  const { tracks, least } = tracksOf(INITIAL);
  return (
    <div className={styles.view}>
      <PageHead title={t('title')} />
      <div className={styles.filters}>
        <span className="control w-64">
          <Skeleton width="9rem" />
        </span>
      </div>
      <dl className={totals.totals}>
        <div>
          <dt className="cap">{t('totals.count')}</dt>
          <dd>
            <Skeleton width="4rem" />
          </dd>
        </div>
      </dl>
      <div
        className={styles.scroller}
        style={{ '--columns': tracks, '--least': least } as CSSProperties}
        aria-busy="true"
      >
        <table className={styles.grid} aria-label={t('table.label')}>
          <TableHead columns={INITIAL} chosen={0} read={0} onAll={nothing} onNone={nothing} />
          <tbody className={styles.rows}>
            {LINES.map((index) => (
              <tr key={index} className={styles.line} data-unread={true} aria-busy="true">
                <td className={styles.pick} />
                {INITIAL.map((column) => (
                  <td key={column} className={cellClass(column)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
