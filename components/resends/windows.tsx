'use client';

import { cva } from 'class-variance-authority';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { CountdownRing } from '#components/ui/countdown-ring.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { useCountdown } from '#components/ui/use-now.ts';
import { serverNow } from '#lib/core/clock.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import type { PlannedRequest, ResendLine } from '#lib/resends/queries.ts';
import { useSpanOf } from './use-labels.ts';

type Planned = Pick<PlannedRequest, 'number' | 'route' | 'from' | 'to' | 'transactions'> &
  Partial<PlannedRequest>;
type Props = {
  label: string;
  requests: readonly Planned[];
  /** All requests of the job, including those not listed. */
  total: number;
  /** When the next request is sent. */
  pausedUntil?: string | null;
};

const SHOWN = 21;
const FRAME = 'min-w-0 border px-1.5 py-1 text-2xs';
const REST = `${FRAME} grid content-center justify-start border-transparent border-dashed text-ink-3`;

/** Requests of a job: solid with green edge = accepted, amber dashed = waiting, dashed = planned. */
export function RequestWindows({ label, requests, total, pausedUntil = null }: Props) {
  const t = useTranslations('resends.windows');
  const [whole, setWhole] = useState(false);
  const current = Math.max(
    0,
    requests.findIndex(({ state }) => state !== 'accepted'),
  );
  const first = whole ? 0 : Math.max(0, Math.min(current - 6, requests.length - SHOWN));
  const shown = whole ? requests : requests.slice(first, first + SHOWN);
  const after = total - first - shown.length;
  return (
    <>
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-0.5" aria-label={label}>
        {first > 0 && <li className={REST}>{t('before', { count: first })}</li>}
        {shown.map((request) => (
          <Window key={request.number} request={request} pausedUntil={pausedUntil} />
        ))}
        {after > 0 && <li className={REST}>{t('after', { count: after })}</li>}
      </ol>
      {!whole && requests.length > SHOWN && (
        <p className="mt-2">
          <Button size="sm" onClick={() => setWhole(true)}>
            {t('showAll')}
          </Button>
        </p>
      )}
      {whole && requests.length < total && (
        <p className="cap mt-2">{t('capped', { shown: requests.length, total })}</p>
      )}
    </>
  );
}

const WAITING = 'border-dashed border-warn-line bg-warn-fill text-warn-ink [&>b]:text-warn-ink';
const PLANNED = 'border-line-control border-dashed text-ink-3';
const frame = cva(FRAME, {
  variants: {
    state: {
      planned: PLANNED,
      unknown: PLANNED,
      waiting: WAITING,
      sent: WAITING,
      accepted: 'border-line-strong border-l-[3px] border-l-ok-line text-ink-2',
      refused: 'border-line-strong border-l-[3px] border-l-danger-line text-ink-2',
      cancelled: 'border-line bg-sunken text-ink-3 [&>b]:font-medium [&>b]:text-ink-3',
    },
  },
  defaultVariants: { state: 'planned' },
});

function Window({ request, pausedUntil }: { request: Planned; pausedUntil: string | null }) {
  const t = useTranslations('resends.windows');
  const span = useSpanOf();
  const words = useStateLabels(pausedUntil);
  const about = span(request.from, request.to) ?? t(request.route === 'transaction' ? 'one' : 'all');
  const state = words(request);
  return (
    <li
      data-state={request.state}
      className={frame({ state: request.state })}
      title={[about, state].filter(Boolean).join(' · ')}
    >
      <b className="block text-sm">{request.transactions}</b>
      <span className="block truncate">{about}</span>
      {state !== null && <span className="block truncate">{state}</span>}
    </li>
  );
}

function useStateLabels(pausedUntil: string | null): (request: Planned) => string | null {
  const t = useTranslations('resends.windows');
  const locale = useLocale() as Locale;
  const clock = (at: string | null | undefined) => (at == null ? '' : formatInstant(locale, at, 'time'));
  return ({ state, endedAt, sentAt, code, accepted, transactions }) => {
    switch (state) {
      case undefined:
        return null;
      case 'accepted':
        return accepted != null && accepted !== transactions
          ? t('acceptedCount', { count: accepted, time: clock(endedAt ?? sentAt) })
          : t('accepted', { time: clock(endedAt ?? sentAt) });
      case 'waiting':
        return pausedUntil === null ? t('waiting') : t('waitingUntil', { time: clock(pausedUntil) });
      case 'sent':
        return t('sent', { time: clock(sentAt) });
      case 'refused':
        return t('refused', { code: code ?? '' });
      case 'unknown':
        return t('unknown', { time: clock(sentAt) });
      default:
        return t(state);
    }
  };
}

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
