'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { formatInstant, type Locale } from '#lib/dates.ts';
import { isActive, partsOf } from '#lib/resends/progress.ts';
import { type ResendLine, resendKeys } from '#lib/resends/queries.ts';

/** Go on by hand, where that can help; cancel what is left. Absent where the operator may not resend. */
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

/** Before the provider's own time it would only be refused again. */
function Continue({ job }: { job: ResendLine }) {
  const t = useTranslations('resends');
  const locale = useLocale() as Locale;
  const change = useJobChange('continue', job.id);
  const early = useIsBefore(job.pauseReason === 'rate_limited' ? job.pausedUntil : null);
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

function useIsBefore(until: string | null): boolean {
  const [before, setBefore] = useState(until !== null);
  useEffect(() => {
    const left = until === null ? 0 : Date.parse(until) - Date.now();
    setBefore(left > 0);
    if (left <= 0) return;
    const timer = setTimeout(() => setBefore(false), left);
    return () => clearTimeout(timer);
  }, [until]);
  return before;
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
          <p>{t('words', { asked })}</p>
          <p>{t('after')}</p>
        </OperationForm>
      )}
    </>
  );
}
