'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useOperation } from '#components/forms/use-operation.ts';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { cn } from '#components/ui/cn.ts';
import { Dialog } from '#components/ui/dialog.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { CheckList } from '#components/ui/list-line.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { type StatusKind, statusStyle } from '#components/ui/status.tsx';
import { judgeTest, type Verdict } from '#lib/webhooks/proof.ts';
import type { Since, TestDelivery } from '#lib/webhooks/queries.ts';

export const REAL_DELIVERIES = 3;
type Results = { right: TestDelivery | null; wrong: TestDelivery | null };

type Props = {
  id: string;
  /** False when Guichê has no stored secret and therefore cannot sign a test. */
  canSign: boolean;
  since: Since | undefined;
  /** Preview of a later step: shows the checks without buttons. */
  later?: boolean;
  /** A standalone test of the stored secret; no step follows. */
  alone?: boolean;
  /** `proved`: the receiver accepted the signed test and rejected the wrong one. */
  onNext?: (proved: boolean) => void;
};

/**
 * Step 4: a signed test that must be accepted, a wrongly signed one that must be rejected, then the next real
 * deliveries.
 */
export function ProofStep({ id, canSign, since, later = false, alone = false, onNext }: Props) {
  const t = useTranslations('webhooks.rotate.proof');
  const { run, results } = useProof(id);
  const right = judgeTest(results.right, 'right');
  const wrong = judgeTest(results.wrong, 'wrong');
  const passed = right === 'ok' && wrong === 'ok';
  const tried = results.right !== null || results.wrong !== null;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      {!later && canSign && (
        <p>{t.rich('description', { code: (words: ReactNode) => <code className="mono">{words}</code> })}</p>
      )}
      {!later && !canSign && <p>{t('cannotSign')}</p>}
      <CheckList className={cn(panelVariants({ local: true }), 'px-panel py-1 *:py-1.5')}>
        {canSign && <TestLine which="right" verdict={right} result={results.right} alone={alone} />}
        {canSign && <TestLine which="wrong" verdict={wrong} result={results.wrong} alone={alone} />}
        {!alone && <RealLine since={later ? undefined : since} />}
      </CheckList>
      {passed && (
        <Callout tone="ok" role="status" title={t(alone ? 'alone.passed' : 'passed')}>
          {t('passedWords')}
        </Callout>
      )}
      {Boolean(run.error) && <ErrorCard error={run.error} />}
      {!later && (
        <div className="flex flex-wrap items-center gap-2">
          {canSign && (
            <Button
              variant={passed ? 'plain' : 'main'}
              aria-busy={run.busy || undefined}
              onClick={() => run.start()}
            >
              {t(`${alone ? 'alone.' : ''}${run.busy ? 'running' : tried ? 'again' : 'start'}` as 'start')}
            </Button>
          )}
          {!alone && (
            <Button variant={passed || !canSign ? 'main' : 'quiet'} onClick={() => onNext?.(passed)}>
              {t(passed || !canSign ? 'next' : 'skip')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/**
 * Sends the correctly signed test, then the wrong one, to tell a receiver that rejects both from one that
 * accepts both.
 */
function useProof(id: string) {
  const [results, setResults] = useState<Results>({ right: null, wrong: null });
  const test = { params: { id }, proof: 'none' } as const;
  const wrong = useOperation('POST /webhooks/{id}/test', {
    ...test,
    onDone: (result) => setResults(({ right }) => ({ right, wrong: result })),
  });
  const right = useOperation('POST /webhooks/{id}/test', {
    ...test,
    onDone(result) {
      setResults({ right: result, wrong: null });
      return wrong.submit({ signWith: 'wrong' });
    },
  });
  const run = {
    busy: right.busy || wrong.busy,
    error: right.error ?? wrong.error,
    start() {
      wrong.clear();
      setResults({ right: null, wrong: null });
      void right.submit({ signWith: 'stored' });
    },
  };
  return { run, results };
}

const KINDS: Record<Verdict, StatusKind> = { waiting: 'idle', ok: 'ok', bad: 'danger' };

type Line = 'right' | 'wrong' | 'rightOk' | 'wrongOk' | ReturnType<typeof failureKey>;
type LineProps = { which: 'right' | 'wrong'; verdict: Verdict; result: TestDelivery | null; alone: boolean };

function TestLine({ which, verdict, result, alone }: LineProps) {
  const t = useTranslations('webhooks.rotate.proof');
  const { shape, tone } = statusStyle(KINDS[verdict]);
  // A standalone test has its own texts: there is no new and old secret.
  const textOf = (key: Line) => t(alone && t.has(`alone.${key}`) ? (`alone.${key}` as 'alone.right') : key);
  return (
    <li>
      <Icon name={shape} tone={tone} />
      <span className={verdict === 'bad' ? 'text-danger-ink' : ''}>
        {textOf(verdict === 'ok' ? (which === 'right' ? 'rightOk' : 'wrongOk') : which)}
      </span>
      <span className="cap">
        {result === null ? t(which === 'right' ? 'expect2xx' : 'expect4xx') : <Got result={result} />}
      </span>
      {verdict === 'bad' && result !== null && <p>{textOf(failureKey(which, result))}</p>}
    </li>
  );
}

function failureKey(which: 'right' | 'wrong', { status }: TestDelivery) {
  if (status === null) return 'rightFault';
  if (which === 'right' && status >= 400 && status < 500) return 'rightRefused';
  return which === 'wrong' && status < 300 ? 'wrongAccepted' : 'otherStatus';
}

function Got({ result }: { result: TestDelivery }) {
  const t = useTranslations('webhooks.rotate.proof');
  const { status, responseTimeMs, fault } = result;
  if (status === null)
    return fault
      ? t('noAnswerWhy', {
          fault: t.has(`testFaults.${fault}`) ? t(`testFaults.${fault as 'timeout'}`) : fault,
        })
      : t('noAnswer');
  return t('got', { status, ms: responseTimeMs ?? 0 });
}

function RealLine({ since }: { since: Since | undefined }) {
  const t = useTranslations('webhooks.rotate.proof');
  const delivered = Math.min(since?.delivered ?? 0, REAL_DELIVERIES);
  const failed = since?.failed ?? 0;
  const kind: StatusKind = delivered >= REAL_DELIVERIES ? 'ok' : 'idle';
  const { shape, tone } = statusStyle(kind);
  return (
    <li>
      <Icon name={shape} tone={tone} />
      <span>{t('real', { count: REAL_DELIVERIES })}</span>
      <span className="cap">
        {delivered === 0
          ? t(since === undefined ? 'expect2xx' : 'realWaiting')
          : t('realCount', { delivered, count: REAL_DELIVERIES })}
      </span>
      {failed > 0 && <p>{t('realFailed', { failed })}</p>}
    </li>
  );
}

/** Warns when the sheet closes before the secret is stored, and says that it is not lost. */
export function CloseGuard({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const t = useTranslations('webhooks.rotate');
  const back = useTranslations('common')('back');
  const footer = (
    <>
      <Button onClick={onStay} data-autofocus>
        {back}
      </Button>
      <Button variant="main" onClick={onLeave}>
        {t('closeButton')}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onStay} title={t('closeTitle')} footer={footer}>
      <p>{t('closeWords')}</p>
    </Dialog>
  );
}
