'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useId, useState } from 'react';
import { Field } from './field.tsx';
import { Icon } from './icon.tsx';
import { Input } from './input.tsx';

type Props = {
  label: ReactNode;
  value: string;
  onChange: (next: string) => void;
  rule?: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  autoComplete: 'current-password' | 'new-password';
  variant?: 'tall';
  focus?: boolean;
};

/** A password's type and the button that uncovers it. */
export function useCovered() {
  const t = useTranslations('common.secretField');
  const [shown, setShown] = useState(false);
  const button = (
    <button type="button" className="show-password" aria-pressed={shown} onClick={() => setShown(!shown)}>
      <Icon name="eye" size="s" />
      {t(shown ? 'hide' : 'show')}
    </button>
  );
  return { type: shown ? 'text' : 'password', button };
}

/** A password, covered until its owner wants to see it. */
export function SecretField({ label, value, onChange, rule, hint, error, focus = false, ...rest }: Props) {
  const id = useId();
  const { type, button } = useCovered();
  return (
    <Field
      id={id}
      label={label}
      hint={hint}
      error={error}
      rule={
        <>
          {rule} {button}
        </>
      }
    >
      <Input
        {...rest}
        id={id}
        type={type}
        maxLength={256}
        required
        data-autofocus={focus || undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-answer` : undefined}
      />
    </Field>
  );
}
