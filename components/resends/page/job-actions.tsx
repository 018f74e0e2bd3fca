'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { ConfirmProven } from '#components/shell/confirm-proven.tsx';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import { useChange } from '#components/shell/use-change.ts';
import { Button } from '#components/ui/button.tsx';
import { formatInstant, type Locale } from '#lib/dates.ts';
import { isActive, partsOf } from '#lib/resends/progress.ts';
import { cancelResend, continueResend, type ResendLine, resendKeys } from '#lib/resends/queries.ts';

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

function useJobChange(send: typeof cancelResend, onDone?: () => void) {
  const account = useSession().account.slug;
  const client = useQueryClient();
  return useChange<string, unknown>({
    send: (key, id) => send(account, id, key),
    onDone: () => {
      void client.invalidateQueries({ queryKey: resendKeys.all(account) });
      onDone?.();
    },
    proof: false,
  });
}

/** Before the provider's own time it would only be refused again. */
function Continue({ job }: { job: ResendLine }) {
  const t = useTranslations('resends');
  const locale = useLocale() as Locale;
  const change = useJobChange(continueResend);
  const early = useIsBefore(job.pauseReason === 'rate_limited' ? job.pausedUntil : null);
  const reason =
    early && job.pausedUntil !== null
      ? t('pause.before', { time: formatInstant(locale, job.pausedUntil, 'time') })
      : change.error !== null
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
        aria-busy={change.isPending || undefined}
        variant={job.pausedUntil === null ? 'main' : 'plain'}
        onClick={() => change.start(job.id)}
      >
        {t('continue')}
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
  const change = useJobChange(cancelResend, () => setAsking(false));
  const { toSend, asked } = partsOf(job.counts);
  return (
    <>
      <Button variant={small ? 'plain' : 'danger'} size={small ? 'sm' : 'md'} onClick={() => setAsking(true)}>
        {t(small ? 'short' : 'button')}
      </Button>
      {asking && (
        <ConfirmProven
          title={t('title', { count: toSend })}
          confirmLabel={t('confirm', { count: toSend })}
          closeLabel={t('close')}
          danger
          proof={false}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await change.startAndWait(job.id);
          }}
        >
          <p>{t('words', { asked })}</p>
          <p>{t('after')}</p>
        </ConfirmProven>
      )}
    </>
  );
}
