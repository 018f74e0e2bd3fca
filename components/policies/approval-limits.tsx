'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Link } from '#components/ui/link.tsx';
import { Panel } from '#components/ui/panel.tsx';
import type { Connections } from '#lib/connections/queries.ts';
import { formatBrl } from '#lib/money.ts';
import { limitsTodayOptions } from '#lib/policies/queries.ts';
import { LimitToday } from './limit-today.tsx';
import styles from './policies.module.css';

/** From which amounts on a second person is asked, by account, and what of it was asked today; the account's own sheet changes it. */
export function ApprovalLimits({ accounts }: { accounts: Connections['items'] }) {
  const t = useTranslations('policies.approval');
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
        {accounts.map(({ id, slug, name, settings }) => {
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
              <Link
                className="btn btn-sm"
                aria-label={t('changeFor', { name })}
                href={`/settings/accounts?open=edit&of=${encodeURIComponent(slug)}`}
              >
                {t('change')}
              </Link>
              {today && asked && <LimitToday of={asked} asOf={today.asOf} />}
            </li>
          );
        })}
      </ul>
      <dl className={`facts ${styles.always}`}>
        <dt>{t('barred')}</dt>
        <dd>{t('barredWords')}</dd>
        <dt>{t('term')}</dt>
        <dd>{t('termWords')}</dd>
      </dl>
    </Panel>
  );
}

function Limit({ cents }: { cents: unknown }) {
  const t = useTranslations('policies.approval');
  return typeof cents === 'number' ? <dd>{formatBrl(cents)}</dd> : <dd data-none="">{t('never')}</dd>;
}
