'use client';

import { useTranslations } from 'next-intl';
import { Page, PageHeader } from '#components/ui/page.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { CLOCK, CLOCK_FIGURE, CLOCK_LEFT } from './clock-panel.tsx';

export const WORK_VIEW =
  'flex min-h-0 flex-1 flex-col max-wide:min-h-[calc(100dvh-var(--env)-var(--tab-bar))] max-wide:flex-none';
/** Known data on the left, the defense in the middle, tools on the right. */
export const WORK_GRID =
  'grid grid-cols-[18.5rem_minmax(0,1fr)_18rem] items-start gap-4 max-drawer:grid-cols-[minmax(0,1fr)] print:block';

const LINES = ['first', 'second', 'third', 'fourth'];
const SIDES = [
  ['alleged', 'transaction', 'payer'],
  ['editor', 'earlier'],
  ['checks', 'notes'],
] as const;

/** The page while it loads; its titles are real. */
export function WorkSkeleton() {
  const t = useTranslations('disputes');
  return (
    <div className={WORK_VIEW}>
      <PageHeader>
        <h1>{t('title')}</h1>
      </PageHeader>
      <Page layout="stack">
        <WorkPlaceholder />
      </Page>
    </div>
  );
}

export function WorkPlaceholder() {
  const t = useTranslations('disputes');
  return (
    <div className="grid gap-4" aria-busy="true">
      <span className="sr-only">{t('loading')}</span>
      <div className={CLOCK}>
        <div className={CLOCK_LEFT}>
          <span className="cap">{t('clock.due')}</span>
          <p className={CLOCK_FIGURE}>
            <Skeleton width="10rem" />
          </p>
        </div>
      </div>
      <div className={WORK_GRID}>
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
