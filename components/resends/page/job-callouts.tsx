'use client';

import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { Button, TextButton } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { CheckList } from '#components/ui/list-line.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { ofSelection, type Start } from '#lib/resends/choice.ts';
import { partsOf } from '#lib/resends/progress.ts';
import { itemIds, type ResendDetail } from '#lib/resends/queries.ts';
import { Estimated } from '../resend-badge.tsx';

type VisibleProblem = NonNullable<ResendDetail['problem']> & { stopped: boolean };

/** Codes that a pause already shows; they are not shown twice. */
const TRANSIENT = new Set(['PZG429', 'rate_limited', 'provider_unavailable', 'provider_timeout']);
/** Refusals that mean there was nothing to resend; the job goes on, and the page shows them. */
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

/** `now`: epoch ms. */
type Props = { job: ResendDetail; now: number; onStart: ((start: Start) => void) | null };

/** What the operator must know: refusals, missing answers, truncated lists. */
export function JobCallouts({ job, now, onStart }: Props) {
  const t = useTranslations('resends');
  const truncated = job.requests.filter((request) => request.truncated);
  const cut = truncated.reduce((sum, { accepted, transactions }) => sum + (accepted ?? transactions), 0);
  const { notTaken } = partsOf(job.counts);
  return (
    <>
      {visibleProblems(job).map((problem) => (
        <Problem key={problem.code ?? 'none'} problem={problem} />
      ))}
      {job.counts.unknown > 0 && <Unknown job={job} now={now} onStart={onStart} />}
      {notTaken > 0 && (
        <Callout title={t('notTaken.title', { count: notTaken })}>{t('notTaken.description')}</Callout>
      )}
      {truncated.length > 0 && (
        <Callout title={t('truncated.title')}>{t('truncated.description', { count: cut })}</Callout>
      )}
      {job.estimated && <Estimated />}
    </>
  );
}

function Problem({ problem: { code, message, requestId, stopped } }: { problem: VisibleProblem }) {
  const t = useTranslations('resends.problem');
  const known = code !== null && t.has(code) ? code : 'other';
  return (
    <Callout tone={stopped ? 'danger' : 'warn'} title={t(`${known}.title`)}>
      <span>{t(`${known}.hint`)}</span>
      {known === 'other' && message !== null && (
        <span className="block" lang="pt-BR">
          {t('providerMessage')} <q>{message}</q>
        </span>
      )}
      <span className="mt-1 flex flex-wrap items-center gap-x-4 text-xs text-ink-3">
        {code !== null && <span className="mono">{code}</span>}
        {requestId !== null && <CopyId value={requestId} />}
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
  const again = useAgain(job, 'unknown', onStart);
  const count = job.counts.unknown;
  const settled = job.requests
    .filter(({ state }) => state === 'unknown')
    .every(({ sentAt }) => sentAt !== null && now - Date.parse(sentAt) > SEARCHED_MS);
  return (
    <Callout
      icon="unknown"
      title={t('unknown.title', { count })}
      action={
        settled &&
        onStart !== null && (
          <Button aria-busy={again.busy || undefined} onClick={again.start}>
            {t('unknown.again', { count })}
          </Button>
        )
      }
    >
      {settled ? t('unknown.done') : t('unknown.looking')}
    </Callout>
  );
}

/** Transactions that failed again after the resend. Once the job has ended, they can be resent. */
export function FailuresPanel({ job, onStart }: Omit<Props, 'now'>) {
  const t = useTranslations('resends.failures');
  const account = useSession().account.slug;
  const again = useAgain(job, 'failed', onStart);
  const { failed } = job.counts;
  const since = job.startedAt ?? job.createdAt;
  const href = `/${account}/deliveries?outcome=failed&from=${encodeURIComponent(since)}`;
  return (
    <Panel title={t('title', { count: failed })} action={<Link href={href}>{t('see')}</Link>}>
      <CheckList>
        {job.failures.map(({ status, count, amount }) => (
          <li key={status ?? 'none'}>
            <Icon name="octagon" tone="danger" />
            <b className="font-medium">
              {status === null ? t('noAnswer', { count }) : t('line', { count, status: String(status) })}
            </b>
            <Money cents={amount} direction="still" />
          </li>
        ))}
        <li>
          <Icon name="operator" tone="idle" />
          {onStart === null ? (
            <>
              <b className="font-medium">{t('later', { count: failed })}</b>
              <span className="text-xs text-ink-3">{t('afterEnd')}</span>
            </>
          ) : (
            <TextButton
              className="justify-self-start"
              aria-busy={again.busy || undefined}
              disabled={again.busy}
              onClick={again.start}
            >
              {t('again', { count: failed })}
            </TextButton>
          )}
          <p>{t('why')}</p>
        </li>
      </CheckList>
    </Panel>
  );
}

/** Starts a new resend of the job's items in this state. */
function useAgain(job: ResendDetail, state: 'unknown' | 'failed', onStart: Props['onStart']) {
  const unread = useTranslations('resends')('unknown.unread');
  const account = useSession().account.slug;
  const toast = useToast();
  const { isPending: busy, mutate } = useMutation({
    mutationFn: () => itemIds(account, job.id, state),
    onSuccess: (ids) => onStart?.(ofSelection(ids)),
    onError: () => toast(unread),
  });
  return { busy, start: () => !busy && mutate() };
}
