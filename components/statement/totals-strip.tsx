'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { balanceQuery } from '#lib/overview/queries.ts';
import { sumsOf } from '#lib/statement/rules.ts';
import type { Lines } from './lines-view.tsx';
import styles from './statement.module.css';

/** The balance now, and what the lines read so far come to: it says of how many, while there are more. */
export function TotalsStrip({ lines }: { lines: Lines }) {
  const t = useTranslations('statement.totals');
  const { account } = useSession();
  const balance = useQuery({
    ...balanceQuery(account.slug),
    enabled: account.capabilities.includes('balance'),
  });
  const { items, data, hasNextPage } = lines;
  const sums = sumsOf(items);
  const available = balance.data?.available ?? lines.first?.balance ?? null;
  const blocked = balance.data?.blocked ?? null;
  const waiting = data === undefined;
  return (
    <dl className={styles.totals} aria-label={t('label')}>
      <Total label={t('balance')}>
        {available === null && (waiting || balance.isLoading) ? (
          <Skeleton width="5rem" />
        ) : (
          <Money cents={available} />
        )}
      </Total>
      <Total label={t('in')} icon="arrow-in">
        {waiting ? (
          <Skeleton width="5rem" />
        ) : (
          <Money cents={sums.in} direction={sums.in === 0 ? 'still' : 'in'} />
        )}
      </Total>
      <Total label={t('out')} icon="arrow-out">
        {waiting ? (
          <Skeleton width="5rem" />
        ) : (
          <Money cents={sums.out} direction={sums.out === 0 ? 'still' : 'out'} />
        )}
      </Total>
      <Total label={t('of')} className={styles.of}>
        {!waiting && (
          <span className="text-ink-2">{t(hasNextPage ? 'read' : 'all', { count: items.length })}</span>
        )}
      </Total>
      {blocked !== null && (
        <Total label={t('blocked')} icon="disputes">
          <Money cents={blocked} />
        </Total>
      )}
    </dl>
  );
}

type TotalProps = { label: string; icon?: IconName; className?: string | undefined; children: ReactNode };

function Total({ label, icon, className, children }: TotalProps) {
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
