'use client';

import { useRef, useState } from 'react';
import { useCountdown } from '#components/ui/use-countdown.ts';
import { useSession } from './session-context.tsx';
import { needsProof, StepUpCancelled, useStepUp } from './step-up-context.ts';
import { useProofRefusal } from './use-proof-refusal.ts';

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
