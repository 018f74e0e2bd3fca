'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { partsOf } from '#lib/resends/progress.ts';
import { itemIds, type PlannedRequest, type ResendDetail } from '#lib/resends/queries.ts';
import { ofSelection, type Start } from '#lib/resends/start.ts';

type VisibleProblem = {
  code: string | null;
  message: string | null;
  requestId: string | null;
  stopped: boolean;
};

/** Codes that a pause already shows; they are not shown twice. */
const TRANSIENT = new Set(['PZG429', 'rate_limited', 'provider_unavailable', 'provider_timeout']);
/** Refusals that mean there was nothing to resend; the job goes on, and says so. */
const SETTLED = new Set(['PZG404', 'PZW310']);
const MOST = 2;

/** Refusals that the operator must know, each code once; the one that stopped the job comes first. */
function visibleProblems({ state, problem, pausedUntil, requests }: ResendDetail): VisibleProblem[] {
  const found: VisibleProblem[] = [];
  const waitsForHand = state === 'paused' && pausedUntil === null;
  if (problem !== null && (state === 'failed' || waitsForHand) && !TRANSIENT.has(problem.code ?? ''))
    found.push({ ...problem, stopped: true });
  for (const request of requests)
    if (SETTLED.has(request.code ?? '') && found.every(({ code }) => code !== request.code))
      found.push({ code: request.code, message: null, requestId: request.providerRequestId, stopped: false });
  return found.slice(0, MOST);
}

/** How long the history is searched after a request without an answer. */
const SEARCHED_MS = 10 * 60_000;

/** True when the search for every unanswered request has ended. `now`: epoch ms. */
function unknownIsSettled(requests: readonly PlannedRequest[], now: number): boolean {
  return requests
    .filter(({ state }) => state === 'unknown')
    .every(({ sentAt }) => sentAt !== null && now - Date.parse(sentAt) > SEARCHED_MS);
}

type Props = { job: ResendDetail; now: number; onStart: ((start: Start) => void) | null };

/** What the operator must know: refusals, missing answers, truncated lists. */
export function JobCallouts({ job, now, onStart }: Props) {
  const t = useTranslations('resends');
  const truncated = job.requests.filter((request) => request.truncated);
  const cut = truncated.reduce((sum, { accepted, transactions }) => sum + (accepted ?? transactions), 0);
  const { notTaken } = partsOf(job.counts);
  return (
    <>
      {visibleProblems(job).map((told) => (
        <Problem key={told.code ?? 'none'} told={told} />
      ))}
      {job.counts.unknown > 0 && <Unknown job={job} now={now} onStart={onStart} />}
      {notTaken > 0 && (
        <Callout title={t('notTaken.title', { count: notTaken })}>{t('notTaken.description')}</Callout>
      )}
      {truncated.length > 0 && (
        <Callout title={t('truncated.title')}>{t('truncated.description', { count: cut })}</Callout>
      )}
      {job.estimated && (
        <Callout variant="thin" icon="info">
          {t('estimated')}
        </Callout>
      )}
    </>
  );
}

function Problem({ told }: { told: VisibleProblem }) {
  const t = useTranslations('resends.problem');
  const known = told.code !== null && t.has(told.code) ? told.code : 'other';
  return (
    <Callout tone={told.stopped ? 'danger' : 'warn'} title={t(`${known}.title`)}>
      <span>{t(`${known}.hint`)}</span>
      {known === 'other' && told.message !== null && (
        <span className="block" lang="pt-BR">
          {t('said')} <q>{told.message}</q>
        </span>
      )}
      <span className="mt-1 flex flex-wrap items-center gap-x-4 text-xs text-ink-3">
        {told.code !== null && <span className="mono">{told.code}</span>}
        {told.requestId !== null && <CopyId value={told.requestId} />}
      </span>
    </Callout>
  );
}

/**
 * The history is searched for ten minutes; then items without a record are offered for a new resend, never
 * resent automatically.
 */
function Unknown({ job, now, onStart }: Props) {
  const t = useTranslations('resends');
  const account = useSession().account.slug;
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const count = job.counts.unknown;
  const settled = unknownIsSettled(job.requests, now);
  const again = async () => {
    if (onStart === null || busy) return;
    setBusy(true);
    try {
      onStart(ofSelection(await itemIds(account, job.id, 'unknown')));
    } catch {
      toast(t('unknown.unread'));
    }
    setBusy(false);
  };
  return (
    <Callout
      icon="unknown"
      title={t('unknown.title', { count })}
      action={
        settled &&
        onStart !== null && (
          <Button aria-busy={busy || undefined} onClick={() => void again()}>
            {t('unknown.again', { count })}
          </Button>
        )
      }
    >
      {settled ? t('unknown.done') : t('unknown.looking')}
    </Callout>
  );
}
