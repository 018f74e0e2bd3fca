'use client';

import { useTranslations } from 'next-intl';
import { PageHead } from '#components/shell/page-head.tsx';
import styles from './resends.module.css';
import { JobsTable } from './resends-view.tsx';

/** The list's own form, its values still to come. */
export function ResendsSkeleton() {
  const t = useTranslations('resends');
  return (
    <>
      <PageHead title={t('title')} />
      <div className={`page ${styles.page}`}>
        <JobsTable jobs={null} />
      </div>
    </>
  );
}
