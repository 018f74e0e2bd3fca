'use client';

import { useTranslations } from 'next-intl';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { cn } from '#components/ui/cn.ts';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { Page } from '#components/ui/page.tsx';
import { Panel, panelVariants } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { barFrame } from '../resend-badge.tsx';
import { useItemTable } from './items-panel.tsx';
import { BarPlaceholder, PartFigure, PartFigures } from './progress-panel.tsx';

const PARTS = ['delivered', 'waiting', 'failed', 'toSend'] as const;

/** The page while its data loads. */
export function ResendSkeleton() {
  const t = useTranslations('resends');
  return (
    <>
      <PageHead title={t('title')} />
      <Page layout="stack" aria-busy="true">
        <span className="sr-only">{t('loading')}</span>
        <div className="grid grid-cols-[minmax(0,1fr)_20.5rem] items-start gap-4 max-drawer:grid-cols-1">
          <div className="grid grid-cols-1 content-start gap-4">
            <section className={cn(panelVariants(), 'overflow-hidden')} aria-label={t('parts.label')}>
              <BarPlaceholder>
                <div className={barFrame({ big: true })} />
              </BarPlaceholder>
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
              <DataTable rows={undefined} waiting={6} {...useItemTable()} />
            </Panel>
          </div>
          <div className="grid grid-cols-1 content-start gap-4">
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
