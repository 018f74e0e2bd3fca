'use client';

import { useTranslations } from 'next-intl';
import { type ChangeEvent, useEffect, useId, useRef } from 'react';
import { Callout } from '#components/ui/callout.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { ProofElsewhere } from './proof-elsewhere.tsx';
import { useSession } from './session-context.tsx';
import type { Proof } from './use-proven.ts';

type Props = {
  form: Proof;
  /** Without the words above it: the step says them. */
  quiet?: boolean;
  /** False where other fields come first; a proof that the server asks for later takes the focus all the same. */
  focus?: boolean;
};

/** Why a proof is asked for, and what proves it: the password, or with a second factor its code or device. Nothing while the last proof still holds. */
export function ProofField({ form, quiet = false, focus = true }: Props) {
  const t = useTranslations('shell.stepUp');
  const id = useId();
  const { session } = useSession();
  const { email } = session.operator;
  const passkey = session.proofs.includes('passkey');
  const taken = useRef(!focus);
  useEffect(() => {
    if (form.due && !taken.current) document.getElementById(id)?.focus();
    taken.current = false;
  }, [form.due, id]);
  if (!form.due) return null;
  const error = form.refusal && (form.left > 0 ? t('wait', { seconds: form.left }) : form.refusal.words);
  const shared = {
    ...{ ref: form.field, id, icon: 'key' as const, value: form.password },
    onChange: (event: ChangeEvent<HTMLInputElement>) => form.setPassword(event.target.value),
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || passkey ? `${id}-answer` : undefined,
  };
  return (
    <>
      {!quiet && (
        <Callout icon="lock" title={t('why')}>
          {t('holds')}
        </Callout>
      )}
      {session.proofs.includes('password') ? (
        <>
          {/* Password managers look for whose password it is. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <Field id={id} label={t('password')} rule={email} error={error}>
            <Input
              {...shared}
              required
              type="password"
              autoComplete="current-password"
              maxLength={256}
              data-autofocus
            />
          </Field>
        </>
      ) : session.proofs.includes('sso') ? (
        <ProofElsewhere />
      ) : (
        <Field id={id} label={t('code')} rule={email} error={error} hint={passkey && t('orPasskey')}>
          <Input {...shared} className="mono" autoComplete="one-time-code" maxLength={20} data-autofocus />
        </Field>
      )}
      <span className="sr-only" role="alert">
        {form.refusal?.words}
      </span>
    </>
  );
}
