'use client';

import { useTranslations } from 'next-intl';
import { cn } from '#components/ui/cn.ts';
import { Page, PageHeader } from '#components/ui/page.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { panelVariants } from '#components/ui/panel-variants.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import styles from './work.module.css';

const LINES = ['first', 'second', 'third', 'fourth'];
const SIDES = [
  ['alleged', 'transaction', 'payer'],
  ['editor', 'earlier'],
  ['checks', 'notes'],
] as const;

/** The page's own form while it loads, its titles real. */
export function WorkSkeleton() {
  const t = useTranslations('disputes');
  return (
    <div className={styles.view}>
      <PageHeader>
        <h1>{t('title')}</h1>
      </PageHeader>
      <Page layout="stack">
        <WorkWaiting />
      </Page>
    </div>
  );
}

export function WorkWaiting() {
  const t = useTranslations('disputes');
  return (
    <div className="grid gap-4" aria-busy="true">
      <span className="sr-only">{t('loading')}</span>
      <div className={cn(panelVariants(), styles.clock)}>
        <div className={styles.left}>
          <span className="cap">{t('clock.due')}</span>
          <p className={styles.figure}>
            <Skeleton width="10rem" />
          </p>
        </div>
      </div>
      <div className={styles.grid}>
        {SIDES.map((names) => (
          <div key={names[0]} className="grid grid-cols-1 content-start gap-4">
            {names.map((name) => (
              <Panel key={name} title={t(`${name}.title`)}>
                {LINES.map((line) => (
                  <p key={line} className="my-1">
                    <Skeleton width="80%" />
                  </p>
                ))}
              </Panel>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
