'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { hasOuterBlank } from '#lib/auth/password-rules.ts';
import { Icon } from './icon.tsx';
import { PlainField } from './plain-field.tsx';

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

/** The input type of a password, and the button that shows or hides it. */
export function useCovered() {
  const t = useTranslations('common.secretField');
  const [shown, setShown] = useState(false);
  const button = (
    <button
      type="button"
      className="-my-1 inline-flex min-h-6 items-center gap-1.5 px-0.5 text-ink-2"
      aria-pressed={shown}
      onClick={() => setShown(!shown)}
    >
      <Icon name="eye" size="s" />
      {t(shown ? 'hide' : 'show')}
    </button>
  );
  return { type: shown ? 'text' : 'password', button };
}

/** A password field, hidden until the operator shows it. */
export function SecretField({ rule, focus = false, ...rest }: Props) {
  const { type, button } = useCovered();
  const t = useTranslations('common.secretField');
  const warns = rest.autoComplete === 'new-password' && hasOuterBlank(rest.value);
  return (
    <PlainField
      {...rest}
      hint={warns ? t('outerBlank') : rest.hint}
      type={type}
      maxLength={256}
      required
      autoFocus={focus}
      rule={
        <>
          {rule} {button}
        </>
      }
    />
  );
}
