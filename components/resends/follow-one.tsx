'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import type { IconName, Tone } from '#components/ui/icon.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { partsOf } from '#lib/resends/progress.ts';
import { type ResendDetail, resendOptions } from '#lib/resends/queries.ts';
import { PauseWords } from './pause-words.tsx';
import { resendName } from './use-labels.ts';

type Props = { title: string; id: string; onClose: () => void };

/** One notice on its way: in the queue, accepted, and then what the history shows. */
export function FollowOne({ title, id, onClose }: Props) {
  const t = useTranslations('resends.one');
  const account = useSession().account.slug;
  const { data: job, error, refetch } = useQuery(resendOptions(account, id));
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      wide
      footer={
        <>
          {job !== undefined && (
            <LinkButton href={`/${account}/resends/${encodeURIComponent(id)}`}>
              {t('open', { name: resendName(job.number) })}
            </LinkButton>
          )}
          <Button variant="main" onClick={onClose} data-autofocus>
            {t('done')}
          </Button>
        </>
      }
    >
      {error !== null && <ErrorCard error={error} onRetry={() => void refetch()} />}
      {job === undefined && error === null && (
        <p aria-busy="true">
          <Skeleton width="60%" />
        </p>
      )}
      {job !== undefined && <Progress job={job} />}
    </Dialog>
  );
}

type Stage = 'queued' | 'accepted' | 'delivered' | 'failed' | 'unknown' | 'notTaken' | 'stopped';
const LOOKS: Record<Stage, { tone: Tone; icon: IconName }> = {
  queued: { tone: 'idle', icon: 'hourglass' },
  accepted: { tone: 'idle', icon: 'pending' },
  delivered: { tone: 'ok', icon: 'check' },
  failed: { tone: 'danger', icon: 'octagon' },
  unknown: { tone: 'idle', icon: 'unknown' },
  notTaken: { tone: 'warn', icon: 'barred' },
  stopped: { tone: 'danger', icon: 'octagon' },
};

function stageOf(job: ResendDetail): Stage {
  const parts = partsOf(job.counts);
  if (parts.delivered > 0) return 'delivered';
  if (parts.failed > 0) return 'failed';
  if (parts.waiting > 0) return 'accepted';
  if (parts.unknown > 0) return 'unknown';
  if (parts.notTaken > 0) return 'notTaken';
  return job.state === 'failed' || job.state === 'cancelled' ? 'stopped' : 'queued';
}

function Progress({ job }: { job: ResendDetail }) {
  const t = useTranslations('resends.one.progress');
  if (job.state === 'paused') return <PauseWords job={job} />;
  const stage = stageOf(job);
  const status = job.failures[0]?.status ?? null;
  const told = { status: status === null ? t('noAnswer') : String(status) };
  return (
    <Callout {...LOOKS[stage]} title={t(stage, told)} role="status">
      {t(`${stage}Words`)}
    </Callout>
  );
}
