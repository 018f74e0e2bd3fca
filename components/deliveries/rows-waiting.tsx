'use client';

import { useTranslations } from 'next-intl';
import { Skeleton } from '#components/ui/skeleton.tsx';
import styles from './deliveries.module.css';
import { DeliveryHeads } from './deliveries-table.tsx';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];

/** The table's own form while its first page is read. */
export function RowsWaiting() {
  const t = useTranslations('deliveries');
  return (
    <div className={`panel ${styles.tablePanel}`} aria-busy="true">
      <span className="sr-only">{t('loading')}</span>
      <table className={`table ${styles.table}`}>
        <DeliveryHeads picked={null} items={[]} />
        <tbody>
          {ROWS.map((row) => (
            <tr key={row}>
              <td />
              <td>
                <Skeleton width="80%" />
              </td>
              <td>
                <Skeleton width="55%" />
              </td>
              <td>
                <Skeleton width="70%" />
              </td>
              <td>
                <Skeleton width="8rem" />
              </td>
              <td data-wide="">
                <Skeleton width="70%" />
              </td>
              <td className="num">
                <Skeleton width="60%" />
              </td>
              <td data-wide="" className="num">
                <Skeleton width="60%" />
              </td>
              <td className="num">
                <Skeleton width="70%" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
