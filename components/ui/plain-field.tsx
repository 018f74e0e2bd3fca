'use client';

import { type ReactNode, useId } from 'react';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';

type Props = {
  label: ReactNode;
  value: string;
  onChange: (next: string) => void;
  rule?: ReactNode;
  hint?: ReactNode;
  error?: string | null;
  type?: 'text' | 'email' | 'url';
  inputMode?: 'text' | 'numeric' | 'email' | 'url';
  mono?: boolean;
  maxLength?: number;
  placeholder?: string;
  onBlur?: () => void;
  autoFocus?: boolean;
  after?: ReactNode;
};

/** One line of text with its rule above and its answer below. */
export function PlainField({ label, value, onChange, rule, hint, error, autoFocus, ...rest }: Props) {
  const id = useId();
  return (
    <Field id={id} label={label} rule={rule} error={error} hint={hint}>
      <Input
        id={id}
        autoComplete="off"
        spellCheck={false}
        value={value}
        {...(autoFocus ? { 'data-autofocus': true } : {})}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-answer` : undefined}
        {...rest}
      />
    </Field>
  );
}
