'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { Money } from '#components/ui/money.tsx';
import { withdrawnTodayOptions } from '#lib/payments/queries.ts';
import styles from '../payments.module.css';

/** What left today and arrived; absent where it cannot be summed whole. */
export function WithdrawnToday() {
  const t = useTranslations('payments.list');
  const { data } = useQuery(withdrawnTodayOptions(useSession().account.slug));
  if (data === undefined || data.sum === null || data.count === null) return null;
  return (
    <p className={styles.today}>
      <b>{t('leftToday', { count: data.count })}</b>
      <Money cents={data.sum} direction={data.sum > 0 ? 'out' : 'still'} />
    </p>
  );
}
