'use client';

import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useLazy } from '#components/ui/use-lazy.ts';
import { CallError, call } from '#lib/api/client.ts';
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

/** How long a proof holds, in ms; a little less than on the server, so that a call does not come too late. */
const HOLDS_MS = 9.5 * 60_000;

type Asked = { done: () => void; cancel: () => void };
const fetchDialog = () => import('./step-up-dialog.tsx');

/** Proof of identity for everything inside; its dialog is fetched when it is first needed. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const proof = useProof();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [loaded, load] = useLazy(fetchDialog);
  const ask = useCallback(async () => {
    await load();
    await new Promise<void>((resolve, reject) => {
      const end = (then: () => void) => () => {
        setAsked(null);
        then();
      };
      setAsked({ done: end(resolve), cancel: end(() => reject(new StepUpCancelled())) });
    });
  }, [load]);
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
      {loaded && asked && <loaded.StepUpDialog onProved={asked.done} onClose={asked.cancel} />}
    </StepUpContext>
  );
}

const LOOK_MS = 1_000;
const LONGEST_MS = 3 * 60_000;

/**
 * The issuer asks in a window of its own, so that what was typed here stays. Another origin stood in that window: nobody
 * here sees it any more, or closes it, and only the server says when it was proved. It is asked each second, and at
 * once when this page has the focus again: who comes back without a proof closed that window, or left it.
 */
async function proveElsewhere(tell: (now: Elsewhere) => void): Promise<void> {
  const opened = window.open(PROOF_WINDOW, '_blank', 'width=480,height=640');
  tell(opened === null ? 'blocked' : 'asked');
  const until = Date.now() + LONGEST_MS;
  while (Date.now() < until) {
    const back = await nextLook();
    if ((await call('GET /api/session', {})).stepUpUntil !== null) return;
    if (back) tell('back');
  }
  throw new StepUpCancelled();
}

/** After a second, or with the focus; whether it was that. */
function nextLook(): Promise<boolean> {
  return new Promise((resolve) => {
    const look = (back: boolean) => {
      clearTimeout(later);
      window.removeEventListener('focus', focused);
      resolve(back);
    };
    const focused = () => look(true);
    const later = setTimeout(look, LOOK_MS, false);
    window.addEventListener('focus', focused);
  });
}

function useProof() {
  const { stepUpUntil, proofs } = useSession().session;
  const until = useRef(stepUpUntil === null ? 0 : Date.parse(stepUpUntil));
  const isDue = useCallback(() => Date.now() >= until.current, []);
  const byPassword = proofs.includes('password');
  const bySso = proofs.includes('sso');
  const [elsewhere, setElsewhere] = useState<Elsewhere | null>(null);
  const prove = useCallback(
    async (typed: string) => {
      if (bySso) {
        await proveElsewhere(setElsewhere).finally(() => setElsewhere(null));
        until.current = Date.now() + HOLDS_MS;
        return;
      }
      const body = byPassword
        ? { password: typed }
        : typed === ''
          ? { passkey: await (await import('./passkey.ts')).askPasskey('step-up') }
          : { otp: typed };
      await call('POST /api/step-up', { body }).catch((error: unknown) => {
        throw error instanceof CallError ? new ProofRefused(error.problem, error.at) : error;
      });
      until.current = Date.now() + HOLDS_MS;
    },
    [byPassword, bySso],
  );
  return { isDue, prove, elsewhere };
}
