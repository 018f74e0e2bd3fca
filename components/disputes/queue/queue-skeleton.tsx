'use client';

import { useTranslations } from 'next-intl';
import { PageHead } from '#components/shell/page-head.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import styles from './queue.module.css';
import { QueueFacets } from './queue-facets.tsx';
import { QueueFrame } from './queue-table.tsx';

const ROWS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
const nothing = () => undefined;

/** The page's own form, its values still to come. */
export function QueueSkeleton() {
  const t = useTranslations('disputes');
  return (
    <>
      <PageHead title={t('title')} />
      <div className={`page ${styles.page}`}>
        <QueueFacets sums={undefined} state="open" onState={nothing} />
        <QueueRowsWaiting />
      </div>
    </>
  );
}

export function QueueRowsWaiting() {
  const t = useTranslations('disputes');
  return (
    <div className="panel overflow-hidden" aria-busy="true">
      <span className="sr-only">{t('loading')}</span>
      <QueueFrame state="open">
        {ROWS.map((row) => (
          <tr key={row}>
            <td className={styles.dueCell}>
              <Skeleton width="5rem" />
              <small>
                <Skeleton width="4rem" />
              </small>
            </td>
            <td className={styles.laneCell}>
              <Skeleton width="8rem" />
            </td>
            <td className={styles.disputeCell}>
              <Skeleton width="6rem" />
            </td>
            <td className={styles.payerCell}>
              <Skeleton width="11rem" />
            </td>
            <td className={styles.ownerCell}>
              <Skeleton width="5rem" />
            </td>
            <td className={styles.draftCell}>
              <Skeleton width="7rem" />
            </td>
            <td className={`num ${styles.amountCell}`}>
              <Skeleton width="5rem" />
            </td>
          </tr>
        ))}
      </QueueFrame>
    </div>
  );
}
