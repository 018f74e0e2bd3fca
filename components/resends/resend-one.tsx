'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import type { IconName, Tone } from '#components/ui/icon.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useStatusLabel } from '#components/ui/use-status-word.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { partsOf } from '#lib/resends/progress.ts';
import { type Preview, type ResendDetail, resendKeys, resendOptions } from '#lib/resends/queries.ts';
import { usePreview } from './sheet/use-preview.ts';
import { resendName, useEventLabels } from './use-labels.ts';
import { PauseNotice } from './windows.tsx';

type Props = {
  transactionId: string;
  /** The transaction's display name. */
  name: string;
  onClose: () => void;
};

type FollowOneProps = { title: string; id: string; onClose: () => void };

/** Progress of one notice: queued, accepted, then the result in the delivery history. */
function FollowOne({ title, id, onClose }: FollowOneProps) {
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

const STYLES: Record<Stage, { tone: Tone; icon: IconName }> = {
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
  if (job.state === 'paused') return <PauseNotice job={job} />;
  const stage = stageOf(job);
  const status = job.failures[0]?.status ?? null;
  const values = { status: status === null ? t('noAnswer') : String(status) };
  return (
    <Callout {...STYLES[stage]} title={t(stage, values)} role="status">
      {t(`${stage}Words`)}
    </Callout>
  );
}

/** Resends one transaction's notice: shows what will be sent, or why it cannot be sent. */
export function ResendOne({ transactionId, name, onClose }: Props) {
  const t = useTranslations('resends.one');
  const account = useSession().account.slug;
  const { preview, error, busy, run } = usePreview(account);
  useEffect(() => {
    void run({ scope: 'transaction', transactionId });
  }, [run, transactionId]);
  const [job, setJob] = useState<string | null>(null);
  const title = t('title', { name });
  if (job !== null) return <FollowOne title={title} id={job} onClose={onClose} />;
  if (error !== null || preview === null || busy)
    return (
      <Dialog open onClose={onClose} title={title} closeLabel={t('close')} wide>
        {error === null ? (
          <p aria-busy="true">
            <span className="sr-only">{t('reading')}</span>
            <Skeleton width="70%" />
          </p>
        ) : (
          <ErrorCard error={error} onRetry={() => void run({ scope: 'transaction', transactionId })} />
        )}
      </Dialog>
    );
  const { counts } = preview;
  if (counts.remaining === 0 && counts.skipped > 0)
    return (
      <Delivered
        title={title}
        onAnyway={() => void run({ scope: 'transaction', transactionId, everything: true })}
        onClose={onClose}
      />
    );
  if (counts.remaining === 0) return <Impossible title={title} preview={preview} onClose={onClose} />;
  return <Confirm title={title} preview={preview} onDone={setJob} onClose={onClose} />;
}

type ConfirmProps = { title: string; preview: Preview; onDone: (id: string) => void; onClose: () => void };

function Confirm({ title, preview, onDone, onClose }: ConfirmProps) {
  const t = useTranslations('resends.one');
  const event = useEventLabels();
  const status = useStatusLabel();
  const account = useSession().account.slug;
  const start = useOperation('POST /resends', {
    proof: 'none',
    stale: [resendKeys.all(account)],
    onDone: ({ id }) => onDone(id),
  });
  const what = preview.events[0];
  return (
    <OperationForm
      form={start}
      onSubmit={() => start.submit({ previewId: preview.previewId })}
      onClose={onClose}
      title={title}
      confirm={t('confirm')}
      closeLabel={t('close')}
      note={t('note')}
      wide
    >
      <Facts
        of={[
          {
            label: t('event'),
            value: <span title={what?.event ?? undefined}>{event(what?.event ?? null)}</span>,
          },
          { label: t('status'), value: status(what?.status ?? null) },
          { label: t('where'), value: t('callbackUrl') },
        ]}
      />
      {preview.failing.length > 0 && <Callout tone="danger" title={t('failing')} />}
      <p>{t.rich('description', { id: (words) => <span className="mono">{words}</span> })}</p>
    </OperationForm>
  );
}

type DeliveredProps = { title: string; onAnyway: () => void; onClose: () => void };

function Delivered({ title, onAnyway, onClose }: DeliveredProps) {
  const t = useTranslations('resends.one');
  const common = useTranslations('common');
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={t('close')}
      wide
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            {common('back')}
          </Button>
          <Button variant="main" onClick={onAnyway}>
            {t('anyway')}
          </Button>
        </>
      }
    >
      <Callout tone="ok" title={t('skipped')}>
        {t('skippedWords')}
      </Callout>
    </Dialog>
  );
}

function Impossible({ title, preview, onClose }: { title: string; preview: Preview; onClose: () => void }) {
  const t = useTranslations('resends.one');
  const common = useTranslations('common');
  const locale = useLocale() as Locale;
  const account = useSession().account.slug;
  const old = preview.counts.outside > 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={t('close')}
      wide
      footer={
        <>
          {!old && <LinkButton href={`/${account}/deliveries?outcome=failed`}>{t('seeFailures')}</LinkButton>}
          <Button onClick={onClose} data-autofocus>
            {common('back')}
          </Button>
        </>
      }
    >
      <Callout tone="warn" title={t(old ? 'outside' : 'unreachable')}>
        {old
          ? t('outsideWords', { day: formatInstant(locale, preview.earliest, 'day') })
          : t('unreachableWords')}
      </Callout>
    </Dialog>
  );
}
