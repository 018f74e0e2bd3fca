'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { SettingsTabs } from '#components/app-shell/settings-tabs.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LineList } from '#components/ui/list-line.tsx';
import { Page } from '#components/ui/page.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { ReadingLine } from '#components/ui/skeleton.tsx';
import { approversOptions, settingsOptions } from '#lib/notifications/queries.ts';
import { ChannelsPanel } from './channels-panel.tsx';
import { EventGrid } from './event-grid.tsx';
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
      <Page layout="stack" className="gap-3 pt-3">
        {error !== null && <ErrorCard error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && (
          <Panel title={t('grid.title')} busy>
            <ReadingLine words={t('reading')} width="60%" />
          </Panel>
        )}
        {data !== undefined && (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @min-[60rem]/room:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
            <EventGrid settings={data} />
            <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
              <ChannelsPanel settings={data} />
              <QuietPanel quiet={data.quiet} />
              {manages && <ApproversPanel />}
            </div>
          </div>
        )}
      </Page>
    </>
  );
}

const OWN_WORDS = ['inbox', 'email', 'environment'];

/** People told of open approvals on this account, and how: the inbox alone reaches only who looks there. */
function ApproversPanel() {
  const t = useTranslations('channels.approvers');
  const { account } = useSession();
  const { data, error, refetch } = useQuery(approversOptions(account.slug));
  const nameOf = ({ id, name }: { id: string; name: string | null }) =>
    OWN_WORDS.includes(id) ? t(`channel.${id as 'inbox'}`) : (name ?? id);
  return (
    <Panel
      title={t('title')}
      note={t('note', { account: account.name })}
      busy={data === undefined && error === null}
    >
      {error !== null && <ErrorCard error={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <p className="text-warn-ink">{t('nobody')}</p>}
      <LineList>
        {data?.items.map(({ id, name, channels }) => {
          const alone = channels.every((channel) => channel.id === 'inbox');
          return (
            <li key={id}>
              <Icon name={alone ? 'triangle' : 'check'} tone={alone ? 'warn' : 'ok'} />
              <span className="min-w-0 flex-1 break-words text-ink">{name}</span>
              <span className={alone ? 'text-xs text-warn-ink' : 'text-xs text-ink-3'}>
                {alone ? t('alone') : channels.map(nameOf).join(', ')}
              </span>
            </li>
          );
        })}
      </LineList>
    </Panel>
  );
}
