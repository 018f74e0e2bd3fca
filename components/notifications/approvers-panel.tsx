'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { approversOptions } from '#lib/notifications/queries.ts';

const OWN_WORDS = ['inbox', 'email', 'environment'];

/** People told of open approvals on this account, and how: the inbox alone reaches only who looks there. */
export function ApproversPanel() {
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
      <ul className="line-list">
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
      </ul>
    </Panel>
  );
}
