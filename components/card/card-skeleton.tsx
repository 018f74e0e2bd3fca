'use client';

import { useTranslations } from 'next-intl';
import { PageHead } from '#components/shell/page-head.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { WaitingLines } from '#components/ui/waiting-lines.tsx';

export function CardSkeleton() {
  const t = useTranslations('card');
  return (
    <div className="page-fill">
      <PageHead title={t('title')} />
      <div className="page">
        <ChargesWaiting />
      </div>
    </div>
  );
}

/** The list's frame, without what draws rows: it would be fetched before the page. */
export function ChargesWaiting() {
  const t = useTranslations('card.list');
  return (
    <Panel title={t('title')} busy>
      <WaitingLines words={t('loading')} />
    </Panel>
  );
}
