'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { Button } from '#components/ui/button.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { isActive, partsOf } from '#lib/resends/progress.ts';
import { type ResendLine, resendKeys } from '#lib/resends/queries.ts';

/** Continue and cancel; hidden if the operator may not resend. */
export function JobActions({ job }: { job: ResendLine }) {
  const may = useCan('resend');
  if (!may || !isActive(job)) return null;
  return (
    <>
      {job.state === 'paused' && <Continue job={job} />}
      <CancelRest job={job} />
    </>
  );
}

function useJobChange(what: 'continue' | 'cancel', id: string, onDone?: () => void) {
  const account = useSession().account.slug;
  return useOperation(`POST /resends/{id}/${what}`, {
    params: { id },
    proof: 'none',
    stale: [resendKeys.all(account)],
    ...(onDone ? { onDone } : {}),
  });
}

/**
 * During a short rate-limit wait, continuing would only be refused again; a longer one is lifted
 * (`continueResend`).
 */
function Continue({ job }: { job: ResendLine }) {
  const t = useTranslations('resends');
  const locale = useLocale() as Locale;
  const change = useJobChange('continue', job.id);
  const early = useIsShortlyBefore(job.pauseReason === 'rate_limited' ? job.pausedUntil : null);
  const reason =
    early && job.pausedUntil !== null
      ? t('pause.before', { time: formatInstant(locale, job.pausedUntil, 'time') })
      : change.error
        ? t('pause.notContinued')
        : null;
  return (
    <>
      {reason !== null && (
        <span className="text-xs text-ink-3" role="status">
          {reason}
        </span>
      )}
      <Button
        disabled={early}
        aria-busy={change.busy || undefined}
        variant={job.pausedUntil === null && job.pauseReason !== 'receiver_down' ? 'main' : 'plain'}
        onClick={() => void change.submit(undefined)}
      >
        {t(job.pauseReason === 'receiver_down' ? 'pause.begin' : 'continue')}
      </Button>
    </>
  );
}

const SHORT_WAIT_MS = 60_000;

/** True during the last minute before `until`. */
function useIsShortlyBefore(until: string | null): boolean {
  const now = useNow(1000);
  if (until === null) return false;
  const remainingMs = Date.parse(until) - now;
  return remainingMs > 0 && remainingMs <= SHORT_WAIT_MS;
}

export function CancelRest({ job, small = false }: { job: ResendLine; small?: boolean }) {
  const t = useTranslations('resends.cancel');
  const [asking, setAsking] = useState(false);
  const change = useJobChange('cancel', job.id, () => setAsking(false));
  const { toSend, asked } = partsOf(job.counts);
  return (
    <>
      <Button variant={small ? 'plain' : 'danger'} size={small ? 'sm' : 'md'} onClick={() => setAsking(true)}>
        {t(small ? 'short' : 'button')}
      </Button>
      {asking && (
        <OperationForm
          form={change}
          onClose={() => setAsking(false)}
          title={t('title', { count: toSend })}
          confirm={t('confirm', { count: toSend })}
          closeLabel={t('close')}
          danger
        >
          <p>{t('description', { asked })}</p>
          <p>{t('after')}</p>
        </OperationForm>
      )}
    </>
  );
}
