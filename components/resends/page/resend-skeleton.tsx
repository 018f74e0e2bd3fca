'use client';

import { useTranslations } from 'next-intl';
import { PageHead } from '#components/shell/page-head.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import styles from '../resends.module.css';
import { useItemTable } from './items-table.tsx';

const PARTS = ['delivered', 'waiting', 'failed', 'toSend'] as const;

/** The page's own form, its values still to come. */
export function ResendSkeleton() {
  const t = useTranslations('resends');
  return (
    <>
      <PageHead title={t('title')} />
      <div className="page stack" aria-busy="true">
        <span className="sr-only">{t('loading')}</span>
        <div className="rail">
          <div className="stack">
            <section className="panel overflow-hidden" aria-label={t('parts.label')}>
              <div className={styles.barRoom}>
                <div className={styles.bar} data-big="" />
              </div>
              <dl className={styles.parts}>
                {PARTS.map((part) => (
                  <div key={part} className={styles[part]}>
                    <dt className="text-xs">{t(`parts.${part}`)}</dt>
                    <dd>
                      <Skeleton width="3.5rem" />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
            <Panel title={t('items.title')} padded={false}>
              <DataTable rows={undefined} waiting={6} {...useItemTable()} />
            </Panel>
          </div>
          <div className="stack">
            {(['asked', 'after', 'activity'] as const).map((part) => (
              <Panel key={part} title={t(`${part}.title`)}>
                <Skeleton width="80%" />
              </Panel>
            ))}
          </div>
        </div>
      </div>
    </>
  );
}
