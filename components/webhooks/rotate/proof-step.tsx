'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useOperation } from '#components/forms/use-operation.ts';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { cn } from '#components/ui/cn.ts';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { CheckList } from '#components/ui/list-line.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { type StatusKind, statusStyle } from '#components/ui/status.tsx';
import type { Since, TestDelivery } from '#lib/webhooks/queries.ts';
import { judgeTest, type Verdict } from '#lib/webhooks/rules.ts';
import { code } from '../sheet-parts.tsx';

const REAL_DELIVERIES = 3;

type Which = 'right' | 'wrong';
const NO_RESULTS = { right: null, wrong: null };

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

/** Step 4: a signed test to be accepted, a wrongly signed one to be rejected, then real deliveries. */
export function ProofStep({ id, canSign, since, later = false, alone = false, onNext }: Props) {
  const t = useTranslations('webhooks.rotate.proof');
  const [results, setResults] = useState<Record<Which, TestDelivery | null>>(NO_RESULTS);
  const test = { params: { id }, proof: 'none' } as const;
  const sendWrong = useOperation('POST /webhooks/{id}/test', {
    ...test,
    onDone: (result) => setResults((before) => ({ ...before, wrong: result })),
  });
  const sendRight = useOperation('POST /webhooks/{id}/test', {
    ...test,
    onDone(result) {
      setResults({ right: result, wrong: null });
      return sendWrong.submit({ signWith: 'wrong' });
    },
  });
  // Only both together distinguish a receiver that rejects everything from one that accepts everything.
  const start = () => {
    sendWrong.clear();
    setResults(NO_RESULTS);
    void sendRight.submit({ signWith: 'stored' });
  };
  const busy = sendRight.busy || sendWrong.busy;
  const error = sendRight.error ?? sendWrong.error;
  const right = judgeTest(results.right, 'right');
  const wrong = judgeTest(results.wrong, 'wrong');
  const passed = right === 'ok' && wrong === 'ok';
  const tried = results.right !== null || results.wrong !== null;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      {!later && <p>{canSign ? t.rich('description', { code }) : t('cannotSign')}</p>}
      <ProofList>
        {canSign && <TestLine which="right" verdict={right} result={results.right} alone={alone} />}
        {canSign && <TestLine which="wrong" verdict={wrong} result={results.wrong} alone={alone} />}
        {!alone && (
          <RealLine
            title={t('real', { count: REAL_DELIVERIES })}
            since={later ? undefined : since}
            waits={!later && since !== undefined}
          />
        )}
      </ProofList>
      {passed && (
        <Callout tone="ok" role="status" title={t(alone ? 'alone.passed' : 'passed')}>
          {t('passedDescription')}
        </Callout>
      )}
      {Boolean(error) && <ErrorCard error={error} />}
      {!later && (
        <div className="flex flex-wrap items-center gap-2">
          {canSign && (
            <Button variant={passed ? 'plain' : 'main'} aria-busy={busy || undefined} onClick={start}>
              {t(`${alone ? 'alone.' : ''}${busy ? 'running' : tried ? 'again' : 'start'}` as 'start')}
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

const KINDS: Record<Verdict, StatusKind> = { waiting: 'idle', ok: 'ok', bad: 'danger' };

/** The checks that prove a secret, each with its result. */
export function ProofList({ children }: { children: ReactNode }) {
  return (
    <CheckList className={cn(panelVariants({ local: true }), 'px-panel py-1 *:py-1.5')}>{children}</CheckList>
  );
}

type ProofLineProps = { kind: StatusKind; title: string; answer: string; children: ReactNode };

function ProofLine({ kind, title, answer, children }: ProofLineProps) {
  const { shape, tone } = statusStyle(kind);
  return (
    <li>
      <Icon name={shape} tone={tone} />
      <span className={kind === 'danger' ? 'text-danger-ink' : ''}>{title}</span>
      <span className="cap">{answer}</span>
      {children && <p>{children}</p>}
    </li>
  );
}

type Text = 'right' | 'wrong' | 'rightOk' | 'wrongOk' | ReturnType<typeof failureKey>;
type LineProps = { which: Which; verdict: Verdict; result: TestDelivery | null; alone: boolean };

function TestLine({ which, verdict, result, alone }: LineProps) {
  const t = useTranslations('webhooks.rotate.proof');
  // A standalone test has its own texts: there is no new and old secret.
  const textOf = (key: Text) => t(alone && t.has(`alone.${key}`) ? (`alone.${key}` as 'alone.right') : key);
  const answerOf = () => {
    if (result === null) return t(which === 'right' ? 'expect2xx' : 'expect4xx');
    const { status, responseTimeMs, fault } = result;
    if (status !== null) return t('got', { status, ms: responseTimeMs ?? 0 });
    if (!fault) return t('noAnswer');
    const known = t.has(`testFaults.${fault}`);
    return t('noAnswerWhy', { fault: known ? t(`testFaults.${fault as 'timeout'}`) : fault });
  };
  return (
    <ProofLine
      kind={KINDS[verdict]}
      title={textOf(verdict === 'ok' ? `${which}Ok` : which)}
      answer={answerOf()}
    >
      {verdict === 'bad' && result !== null && textOf(failureKey(which, result))}
    </ProofLine>
  );
}

function failureKey(which: Which, { status }: TestDelivery) {
  if (status === null) return 'rightFault';
  if (which === 'right' && status >= 400 && status < 500) return 'rightRefused';
  return which === 'wrong' && status < 300 ? 'wrongAccepted' : 'otherStatus';
}

type RealLineProps = {
  title: string;
  since: Since | undefined;
  /** The secret is in use, so the deliveries are awaited. */
  waits: boolean;
};

/** The next real deliveries since the secret was issued. */
export function RealLine({ title, since, waits }: RealLineProps) {
  const t = useTranslations('webhooks.rotate.proof');
  const delivered = Math.min(since?.delivered ?? 0, REAL_DELIVERIES);
  const failed = since?.failed ?? 0;
  const awaited = t(waits ? 'realWaiting' : 'expect2xx');
  return (
    <ProofLine
      kind={delivered >= REAL_DELIVERIES ? 'ok' : 'idle'}
      title={title}
      answer={delivered === 0 ? awaited : t('realCount', { delivered, count: REAL_DELIVERIES })}
    >
      {failed > 0 && t('realFailed', { failed })}
    </ProofLine>
  );
}
