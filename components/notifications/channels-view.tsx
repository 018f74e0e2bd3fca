'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { PageHead } from '#components/shell/page-head.tsx';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import { SettingsTabs } from '#components/shell/settings-tabs.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { ReadingLine } from '#components/ui/skeleton.tsx';
import { settingsOptions } from '#lib/notifications/queries.ts';
import { ApproversPanel } from './approvers-panel.tsx';
import { ChannelsPanel } from './channels-panel.tsx';
import { EventGrid } from './event-grid.tsx';
import styles from './notifications.module.css';
import { QuietPanel } from './quiet-panel.tsx';

/** Events that reach one person by each channel, the channels' state, and quiet hours. */
export function ChannelsView() {
  const t = useTranslations('channels');
  const manages = useCan('manage');
  const { data, error, refetch } = useQuery(settingsOptions(useSession().account.slug));
  return (
    <>
      <PageHead title={t('title')} />
      <SettingsTabs />
      <div className={`page ${styles.page} pt-3`}>
        {error !== null && <ErrorCard error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && (
          <Panel title={t('grid.title')} busy>
            <ReadingLine words={t('reading')} width="60%" />
          </Panel>
        )}
        {data !== undefined && (
          <div className={styles.columns}>
            <EventGrid settings={data} />
            <div className={styles.page}>
              <ChannelsPanel settings={data} />
              <QuietPanel quiet={data.quiet} />
              {manages && <ApproversPanel />}
            </div>
          </div>
        )}
      </div>
    </>
  );
}
