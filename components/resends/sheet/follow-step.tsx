'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { isActive } from '#lib/resends/progress.ts';
import { type ResendDetail, resendOptions } from '#lib/resends/queries.ts';
import { JobBar, JobLegend } from '../job-bar.tsx';
import { JobActions } from '../page/job-actions.tsx';
import { PauseWords } from '../pause-words.tsx';
import { ResendBadge } from '../resend-badge.tsx';
import { resendName } from '../use-labels.ts';
import { RequestWindows } from '../windows.tsx';

/** Said as it stands: what is over is scheduled no more. */
const stageOf = ({ state, pauseReason }: ResendDetail) =>
  pauseReason === 'receiver_down' ? 'waits' : state === 'queued' || state === 'paused' ? 'scheduled' : state;

/** Progress of the scheduled job; the sheet can be closed at any time. */
export function FollowStep({ id }: { id: string }) {
  const t = useTranslations('resends');
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery(resendOptions(account, id));
  if (data === undefined)
    return (
      <section aria-busy={error === null || undefined} aria-label={t('loading')}>
        {error === null ? (
          <Skeleton width="70%" />
        ) : (
          <ReadError error={error} onRetry={() => void refetch()} />
        )}
      </section>
    );
  const name = resendName(data.number);
  return (
    <>
      <section className="grid gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="text-sm">{t(`followStep.title.${stageOf(data)}`, { name })}</h3>
          <ResendBadge job={data} />
        </div>
        <JobBar counts={data.counts} />
        <JobLegend counts={data.counts} />
        <p>{t(isActive(data) ? 'followStep.words' : 'followStep.over')}</p>
        <p>
          <LinkButton href={`/${account}/resends/${encodeURIComponent(id)}`} variant="main" icon="open">
            {t('followStep.open', { name })}
          </LinkButton>
        </p>
      </section>
      {data.state === 'paused' && (
        <section>
          <PauseWords job={data} />
          <p className="mt-2 flex flex-wrap items-center gap-2">
            <JobActions job={data} />
          </p>
        </section>
      )}
      {error !== null && (
        <section>
          <ReadError error={error} onRetry={() => void refetch()} />
        </section>
      )}
      {data.requests.length > 0 && (
        <section>
          <h3>{t('windows.title', { count: data.requestsTotal })}</h3>
          <RequestWindows
            label={t('windows.title', { count: data.requestsTotal })}
            requests={data.requests}
            total={data.requestsTotal}
            pausedUntil={data.pausedUntil}
          />
        </section>
      )}
      {data.counts.unknown > 0 && (
        <section className="border-0">
          <Callout icon="unknown" title={t('unknown.title', { count: data.counts.unknown })}>
            {t('unknown.looking')}
          </Callout>
        </section>
      )}
    </>
  );
}
