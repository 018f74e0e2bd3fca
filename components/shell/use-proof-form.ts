'use client';

import { useRef, useState } from 'react';
import { useCountdown } from '#components/ui/use-countdown.ts';
import { needsProof, StepUpCancelled, useProofRefusal, useStepUp } from './step-up-context.ts';

/**
 * A form that proves who the operator is where that is due, and then acts. `error` is what the act was refused with;
 * what concerns the password stands in `refusal`.
 */
export function useProofForm(act: () => Promise<void>, { proof = true, always = false } = {}) {
  const { isDue, prove } = useStepUp();
  const refusalOf = useProofRefusal();
  const [due, setDue] = useState(() => always || (proof && isDue()));
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const refusal = refusalOf(error);
  const { left } = useCountdown(refusal?.wait ?? 0, error);
  const missing = due && password === '';
  const field = useRef<HTMLInputElement>(null);
  const submit = async () => {
    // Pressed without it: the empty field takes the focus, so that the press is not answered by nothing.
    if (missing) field.current?.focus();
    if (busy || left > 0 || missing) return;
    setBusy(true);
    setError(null);
    try {
      if (due) await prove(password);
      setDue(false);
      setPassword('');
      await act();
    } catch (thrown) {
      if (needsProof(thrown)) setDue(true);
      else if (!(thrown instanceof StepUpCancelled)) setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  const clear = () => setError(null);
  /** A form that stood open for long asks the clock again before its last look. */
  const renew = () => setDue((was) => was || always || (proof && isDue()));
  return {
    due,
    field,
    password,
    setPassword,
    busy,
    submit,
    clear,
    renew,
    left,
    refusal,
    error: refusal ? null : error,
  };
}

export type ProofForm = ReturnType<typeof useProofForm>;
