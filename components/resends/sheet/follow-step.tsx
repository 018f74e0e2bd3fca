'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { ReadError } from '#components/transactions/read-error.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { resendOptions } from '#lib/resends/queries.ts';
import { JobBar, JobLegend } from '../job-bar.tsx';
import { PauseWords } from '../pause-words.tsx';
import { ResendBadge } from '../resend-badge.tsx';
import { resendName } from '../use-words.ts';
import { RequestWindows } from '../windows.tsx';

/** What was scheduled, as it goes; the sheet can be closed at any time. */
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
          <h3 className="text-sm">{t('followStep.scheduled', { name })}</h3>
          <ResendBadge job={data} />
        </div>
        <JobBar counts={data.counts} />
        <JobLegend counts={data.counts} />
        <p>{t('followStep.words')}</p>
        <p>
          <LinkButton href={`/${account}/resends/${encodeURIComponent(id)}`} variant="main" icon="open">
            {t('followStep.open', { name })}
          </LinkButton>
        </p>
      </section>
      {data.state === 'paused' && (
        <section>
          <PauseWords job={data} />
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
