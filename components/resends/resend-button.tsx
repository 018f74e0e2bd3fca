'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useCallback, useEffect, useState } from 'react';
import { useActionParam } from '#components/app-shell/address-state.ts';
import { useSession } from '#components/app-shell/session.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import type { IconName, Tone } from '#components/ui/icon.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useStatusLabel } from '#components/ui/status.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { partsOf } from '#lib/resends/progress.ts';
import { type Preview, type ResendDetail, resendOptions } from '#lib/resends/queries.ts';
import { mono } from './resend-badge.tsx';
import { usePreview, useStartResend } from './sheet/use-preview.ts';
import { resendName, useEventLabels, useMayResend } from './use-labels.ts';
import { PauseNotice } from './windows.tsx';

/** `name`: the transaction's display name. */
type Notice = { transactionId: string; name: string };
type Props = Notice & {
  /** True if resending is the record's main action: the one filled button. */
  needed?: boolean;
};

/** Resends one transaction's notice; hidden if the account or the operator cannot resend. */
export function ResendButton({ needed = false, ...notice }: Props) {
  const t = useTranslations('resends.action');
  const may = useMayResend();
  const [asking, setAsking] = useActionParam('resend');
  if (!may) return null;
  return (
    <>
      <Button icon="send" variant={needed ? 'main' : 'plain'} onClick={() => setAsking(true)}>
        {t('one')}
      </Button>
      {asking && <ResendOne {...notice} onClose={() => setAsking(false)} />}
    </>
  );
}

/** The same button for a receiver that may have an outdated state: it sends the current one. */
export function CurrentStateButton(notice: Notice) {
  const t = useTranslations('resends.action');
  const may = useMayResend();
  const [asking, setAsking] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        {t('currentState')}
      </Button>
      {asking && <ResendOne {...notice} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Resends one transaction's notice: shows what will be sent, or why it cannot be sent. */
function ResendOne({ transactionId, name, onClose }: Notice & { onClose: () => void }) {
  const t = useTranslations('resends.one');
  const { preview, error, busy, run } = usePreview();
  const check = useCallback(() => run({ scope: 'transaction', transactionId }), [run, transactionId]);
  useEffect(check, [check]);
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
          <ErrorCard error={error} onRetry={check} />
        )}
      </Dialog>
    );
  if (preview.counts.remaining > 0)
    return <Confirm title={title} preview={preview} onDone={setJob} onClose={onClose} />;
  return (
    <Refusal
      title={title}
      preview={preview}
      onAnyway={() => run({ scope: 'transaction', transactionId, everything: true })}
      onClose={onClose}
    />
  );
}

type ConfirmProps = { title: string; preview: Preview; onDone: (id: string) => void; onClose: () => void };

function Confirm({ title, preview, onDone, onClose }: ConfirmProps) {
  const t = useTranslations('resends.one');
  const event = useEventLabels();
  const status = useStatusLabel();
  const start = useStartResend(onDone);
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
      <p>{t.rich('description', { id: mono })}</p>
    </OperationForm>
  );
}

type RefusalProps = { title: string; preview: Preview; onAnyway: () => void; onClose: () => void };

/** Why the notice is not sent; one whose current state was delivered can be sent anyway. */
function Refusal({ title, preview: { counts, earliest }, onAnyway, onClose }: RefusalProps) {
  const t = useTranslations('resends.one');
  const back = useTranslations('common')('back');
  const locale = useLocale() as Locale;
  const account = useSession().account.slug;
  const unsent = counts.outside > 0 ? 'outside' : 'unreachable';
  const reason = counts.skipped > 0 ? 'skipped' : unsent;
  const footer = (
    <>
      {reason === 'unreachable' && (
        <LinkButton href={`/${account}/deliveries?outcome=failed`}>{t('seeFailures')}</LinkButton>
      )}
      <Button onClick={onClose} data-autofocus>
        {back}
      </Button>
      {reason === 'skipped' && (
        <Button variant="main" onClick={onAnyway}>
          {t('anyway')}
        </Button>
      )}
    </>
  );
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={t('close')} wide footer={footer}>
      <Callout tone={reason === 'skipped' ? 'ok' : 'warn'} title={t(reason)}>
        {t(`${reason}Description`, { day: formatInstant(locale, earliest, 'day') })}
      </Callout>
    </Dialog>
  );
}

/** Progress of one notice: queued, accepted, then the result in the delivery history. */
function FollowOne({ title, id, onClose }: { title: string; id: string; onClose: () => void }) {
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

function stageOf({ counts, state }: ResendDetail): Stage {
  const parts = partsOf(counts);
  if (parts.delivered > 0) return 'delivered';
  if (parts.failed > 0) return 'failed';
  if (parts.waiting > 0) return 'accepted';
  if (parts.unknown > 0) return 'unknown';
  if (parts.notTaken > 0) return 'notTaken';
  return state === 'failed' || state === 'cancelled' ? 'stopped' : 'queued';
}

function Progress({ job }: { job: ResendDetail }) {
  const t = useTranslations('resends.one.progress');
  if (job.state === 'paused') return <PauseNotice job={job} />;
  const stage = stageOf(job);
  const status = String(job.failures[0]?.status ?? t('noAnswer'));
  return (
    <Callout {...STYLES[stage]} title={t(stage, { status })} role="status">
      {t(`${stage}Description`)}
    </Callout>
  );
}
