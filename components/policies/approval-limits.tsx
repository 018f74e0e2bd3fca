'use client';

import { useTranslations } from 'next-intl';
import { Link } from '#components/ui/link.tsx';
import { Panel } from '#components/ui/panel.tsx';
import type { Connections } from '#lib/connections/queries.ts';
import { formatBrl } from '#lib/money.ts';
import styles from './policies.module.css';

/** From which amounts on a second person is asked, by account; the account's own sheet changes it. */
export function ApprovalLimits({ accounts }: { accounts: Connections['items'] }) {
  const t = useTranslations('policies.approval');
  return (
    <Panel
      title={t('title')}
      note={t('note')}
      padded={false}
      footer={<span className="text-xs text-ink-3">{t('words')}</span>}
    >
      <ul className={styles.lines}>
        {accounts.map(({ id, slug, name, settings }) => {
          const limit = (rule: 'approvalAbove' | 'approvalAboveDaily') => {
            const cents = settings[rule];
            return typeof cents === 'number' ? formatBrl(cents) : t('never');
          };
          return (
            <li key={id}>
              <b className="font-semibold">{name}</b>
              <dl className="facts">
                <dt>{t('each')}</dt>
                <dd>{limit('approvalAbove')}</dd>
                <dt>{t('daily')}</dt>
                <dd>{limit('approvalAboveDaily')}</dd>
              </dl>
              <Link
                className="btn btn-sm"
                aria-label={t('changeFor', { name })}
                href={`/settings/accounts?open=edit&of=${encodeURIComponent(slug)}`}
              >
                {t('change')}
              </Link>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
