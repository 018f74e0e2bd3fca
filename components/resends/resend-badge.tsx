'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Badge } from '#components/ui/badge.tsx';
import { Status } from '#components/ui/status.tsx';
import { formatInstant, type Locale } from '#lib/dates.ts';
import type { ResendLine } from '#lib/resends/queries.ts';
import { STATE_KINDS } from './use-labels.ts';

type Props = { job: Pick<ResendLine, 'state' | 'pausedUntil' | 'pauseReason' | 'counts'>; until?: boolean };

/** The job's state; with `until` a pause says when it ends. */
export function ResendBadge({ job, until = false }: Props) {
  const t = useTranslations('resends');
  const locale = useLocale() as Locale;
  // Its job read the provider's list and found none that it may ask for.
  const none = job.state === 'completed' && job.counts.requested + job.counts.unknown === 0;
  if (job.state !== 'paused')
    return (
      <Status kind={none ? 'idle' : STATE_KINDS[job.state]} badge>
        {none ? t('nothingAsked') : t(`state.${job.state}`)}
      </Status>
    );
  if (job.pauseReason === 'receiver_down')
    return (
      <Badge tone="warn" icon="hourglass">
        {t('pause.awaiting')}
      </Badge>
    );
  const back = until && job.pausedUntil !== null ? formatInstant(locale, job.pausedUntil, 'time') : null;
  return (
    <Badge tone="warn" icon="pause">
      {back === null ? t('state.paused') : t('pause.badge', { time: back })}
    </Badge>
  );
}
