'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { CopyId } from '#components/ui/copy-button.tsx';
import { CountdownRing } from '#components/ui/countdown-ring.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { useCountdown } from '#components/ui/use-now.ts';
import { serverNow } from '#lib/core/clock.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import type { ResendLine } from '#lib/resends/queries.ts';

type Job = Pick<ResendLine, 'state' | 'pauseReason' | 'pausedUntil' | 'problem'>;

/** Why the job waits, until when, and the provider's error codes. */
export function PauseNotice({ job }: { job: Job }) {
  const t = useTranslations('resends.pause');
  const locale = useLocale() as Locale;
  const reason = job.pauseReason ?? 'rate_limited';
  const until = job.pausedUntil;
  const time = until === null ? '' : formatInstant(locale, until, 'time');
  return (
    <div className="flex flex-wrap items-center gap-3">
      {until === null ? <Icon name="pause" tone="warn" /> : <PauseRing until={until} />}
      <div className="min-w-0 flex-1">
        <h2>{until === null ? t(`${reason}.titleOpen`) : t(`${reason}.title`, { time })}</h2>
        <p>{t(`${reason}.description`)}</p>
      </div>
      <PauseCodes problem={job.problem} />
    </div>
  );
}

/** Only the browser counts down: the server and the first browser render both draw a full ring. */
function PauseRing({ until }: { until: string }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => setSeconds(Math.max(0, Math.ceil((Date.parse(until) - serverNow()) / 1000))), [until]);
  const { left } = useCountdown(seconds, until);
  return <CountdownRing left={left} total={Math.max(60, seconds)} />;
}

function PauseCodes({ problem }: Pick<Job, 'problem'>) {
  const t = useTranslations('resends.pause');
  if (problem === null || (problem.code === null && problem.requestId === null)) return null;
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1 text-(length:--text-xs) text-ink-3">
      {problem.code !== null && (
        <span>
          {t('code')} <span className="mono">{problem.code}</span>
        </span>
      )}
      {problem.requestId !== null && (
        <span className="inline-flex items-center gap-1">
          {t('request')} <CopyId value={problem.requestId} />
        </span>
      )}
    </span>
  );
}
