'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { Button } from '#components/ui/button.tsx';
import type { WebhookRow } from '#lib/webhooks/queries.ts';
import { Point, Points } from '../points.tsx';

type Props = {
  creating: boolean;
  /** Null for the account's own secret. */
  week: WebhookRow['week'] | null;
  ofAccount?: boolean;
  onNext: () => void;
};

const code = (words: ReactNode) => <code className="mono">{words}</code>;
const HOURS = 7 * 24;

/** Step 1: what stops, what it costs, what comes after. */
export function ExplainStep({ creating, week, ofAccount = false, onNext }: Props) {
  const t = useTranslations('webhooks.rotate.explain');
  const count = week === null ? 0 : week.delivered + week.failed;
  const hourly = Math.max(1, Math.round(count / HOURS));
  const hub = useSession().account.kind === 'hub';
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <Points>
        {creating ? (
          <Point icon="key">{t(ofAccount && hub ? 'firstHub' : 'first')}</Point>
        ) : (
          <>
            <Point icon="triangle" tone="warn">
              <b>{t('stops')}</b>
            </Point>
            <Point icon="clock">{t(hub ? 'gapWordsHub' : 'gapWords')}</Point>
          </>
        )}
        {ofAccount && <Point icon="info">{t.rich('callbackStops', { code })}</Point>}
        {count > 0 && <Point icon="deliveries">{t('week', { count, hourly })}</Point>}
        {!creating && <Point icon="send">{t(hub ? 'resendHub' : 'resend')}</Point>}
        <Point icon="lock">{t('ready')}</Point>
      </Points>
      <div>
        <Button variant="main" onClick={onNext}>
          {t('start')}
        </Button>
      </div>
    </div>
  );
}
