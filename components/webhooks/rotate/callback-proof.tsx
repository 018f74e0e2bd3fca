'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { statusLook } from '#components/ui/status.tsx';
import type { Since } from '#lib/webhooks/queries.ts';
import styles from '../webhooks.module.css';
import { REAL_DELIVERIES } from './proof-step.tsx';

/** The account's secret is tried by what really goes out: Guichê knows no address to send a test to. */
export function CallbackProof({ since, later }: { since: Since | undefined; later: boolean }) {
  const t = useTranslations('webhooks.rotate');
  const { slug, capabilities } = useSession().account;
  const delivered = Math.min(since?.delivered ?? 0, REAL_DELIVERIES);
  const failed = since?.failed ?? 0;
  const { shape, tone } = statusLook(delivered >= REAL_DELIVERIES ? 'ok' : 'idle');
  if (!capabilities.includes('deliveries')) return <p>{t('proof.callbackBlind')}</p>;
  return (
    <div className={styles.step}>
      {!later && <p>{t('proof.callbackWords')}</p>}
      <ul className={`panel local px-panel py-1 ${styles.checks}`}>
        <li>
          <Icon name={shape} tone={tone} />
          <span>{t('proof.callbackReal')}</span>
          <span className="cap">
            {delivered === 0
              ? t(later ? 'proof.expect2xx' : 'proof.realWaiting')
              : t('proof.realCount', { delivered, count: REAL_DELIVERIES })}
          </span>
          {failed > 0 && <p>{t('proof.realFailed', { failed })}</p>}
        </li>
      </ul>
      {!later && failed > 0 && (
        <div>
          <LinkButton href={`/${slug}/deliveries?outcome=failed`}>{t('resend.list')}</LinkButton>
        </div>
      )}
    </div>
  );
}
