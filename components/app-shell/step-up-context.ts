'use client';

import { useTranslations } from 'next-intl';
import { createContext, useContext, useRef, useState } from 'react';
import { useCountdown } from '#components/ui/use-now.ts';
import { CallError } from '#lib/api/client.ts';
import { PasskeyClosed } from './passkey.ts';
import { useSession } from './session.tsx';

/** The operator went back instead of proving who they are: nothing was sent. */
export class StepUpCancelled extends Error {
  constructor() {
    super('No proof of identity was given.');
    this.name = 'StepUpCancelled';
  }
}

/** The proof itself was refused, and not what it was for: a code is also what sets an app up. */
export class ProofRefused extends CallError {}

/** Where the single sign-on asks anew. */
export const PROOF_WINDOW = '/api/sso/start?purpose=step-up&callbackUrl=/proved';

/** The window of the single sign-on: it was opened, the browser did not open it, or the operator came back without a proof. */
export type Elsewhere = 'asked' | 'blocked' | 'back';

export type StepUp = {
  /** By this browser's clock; the server has the last word. */
  isDue: () => boolean;
  /**
   * Sends a proof: what was typed (password, or code where a second factor is set up), or with nothing typed what the
   * device signs. Throws CallError (a wrong one has `fields`, a throttled one `retryAfterSeconds`) as ProofRefused, or PasskeyClosed.
   */
  prove: (typed: string) => Promise<void>;
  /** While a proof is waited for from the single sign-on; null: none is. */
  elsewhere: Elsewhere | null;
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

/**
 * Where the proof of identity is asked for: `inside` the form where one is due, `always` there, in a `dialog` of its
 * own before the act, `when-asked` there too but only once the server says so, or `none`.
 */
export type ProofWay = 'inside' | 'always' | 'dialog' | 'when-asked' | 'none';

/**
 * Runs what the operator does behind the proof of identity that it needs; a press while one is on its way does nothing.
 * `error` is what the act was refused with; what concerns the password stands in `refusal`.
 */
export function useProven(way: ProofWay = 'inside') {
  const { isDue, prove, withProof } = useStepUp();
  const refusalOf = useProofRefusal();
  const { proofs } = useSession().session;
  const byDevice = proofs.includes('passkey') || proofs.includes('sso');
  const needed = () => way === 'always' || (way === 'inside' && isDue());
  const [due, setDue] = useState(needed);
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const running = useRef(false);
  const refusal = refusalOf(error);
  const { left } = useCountdown(refusal?.wait ?? 0, error);
  // Nothing has to be typed where the press itself has the device, or the issuer, ask.
  const missing = due && password === '' && !byDevice;
  const field = useRef<HTMLInputElement>(null);
  const pass = async (act: () => Promise<unknown>) => {
    if (way === 'none') return act();
    if (way === 'dialog' || way === 'when-asked') return withProof(act, { first: way === 'dialog' });
    if (due) await prove(password);
    setDue(false);
    setPassword('');
    return act();
  };
  /** True once it is done; false where it was refused, or held back. */
  const run = async (act: () => Promise<unknown>): Promise<boolean> => {
    // Pressed without it: the empty field takes the focus, so that the press is not answered by nothing.
    if (missing) field.current?.focus();
    if (running.current || left > 0 || missing) return false;
    running.current = true;
    setBusy(true);
    setError(null);
    try {
      await pass(act);
      return true;
    } catch (thrown) {
      if (needsProof(thrown) && way === 'inside') setDue(true);
      // Going back from the password leaves everything as it was.
      else if (!(thrown instanceof StepUpCancelled)) setError(thrown);
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return {
    due,
    field,
    password,
    setPassword,
    busy,
    /** Nothing can be sent now: one is on its way, or too many passwords were wrong. */
    held: busy || left > 0,
    run,
    clear: () => setError(null),
    /** A form that stood open for long asks the clock again before its last look. */
    renew: () => setDue((was) => was || needed()),
    left,
    refusal,
    error: refusal ? null : error,
  };
}

export type Proof = ReturnType<typeof useProven>;

const PROOFS = ['password', 'otp', 'passkey'] as const;
const isProof = (field: string | undefined): field is (typeof PROOFS)[number] =>
  PROOFS.some((one) => one === field);

/** Gives the page's words for a wrong or throttled proof; null for any other error. */
function useProofRefusal(): (error: unknown) => { words: string; wait: number } | null {
  const t = useTranslations('shell.stepUp');
  return (error) => {
    if (error instanceof PasskeyClosed) return { words: t('closed'), wait: 0 };
    if (!(error instanceof CallError)) return null;
    const { code, fields, retryAfterSeconds = 0 } = error.problem;
    if (code === 'rate_limited') return { words: t('throttled'), wait: retryAfterSeconds };
    const named = fields?.find(({ field }) => isProof(field))?.field;
    return error instanceof ProofRefused && isProof(named)
      ? { words: t(`mismatch.${named}`), wait: 0 }
      : null;
  };
}
