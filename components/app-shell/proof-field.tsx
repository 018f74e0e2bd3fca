'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useId, useRef } from 'react';
import { buttonVariants } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { useSession } from './session.tsx';
import { PROOF_WINDOW, type Proof, useStepUp } from './step-up-context.ts';

type Props = {
  form: Proof;
  /** Omits the explanation, which the step already shows. */
  quiet?: boolean;
  /** False where other fields come first; a proof required later by the server still takes the focus. */
  focus?: boolean;
};

/** Requests the proof of identity, with the reason. Renders nothing while the last proof is valid. */
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
  const error = form.refusal && (form.left > 0 ? t('wait', { seconds: form.left }) : form.refusal.text);
  const shared = {
    ref: form.field,
    id,
    rule: email,
    error,
    icon: 'key' as const,
    autoFocus: true,
    value: form.password,
    onChange: form.setPassword,
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
          {/* Password managers need the user name of a password. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <PlainField
            {...shared}
            label={t('password')}
            required
            type="password"
            autoComplete="current-password"
            maxLength={256}
          />
        </>
      ) : session.proofs.includes('sso') ? (
        <ProofElsewhere />
      ) : (
        <PlainField
          {...shared}
          label={t('code')}
          hint={passkey && t('orPasskey')}
          className="mono"
          autoComplete="one-time-code"
          maxLength={20}
        />
      )}
      <span className="sr-only" role="alert">
        {form.refusal?.text}
      </span>
    </>
  );
}

/** State of the single sign-on window, with a link that opens it: browsers never block a link. */
function ProofElsewhere() {
  const t = useTranslations('shell.stepUp');
  const { elsewhere } = useStepUp();
  if (elsewhere === null) return <p>{t('elsewhere')}</p>;
  return (
    <Callout
      tone={elsewhere === 'opened' ? 'flow' : 'warn'}
      role={elsewhere === 'opened' ? 'status' : 'alert'}
      title={t(`window.${elsewhere}`)}
      action={
        <a className={buttonVariants({ size: 'sm' })} href={PROOF_WINDOW} target="_blank" rel="noreferrer">
          {t('window.open')}
        </a>
      }
    >
      {t('window.description')}
    </Callout>
  );
}
