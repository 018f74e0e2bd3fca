'use client';

import { cva } from 'class-variance-authority';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { CountdownRing, useCountdown } from '#components/ui/clock.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { serverNow } from '#lib/core/clock.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import type { PlannedRequest, ResendLine } from '#lib/resends/queries.ts';
import { useSpanOf } from './use-labels.ts';

type Planned = Pick<PlannedRequest, 'number' | 'route' | 'from' | 'to' | 'transactions'> &
  Partial<PlannedRequest>;
type Props = {
  label: string;
  /** A job or a preview. `requestsTotal` includes requests not listed. `pausedUntil`: of the next request. */
  of: { requests: readonly Planned[]; requestsTotal: number; pausedUntil?: string | null };
};

const SHOWN = 21;
const FRAME = 'min-w-0 border px-1.5 py-1 text-2xs';
const REST = `${FRAME} grid content-center justify-start border-transparent border-dashed text-ink-3`;

/** Requests of a job: solid with green edge = accepted, amber dashed = waiting, dashed = planned. */
export function RequestWindows({ label, of }: Props) {
  const t = useTranslations('resends.windows');
  const { requests, requestsTotal: total, pausedUntil = null } = of;
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
  const locale = useLocale() as Locale;
  const { route, from, to, state, endedAt, sentAt, code, accepted, transactions } = request;
  const about = useSpanOf()(from, to) ?? t(route === 'transaction' ? 'one' : 'all');
  const clock = (at: string | null | undefined) => (at ? formatInstant(locale, at, 'time') : '');
  const labelOf = (word: NonNullable<typeof state>) => {
    const time = clock(word === 'accepted' ? (endedAt ?? sentAt) : sentAt);
    if (word === 'accepted' && accepted != null && accepted !== transactions)
      return t('acceptedCount', { count: accepted, time });
    if (word === 'waiting' && pausedUntil !== null) return t('waitingUntil', { time: clock(pausedUntil) });
    return t(word, { time, code: code ?? '' });
  };
  const label = state === undefined ? null : labelOf(state);
  return (
    <li data-state={state} className={frame({ state })} title={[about, label].filter(Boolean).join(' · ')}>
      <b className="block text-sm">{transactions}</b>
      <span className="block truncate">{about}</span>
      {label !== null && <span className="block truncate">{label}</span>}
    </li>
  );
}

type Job = Pick<ResendLine, 'state' | 'pauseReason' | 'pausedUntil' | 'problem'>;

/** Why the job waits, until when, and the provider's error codes. */
export function PauseNotice({ job: { pauseReason, pausedUntil, problem } }: { job: Job }) {
  const t = useTranslations('resends.pause');
  const locale = useLocale() as Locale;
  const reason = pauseReason ?? 'rate_limited';
  const title =
    pausedUntil === null
      ? t(`${reason}.titleOpen`)
      : t(`${reason}.title`, { time: formatInstant(locale, pausedUntil, 'time') });
  return (
    <div className="flex flex-wrap items-center gap-3">
      {pausedUntil === null ? <Icon name="pause" tone="warn" /> : <PauseRing until={pausedUntil} />}
      <div className="min-w-0 flex-1">
        <h2>{title}</h2>
        <p>{t(`${reason}.description`)}</p>
      </div>
      {problem !== null && (problem.code !== null || problem.requestId !== null) && (
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
      )}
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
