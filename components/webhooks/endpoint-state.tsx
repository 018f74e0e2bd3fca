'use client';

import { useTranslations } from 'next-intl';
import { Badge } from '#components/ui/badge.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Status, statusVariants } from '#components/ui/status.tsx';
import type { WebhookRow } from '#lib/webhooks/queries.ts';
import { isUnacknowledged } from './secret/unacknowledged.ts';

const ROTATION = 'webhook.rotate';

/** Change of the endpoint in progress, else whether the endpoint is active. */
export function EndpointState({ row }: { row: WebhookRow }) {
  const t = useTranslations('webhooks.state');
  const { open, active } = row;
  if (open?.state === 'unknown')
    return (
      <Badge local icon="unknown">
        {t('unclear')}
      </Badge>
    );
  const unacknowledged = isUnacknowledged(row.secret) && !row.receiver && row.rotatedAt !== null;
  if (open !== null || unacknowledged)
    return (
      <Badge tone="flow" icon="refresh">
        {t(unacknowledged || open?.kind === ROTATION ? 'rotating' : 'changing')}
      </Badge>
    );
  if (active === null) return <Status kind="unknown">{t('unknown')}</Status>;
  if (active)
    return (
      <Status kind="ok" calm>
        {t('active')}
      </Status>
    );
  return (
    <span className={statusVariants({ tone: 'idle' })}>
      <Icon name="pause" tone="idle" />
      {t('paused')}
    </span>
  );
}
