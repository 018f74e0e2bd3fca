'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { type Direction, Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { sumCents } from '#lib/transactions/rows.ts';
import styles from './totals.module.css';
import type { Rows } from './use-rows.ts';

/** How many the whole filter has; its sums only once all of its rows were read. */
export function TotalsStrip({ rows }: { rows: Rows }) {
  const t = useTranslations('transactions.totals');
  const { sums, total, loading, book } = rows;
  return (
    <dl className={styles.totals} aria-label={t('label')}>
      <Total label={t('count')}>
        {loading ? <Skeleton width="4rem" /> : <b>{total === null ? '–' : t('number', { count: total })}</b>}
        {total === null && !loading && <span className="cap ml-2">{t('read', { count: book.size })}</span>}
      </Total>
      {sums !== null && book.size > 0 && (
        <>
          <Sum label={t('in', { count: sums.inCount })} icon="arrow-in" sum={sums.in} direction="in" />
          <Sum label={t('out', { count: sums.outCount })} icon="arrow-out" sum={sums.out} direction="out" />
          <Sum
            label={t('refunded', { count: sums.refundedCount })}
            icon="return"
            sum={sums.refunded}
            direction="out"
          />
          <Sum label={t('fees')} sum={sums.fees} direction="out" />
        </>
      )}
    </dl>
  );
}

function Total({ label, icon, children }: { label: string; icon?: IconName; children: ReactNode }) {
  return (
    <div>
      <dt className="cap">
        {icon && <Icon name={icon} size="s" />}
        {label}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

type SumProps = { label: string; icon?: IconName; sum: number; direction: Direction };

/** A sum of nothing has no sign. */
function Sum({ label, icon, sum, direction }: SumProps) {
  return (
    <Total label={label} {...(icon ? { icon } : {})}>
      <Money cents={sumCents(sum)} direction={sum === 0 ? 'still' : direction} />
    </Total>
  );
}
