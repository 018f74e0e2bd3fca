'use client';

import { cva } from 'class-variance-authority';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import type { PlannedRequest } from '#lib/resends/queries.ts';
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
