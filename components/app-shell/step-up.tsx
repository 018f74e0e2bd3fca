'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { CallError, call } from '#lib/api/client.ts';
import { serverNow } from '#lib/core/clock.ts';
import { requestPasskey } from './passkey.ts';
import { ProofField } from './proof-field.tsx';
import { useSession } from './session.tsx';
import {
  type Elsewhere,
  needsProof,
  PROOF_WINDOW,
  ProofRefused,
  type StepUp,
  StepUpCancelled,
  StepUpContext,
  useProven,
} from './step-up-context.ts';

/** How long a proof is valid, in ms; slightly shorter than on the server, so that calls are not late. */
const VALID_MS = 9.5 * 60_000;

type ProofRequest = { done: () => void; cancel: () => void };

export function StepUpProvider({ children }: { children: ReactNode }) {
  const { stepUpUntil, proofs } = useSession().session;
  const until = useRef(stepUpUntil === null ? 0 : Date.parse(stepUpUntil));
  const byPassword = proofs.includes('password');
  const bySso = proofs.includes('sso');
  const [elsewhere, setElsewhere] = useState<Elsewhere | null>(null);
  const [request, setRequest] = useState<ProofRequest | null>(null);
  const value = useMemo<StepUp>(() => {
    const isDue = () => serverNow() >= until.current;
    const prove = async (typed: string) => {
      if (bySso) {
        await proveInWindow(setElsewhere).finally(() => setElsewhere(null));
        until.current = serverNow() + VALID_MS;
        return;
      }
      const body = byPassword
        ? { password: typed }
        : typed === ''
          ? { passkey: await requestPasskey('step-up') }
          : { otp: typed };
      await call('POST /api/step-up', { body }).catch((error: unknown) => {
        throw error instanceof CallError ? new ProofRefused(error.problem, error.at) : error;
      });
      until.current = serverNow() + VALID_MS;
    };
    const requestProof = () =>
      new Promise<void>((resolve, reject) => {
        const end = (then: () => void) => () => {
          setRequest(null);
          then();
        };
        setRequest({ done: end(resolve), cancel: end(() => reject(new StepUpCancelled())) });
      });
    const withProof: StepUp['withProof'] = async (run, { first = true } = {}) => {
      if (first && isDue()) await requestProof();
      try {
        return await run();
      } catch (error) {
        if (!needsProof(error)) throw error;
      }
      await requestProof();
      return run();
    };
    return { isDue, prove, elsewhere, withProof };
  }, [byPassword, bySso, elsewhere]);
  return (
    <StepUpContext value={value}>
      {children}
      {request && <StepUpDialog onProved={request.done} onClose={request.cancel} />}
    </StepUpContext>
  );
}

/** The issuer requests the proof in a window: typed values stay. Browsers allow it only in a press. */
async function proveInWindow(report: (now: Elsewhere) => void): Promise<void> {
  const opened = window.open(PROOF_WINDOW, '_blank', 'width=480,height=640');
  report(opened === null ? 'blocked' : 'opened');
  await waitForProof(() => report('back'));
}

const CHECK_MS = 1_000;
const LONGEST_MS = 3 * 60_000;

/**
 * Waits for a proof in the issuer's window. This page cannot see or close a window of another origin, so it
 * checks with the server each second and on focus (the operator returned). Throws StepUpCancelled after three
 * minutes.
 */
async function waitForProof(onBack: () => void): Promise<void> {
  const until = performance.now() + LONGEST_MS;
  while (performance.now() < until) {
    const back = await nextCheck();
    if ((await call('GET /api/session', {})).stepUpUntil !== null) return;
    if (back) onBack();
  }
  throw new StepUpCancelled();
}

/** Resolves after a second (false) or when the page gets the focus (true). */
function nextCheck(): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (back: boolean) => {
      clearTimeout(timer);
      window.removeEventListener('focus', focused);
      resolve(back);
    };
    const focused = () => finish(true);
    const timer = setTimeout(finish, CHECK_MS, false);
    window.addEventListener('focus', focused);
  });
}

/** A dialog that only requests the proof; the waiting action continues afterwards. */
function StepUpDialog({ onProved, onClose }: { onProved: () => void; onClose: () => void }) {
  const t = useTranslations('shell.stepUp');
  const back = useTranslations('common')('back');
  const id = useId();
  const proof = useProven('always');
  const proved = useRef(false);
  const close = () => proved.current || onClose();
  const submit = () =>
    proof.run(async () => {
      proved.current = true;
      onProved();
    });
  const footer = (
    <>
      <Button onClick={close}>{back}</Button>
      <Button
        type="submit"
        form={id}
        variant="main"
        aria-disabled={proof.locked || undefined}
        aria-busy={proof.busy || undefined}
      >
        {t('confirm')}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={close} title={t('title')} footer={footer}>
      <form
        id={id}
        className="grid min-w-0 grid-cols-1 gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <ProofField form={proof} />
        {Boolean(proof.error) && <ErrorCard error={proof.error} />}
      </form>
    </Dialog>
  );
}
