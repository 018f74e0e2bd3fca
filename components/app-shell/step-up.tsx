'use client';

import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { CallError, call } from '#lib/api/client.ts';
import { serverNow } from '#lib/clock.ts';
import { askPasskey } from './passkey.ts';
import { provedElsewhere } from './proved-elsewhere.ts';
import { useSession } from './session-context.tsx';
import {
  type Elsewhere,
  needsProof,
  PROOF_WINDOW,
  ProofRefused,
  type StepUp,
  StepUpCancelled,
  StepUpContext,
} from './step-up-context.ts';
import { StepUpDialog } from './step-up-dialog.tsx';

/** How long a proof holds, in ms; a little less than on the server, so that a call does not come too late. */
const HOLDS_MS = 9.5 * 60_000;

type Asked = { done: () => void; cancel: () => void };

/** Proof of identity for everything inside. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const proof = useProof();
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = useCallback(
    () =>
      new Promise<void>((resolve, reject) => {
        const end = (then: () => void) => () => {
          setAsked(null);
          then();
        };
        setAsked({ done: end(resolve), cancel: end(() => reject(new StepUpCancelled())) });
      }),
    [],
  );
  const { isDue, prove, elsewhere } = proof;
  const value = useMemo<StepUp>(
    () => ({
      isDue,
      prove,
      elsewhere,
      withProof: async (run, { first = true } = {}) => {
        if (first && isDue()) await ask();
        try {
          return await run();
        } catch (error) {
          if (!needsProof(error)) throw error;
        }
        await ask();
        return run();
      },
    }),
    [isDue, prove, elsewhere, ask],
  );
  return (
    <StepUpContext value={value}>
      {children}
      {asked && <StepUpDialog onProved={asked.done} onClose={asked.cancel} />}
    </StepUpContext>
  );
}

/**
 * The issuer asks in a window of its own, so that what was typed here stays. It is opened within the press: a browser
 * opens none later.
 */
async function proveElsewhere(tell: (now: Elsewhere) => void): Promise<void> {
  const opened = window.open(PROOF_WINDOW, '_blank', 'width=480,height=640');
  tell(opened === null ? 'blocked' : 'asked');
  await provedElsewhere(() => tell('back'));
}

function useProof() {
  const { stepUpUntil, proofs } = useSession().session;
  const until = useRef(stepUpUntil === null ? 0 : Date.parse(stepUpUntil));
  const isDue = useCallback(() => serverNow() >= until.current, []);
  const byPassword = proofs.includes('password');
  const bySso = proofs.includes('sso');
  const [elsewhere, setElsewhere] = useState<Elsewhere | null>(null);
  const prove = useCallback(
    async (typed: string) => {
      if (bySso) {
        await proveElsewhere(setElsewhere).finally(() => setElsewhere(null));
        until.current = serverNow() + HOLDS_MS;
        return;
      }
      const body = byPassword
        ? { password: typed }
        : typed === ''
          ? { passkey: await askPasskey('step-up') }
          : { otp: typed };
      await call('POST /api/step-up', { body }).catch((error: unknown) => {
        throw error instanceof CallError ? new ProofRefused(error.problem, error.at) : error;
      });
      until.current = serverNow() + HOLDS_MS;
    },
    [byPassword, bySso],
  );
  return { isDue, prove, elsewhere };
}
