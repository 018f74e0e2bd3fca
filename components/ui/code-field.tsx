'use client';

import { type ReactNode, useId } from 'react';
import { Field, Input } from './field.tsx';

type Props = {
  label: ReactNode;
  rule?: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
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
export function CodeField({ kind, value, onChange, onWhole, autoFocus, error, hint, ...text }: Props) {
  const id = useId();
  const app = kind === 'app';
  return (
    <Field id={id} label={text.label} rule={text.rule} hint={hint} error={error}>
      <Input
        id={id}
        name={text.name}
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
        onChange={(event) => {
          const next = event.target.value;
          onChange(next);
          if (app && /^\d{3} ?\d{3}$/.test(next)) onWhole?.(next);
        }}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-answer` : undefined}
      />
    </Field>
  );
}
