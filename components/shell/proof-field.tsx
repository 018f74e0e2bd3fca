'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useId, useRef } from 'react';
import { Callout } from '#components/ui/callout.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { useSession } from './session-context.tsx';
import type { Proof } from './use-proven.ts';

type Props = {
  form: Proof;
  /** Without the words above it: the step says them. */
  quiet?: boolean;
  /** False where other fields come first; a proof that the server asks for later takes the focus all the same. */
  focus?: boolean;
};

/** Why a proof is asked for, and the password; nothing while the last proof still holds. */
export function ProofField({ form, quiet = false, focus = true }: Props) {
  const t = useTranslations('shell.stepUp');
  const id = useId();
  const { operator } = useSession().session;
  const taken = useRef(!focus);
  useEffect(() => {
    if (form.due && !taken.current) document.getElementById(id)?.focus();
    taken.current = false;
  }, [form.due, id]);
  if (!form.due) return null;
  const error = form.refusal && (form.left > 0 ? t('wait', { seconds: form.left }) : form.refusal.words);
  return (
    <>
      {!quiet && (
        <Callout icon="lock" title={t('why')}>
          {t('holds')}
        </Callout>
      )}
      {/* Password managers look for whose password it is. */}
      <input type="text" autoComplete="username" value={operator.email} readOnly hidden />
      <Field id={id} label={t('password')} rule={operator.email} error={error}>
        <Input
          ref={form.field}
          id={id}
          required
          type="password"
          icon="key"
          autoComplete="current-password"
          maxLength={256}
          data-autofocus
          value={form.password}
          onChange={(event) => form.setPassword(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-answer` : undefined}
        />
      </Field>
      <span className="sr-only" role="alert">
        {form.refusal?.words}
      </span>
    </>
  );
}
