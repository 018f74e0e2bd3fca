'use client';

import { useTranslations } from 'next-intl';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { useLazy } from '#components/ui/use-lazy.ts';
import { CallError, call } from '#lib/api/client.ts';
import { useSession } from './session-context.tsx';

/** How long a proof holds, in ms; a little less than on the server, so that a call does not come too late. */
const HOLDS_MS = 9.5 * 60_000;

/** The operator went back instead of proving who they are: nothing was sent. */
export class StepUpCancelled extends Error {
  constructor() {
    super('No proof of identity was given.');
    this.name = 'StepUpCancelled';
  }
}

type StepUp = {
  /** By this browser's clock; the server has the last word. */
  isDue: () => boolean;
  /** Sends the password; throws CallError (a wrong one has `fields`, a throttled one `retryAfterSeconds`). */
  prove: (password: string) => Promise<void>;
  /**
   * Runs `run` with a fresh proof: asks for the password where one is due or the server asks for it, then runs (again).
   * `run` must send the same idempotency key each time. Throws StepUpCancelled when the operator goes back.
   * `first` false: only the server knows whether a proof is needed, so nothing is asked before it says so.
   */
  withProof: <T>(run: () => Promise<T>, options?: { first?: boolean }) => Promise<T>;
};
const StepUpContext = createContext<StepUp | null>(null);

export function useStepUp(): StepUp {
  const value = useContext(StepUpContext);
  if (value === null) throw new Error('useStepUp is only for what stands inside the shell');
  return value;
}

export const needsProof = (error: unknown) =>
  error instanceof CallError && error.problem.code === 'step_up_required';

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
  const { isDue, prove } = proof;
  const value = useMemo<StepUp>(
    () => ({
      isDue,
      prove,
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
    [isDue, prove, ask],
  );
  return (
    <StepUpContext value={value}>
      {children}
      {loaded && asked && <loaded.StepUpDialog onProved={asked.done} onClose={asked.cancel} />}
    </StepUpContext>
  );
}

function useProof() {
  const { stepUpUntil } = useSession().session;
  const until = useRef(stepUpUntil === null ? 0 : Date.parse(stepUpUntil));
  const isDue = useCallback(() => Date.now() >= until.current, []);
  const prove = useCallback(async (password: string) => {
    await call('POST /api/step-up', { body: { password } });
    until.current = Date.now() + HOLDS_MS;
  }, []);
  return { isDue, prove };
}

/** What the page words a failed proof with; null for anything else than a wrong or throttled one. */
export function useProofRefusal(): (error: unknown) => { words: string; wait: number } | null {
  const t = useTranslations('shell.stepUp');
  return (error) => {
    if (!(error instanceof CallError)) return null;
    const { code, fields, retryAfterSeconds = 0 } = error.problem;
    if (code === 'rate_limited') return { words: t('throttled'), wait: retryAfterSeconds };
    if (fields?.some(({ field }) => field === 'password')) return { words: t('mismatch'), wait: 0 };
    return null;
  };
}
