'use client';

import { useTranslations } from 'next-intl';
import { createContext, useContext } from 'react';
import { CallError } from '#lib/api/client.ts';

/** The operator went back instead of proving who they are: nothing was sent. */
export class StepUpCancelled extends Error {
  constructor() {
    super('No proof of identity was given.');
    this.name = 'StepUpCancelled';
  }
}

export type StepUp = {
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
export const StepUpContext = createContext<StepUp | null>(null);

export function useStepUp(): StepUp {
  const value = useContext(StepUpContext);
  if (value === null) throw new Error('useStepUp is only for what stands inside the shell');
  return value;
}

export const needsProof = (error: unknown) =>
  error instanceof CallError && error.problem.code === 'step_up_required';

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
