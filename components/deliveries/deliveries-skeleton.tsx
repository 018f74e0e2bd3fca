'use client';

import { useTranslations } from 'next-intl';
import { PageHead } from '#components/shell/page-head.tsx';
import styles from './deliveries.module.css';
import { OutcomeFacets } from './outcome-facets.tsx';
import { RowsWaiting } from './rows-waiting.tsx';

const nothing = () => undefined;

/** The page's own form, its values still to come. */
export function DeliveriesSkeleton() {
  const t = useTranslations('deliveries');
  return (
    <>
      <PageHead title={t('title')} />
      <div className={`page ${styles.page}`}>
        <OutcomeFacets facets={undefined} outcome={null} onOutcome={nothing} />
        <RowsWaiting />
      </div>
    </>
  );
}
