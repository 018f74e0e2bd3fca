'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useId, useState } from 'react';
import { hasOuterBlank } from '#lib/auth/password-rules.ts';
import { Badge } from './badge.tsx';
import { Field, Input } from './field.tsx';
import { Icon } from './icon.tsx';
import { PlainField } from './plain-field.tsx';

type FieldTexts = { label: ReactNode; rule?: ReactNode; hint?: ReactNode; error?: ReactNode };

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

type SecretProps = FieldTexts & {
  value: string;
  onChange: (next: string) => void;
  autoComplete: 'current-password' | 'new-password';
  variant?: 'tall';
  focus?: boolean;
};

/** A password field, hidden until the operator shows it. */
export function SecretField({ rule, focus = false, ...rest }: SecretProps) {
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

type CodeProps = FieldTexts & {
  name?: string;
  /** `app`: six digits of an authenticator app; `recovery`: eight letters of a recovery code. */
  kind: 'app' | 'recovery';
  value: string;
  onChange: (next: string) => void;
  /** Called once all six digits are typed. */
  onWhole?: (code: string) => void;
  autoFocus?: boolean;
};

/** A field for one code, in large type. Password managers and phones can fill it (`one-time-code`). */
export function CodeField({ kind, value, onChange, onWhole, autoFocus, name, ...texts }: CodeProps) {
  const id = useId();
  const app = kind === 'app';
  return (
    <Field id={id} {...texts}>
      <Input
        id={id}
        name={name}
        variant="big"
        inputMode={app ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={app ? 7 : 12}
        required
        className="mono tracking-[0.3em]"
        value={value}
        autoFocus={autoFocus}
        data-autofocus={autoFocus || undefined}
        onChange={({ target }) => {
          onChange(target.value);
          if (app && /^\d{3} ?\d{3}$/.test(target.value)) onWhole?.(target.value);
        }}
        aria-invalid={texts.error ? true : undefined}
        aria-describedby={texts.error || texts.hint ? `${id}-answer` : undefined}
      />
    </Field>
  );
}

type ShownOnceProps = { label: ReactNode; badge: ReactNode; actions: ReactNode; children: ReactNode };

/** Content shown only once (codes, links, keys, secrets), with actions to save it. Only it has a dark frame. */
export function ShownOnce({ label, badge, actions, children }: ShownOnceProps) {
  return (
    <div className="grid gap-2 rounded-2 border border-ink bg-raised p-3 [&_output]:font-mono [&_output]:text-md/6 [&_output]:wrap-anywhere [&_output]:text-ink [&_output]:select-all [&_output[data-hidden]]:text-ink-3 [&_output[data-hidden]]:select-none">
      <div className="flex flex-wrap items-center gap-2">
        <span className="cap flex-1">{label}</span>
        <Badge icon="eye">{badge}</Badge>
      </div>
      {children}
      <div className="flex flex-wrap items-center gap-2">{actions}</div>
    </div>
  );
}
