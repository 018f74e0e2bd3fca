'use client';

import { type ReactNode, useId } from 'react';
import { Field, Input } from './field.tsx';

type Props = {
  label: ReactNode;
  rule?: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  name?: string;
  /** Six numbers of an app; else eight letters of a recovery code. */
  kind: 'app' | 'recovery';
  value: string;
  onChange: (next: string) => void;
  /** All six are there. */
  onWhole?: (code: string) => void;
  autoFocus?: boolean;
};

/** One code, as large as an amount: what a password manager or a phone fills in goes where it belongs. */
export function CodeField({ kind, value, onChange, onWhole, autoFocus, error, hint, ...words }: Props) {
  const id = useId();
  const app = kind === 'app';
  return (
    <Field id={id} label={words.label} rule={words.rule} hint={hint} error={error}>
      <Input
        id={id}
        name={words.name}
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
