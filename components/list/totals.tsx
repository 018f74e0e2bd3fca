'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { type Direction, Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import styles from './totals.module.css';

type TotalsProps = { label: string; children: ReactNode };

/** Totals of a list, above it. */
export function Totals({ label, children }: TotalsProps) {
  return (
    <dl className={styles.totals} aria-label={label}>
      {children}
    </dl>
  );
}

type TotalProps = { label: ReactNode; icon?: IconName; className?: string | undefined; children: ReactNode };

export function Total({ label, icon, className, children }: TotalProps) {
  return (
    <div className={className}>
      <dt className="cap">
        {icon && <Icon name={icon} size="s" />}
        {label}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

type SumProps = { label: ReactNode; icon?: IconName; cents: number | null; direction: Direction };

/** A sum of nothing has no sign; null: not read yet. */
export function SumTotal({ label, icon, cents, direction }: SumProps) {
  return (
    <Total label={label} {...(icon ? { icon } : {})}>
      {cents === null ? (
        <Skeleton width="5rem" />
      ) : (
        <Money cents={cents} direction={cents === 0 ? 'still' : direction} />
      )}
    </Total>
  );
}

type CountProps = { total: number | null; read: number; loading: boolean; ended: boolean };

/** How many the whole filter has, and of how many the sums beside it are while the rest is unread. */
export function CountTotal({ total, read, loading, ended }: CountProps) {
  const t = useTranslations('list.totals');
  return (
    <Total label={t('count')}>
      {loading ? <Skeleton width="4rem" /> : <b>{total === null ? '–' : t('number', { count: total })}</b>}
      {!loading && !ended && <span className="cap">{t('read', { count: read })}</span>}
    </Total>
  );
}

/** How many rows the sums beside it may lack, because nobody can tell what became of them; nothing where none. */
export function LeftOut({ count }: { count: number }) {
  const t = useTranslations('list.totals');
  if (count === 0) return null;
  return (
    <Total label={t('leftOut')} icon="triangle">
      <span title={t('leftOutWhy')}>{t('leftOutRows', { count })}</span>
    </Total>
  );
}
