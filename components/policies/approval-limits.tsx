'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { EditSheet } from '#components/accounts/edit-sheet.tsx';
import { Button } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Panel } from '#components/ui/panel.tsx';
import type { Connection, Connections } from '#lib/connections/queries.ts';
import { formatBrl } from '#lib/money.ts';
import { limitsTodayOptions } from '#lib/policies/queries.ts';
import { LimitToday } from './limit-today.tsx';
import styles from './policies.module.css';

/** From which amounts on a second person is asked, by account, what of it was asked today, and its change. */
export function ApprovalLimits({ accounts }: { accounts: Connections['items'] }) {
  const t = useTranslations('policies.approval');
  const [changing, setChanging] = useState<Connection | null>(null);
  const { data: today, error, refetch } = useQuery(limitsTodayOptions());
  return (
    <Panel
      title={t('title')}
      note={t('note')}
      padded={false}
      footer={<span className="text-xs text-ink-3">{t('words')}</span>}
    >
      {error !== null && <ErrorCard error={error} onRetry={() => void refetch()} />}
      <ul className={styles.lines}>
        {accounts.map((account) => {
          const { id, slug, name, settings } = account;
          const asked = today?.items.find(({ account }) => account === slug);
          return (
            <li key={id}>
              <b className="font-semibold">{name}</b>
              <dl className={styles.limits}>
                <dt>{t('each')}</dt>
                <Limit cents={settings.approvalAbove} />
                <dt>{t('daily')}</dt>
                <Limit cents={settings.approvalAboveDaily} />
              </dl>
              <Button size="sm" aria-label={t('changeFor', { name })} onClick={() => setChanging(account)}>
                {t('change')}
              </Button>
              {today && asked && <LimitToday of={asked} asOf={today.asOf} />}
            </li>
          );
        })}
      </ul>
      <Facts
        className="border-t border-line px-panel py-2"
        of={[
          { label: t('barred'), value: t('barredWords') },
          { label: t('term'), value: t('termWords') },
        ]}
      />
      {changing && <EditSheet account={changing} only="approval" onClose={() => setChanging(null)} />}
    </Panel>
  );
}

function Limit({ cents }: { cents: unknown }) {
  const t = useTranslations('policies.approval');
  if (typeof cents !== 'number') return <dd data-none="">{t('never')}</dd>;
  return (
    <dd>
      {formatBrl(cents)}
      {cents === 0 && (
        <small className="block text-xs font-normal whitespace-normal text-ink-3">{t('always')}</small>
      )}
    </dd>
  );
}
