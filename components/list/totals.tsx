import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { type Direction, Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';

type TotalsProps = { label: string; children: ReactNode };

/** The totals above a list; they wrap to the next line. */
export function Totals({ label, children }: TotalsProps) {
  return (
    <dl
      className="flex min-h-[2.875rem] flex-none flex-wrap border-t border-line-strong bg-surface max-wide:grid max-wide:grid-cols-2 max-wide:px-gutter max-wide:py-1"
      aria-label={label}
    >
      {children}
    </dl>
  );
}

const TOTAL =
  'ml-4 min-w-[5.5rem] flex-initial border-r border-line py-1.5 pr-4 whitespace-nowrap first:ml-gutter last:border-r-0 @max-[46rem]/room:not-first:ml-3 @max-[46rem]/room:pr-3 max-wide:m-0! max-wide:min-w-0 max-wide:border-0 max-wide:py-1 max-wide:pr-2';

type TotalProps = {
  label: ReactNode;
  icon?: IconName | undefined;
  className?: string | undefined;
  title?: string | undefined;
  children: ReactNode;
};

export function Total({ label, icon, className, title, children }: TotalProps) {
  return (
    <div className={`${TOTAL} ${className ?? ''}`} title={title}>
      <dt className="cap flex gap-1.5">
        {icon && <Icon name={icon} size="s" />}
        {label}
      </dt>
      {/* The number of read rows wraps below the total before it reaches the next total. */}
      <dd className="text-md has-[>b+span]:flex has-[>b+span]:flex-wrap has-[>b+span]:items-baseline has-[>b+span]:gap-x-2">
        {children}
      </dd>
    </div>
  );
}

type SumProps = {
  label: ReactNode;
  icon?: IconName;
  cents: number | null;
  direction: Direction;
  /** What puts an amount into a day; default: the creation of its transaction. */
  basis?: string;
};

/** A sum in cents. Zero has no sign; null: not read yet. */
export function SumTotal({ label, icon, cents, direction, basis }: SumProps) {
  const t = useTranslations('list.totals');
  return (
    <Total label={label} icon={icon} title={basis ?? t('basis')}>
      {cents === null ? (
        <Skeleton width="5rem" />
      ) : (
        <Money cents={cents} direction={cents === 0 ? 'still' : direction} />
      )}
    </Total>
  );
}

type CountProps = { total: number | null; read: number; loading: boolean; ended: boolean };

/** The total of the whole filter and, while rows are unread, how many rows the sums cover. */
export function CountTotal({ total, read, loading, ended }: CountProps) {
  const t = useTranslations('list.totals');
  return (
    <Total label={t('count')}>
      {loading ? <Skeleton width="4rem" /> : <b>{total === null ? '–' : t('number', { count: total })}</b>}
      {!loading && !ended && (
        <span className="cap">
          {total === null ? t('read', { count: read }) : t('sumOf', { count: read, total })}
        </span>
      )}
    </Total>
  );
}

/** The number of rows missing from the sums because their outcome is unknown; nothing where zero. */
export function LeftOut({ count }: { count: number }) {
  const t = useTranslations('list.totals');
  if (count === 0) return null;
  return (
    <Total label={t('leftOut')} icon="triangle">
      <span title={t('excludedReason')}>{t('leftOutRows', { count })}</span>
    </Total>
  );
}
