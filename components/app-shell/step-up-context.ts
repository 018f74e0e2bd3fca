'use client';

import { useTranslations } from 'next-intl';
import { createContext, useContext, useRef, useState } from 'react';
import { useCountdown } from '#components/ui/clock.tsx';
import { CallError } from '#lib/api/client.ts';
import { PasskeyClosed } from './passkey.ts';
import { useSession } from './session.tsx';

/** The operator cancelled the proof of identity: nothing was sent. */
export class StepUpCancelled extends Error {
  constructor() {
    super('No proof of identity was given.');
    this.name = 'StepUpCancelled';
  }
}

/** The proof itself was refused, not the operation, which may have a code field too. */
export class ProofRefused extends CallError {}

/** URL of the window in which the single sign-on requests the proof. */
export const PROOF_WINDOW = '/api/sso/start?purpose=step-up&callbackUrl=/proved';

/** The single sign-on window: opened, blocked by the browser, or closed without a proof. */
export type Elsewhere = 'opened' | 'blocked' | 'back';

export type StepUp = {
  /** Whether a proof is due, by this browser's clock; the server decides. */
  isDue: () => boolean;
  /**
   * Sends a proof: the typed password or second-factor code, or, with nothing typed, a passkey signature.
   * Throws ProofRefused (a CallError; a wrong proof has `fields`, a throttled one `retryAfterSeconds`) or
   * PasskeyClosed.
   */
  prove: (typed: string) => Promise<void>;
  /** State while a single sign-on proof is awaited; null: none. */
  elsewhere: Elsewhere | null;
  /**
   * Runs `run` with a valid proof; requests one first, or when the server requires it and then runs again.
   * `run` must send the same idempotency key each time. With `first: false` only the server's demand is
   * followed. Throws StepUpCancelled.
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
 * Where the proof is requested: `inside` the form if due; `always` in the form; `dialog`: in a dialog before
 * the action; `when-required`: in a dialog if the server requires it; `none`.
 */
export type ProofMode = 'inside' | 'always' | 'dialog' | 'when-required' | 'none';

/** Runs an action with the proof it needs, one at a time. Errors of the proof are in `refusal`. */
export function useProven(mode: ProofMode = 'inside') {
  const { isDue, prove, withProof } = useStepUp();
  const refusalOf = useProofRefusal();
  const { proofs } = useSession().session;
  const byDevice = proofs.includes('passkey') || proofs.includes('sso');
  const needed = () => mode === 'always' || (mode === 'inside' && isDue());
  const [due, setDue] = useState(needed);
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const running = useRef(false);
  const refusal = refusalOf(error);
  const { left } = useCountdown(refusal?.wait ?? 0, error);
  // Nothing needs to be typed where the press makes the device or the issuer request the proof.
  const missing = due && password === '' && !byDevice;
  const field = useRef<HTMLInputElement>(null);
  const pass = async (act: () => Promise<unknown>) => {
    if (mode === 'none') return act();
    if (mode === 'dialog' || mode === 'when-required') return withProof(act, { first: mode === 'dialog' });
    if (due) await prove(password);
    setDue(false);
    setPassword('');
    return act();
  };
  /** Resolves to true if the action succeeded; false if it failed or was not started. */
  const run = async (act: () => Promise<unknown>): Promise<boolean> => {
    // Pressed without a proof: focus the empty field.
    if (missing) field.current?.focus();
    if (running.current || left > 0 || missing) return false;
    running.current = true;
    setBusy(true);
    setError(null);
    try {
      await pass(act);
      return true;
    } catch (thrown) {
      if (needsProof(thrown) && mode === 'inside') setDue(true);
      // Cancelling the proof changes nothing.
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
    /** True while nothing can be sent: an action is running, or too many proofs were wrong. */
    locked: busy || left > 0,
    run,
    clear: () => setError(null),
    /** Checks again whether a proof is due, for forms that were open for long. */
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

/** Returns the message of a wrong or throttled proof; null for any other error. */
function useProofRefusal(): (error: unknown) => { text: string; wait: number } | null {
  const t = useTranslations('shell.stepUp');
  return (error) => {
    if (error instanceof PasskeyClosed) return { text: t('closed'), wait: 0 };
    if (!(error instanceof CallError)) return null;
    const { code, fields, retryAfterSeconds = 0 } = error.problem;
    if (code === 'rate_limited') return { text: t('throttled'), wait: retryAfterSeconds };
    const named = fields?.find(({ field }) => isProof(field))?.field;
    return error instanceof ProofRefused && isProof(named) ? { text: t(`mismatch.${named}`), wait: 0 } : null;
  };
}
