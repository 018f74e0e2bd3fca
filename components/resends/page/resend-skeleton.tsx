'use client';

import { useTranslations } from 'next-intl';
import { ListTable } from '#components/list/table/list-table.tsx';
import { PageHead } from '#components/shell/page-head.tsx';
import { Page } from '#components/ui/page.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { barFrame } from '../job-bar.tsx';
import { useItemTable } from './items-table.tsx';
import { BarRoom, PartFigure, PartFigures } from './progress-panel.tsx';

const PARTS = ['delivered', 'waiting', 'failed', 'toSend'] as const;

/** The page's own form, its values still to come. */
export function ResendSkeleton() {
  const t = useTranslations('resends');
  return (
    <>
      <PageHead title={t('title')} />
      <Page layout="stack" aria-busy="true">
        <span className="sr-only">{t('loading')}</span>
        <div className="rail">
          <div className="stack">
            <section className="panel overflow-hidden" aria-label={t('parts.label')}>
              <BarRoom>
                <div className={barFrame({ big: true })} />
              </BarRoom>
              <PartFigures>
                {PARTS.map((part) => (
                  <PartFigure
                    key={part}
                    part={part}
                    label={<span className="block text-xs">{t(`parts.${part}`)}</span>}
                  >
                    <Skeleton width="3.5rem" />
                  </PartFigure>
                ))}
              </PartFigures>
            </section>
            <Panel title={t('items.title')} padded={false}>
              <ListTable rows={undefined} waiting={6} {...useItemTable()} />
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
      </Page>
    </>
  );
}
