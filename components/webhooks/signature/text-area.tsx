'use client';

import { type ReactNode, useId } from 'react';
import { Field } from '#components/ui/field.tsx';
import styles from '../webhooks.module.css';

type Props = {
  label: string;
  rule: ReactNode;
  hint?: ReactNode;
  value: string;
  placeholder?: string;
  onChange: (next: string) => void;
};

/** Several lines, as they are: nothing is trimmed or corrected. */
export function TextArea({ label, rule, hint, value, placeholder, onChange }: Props) {
  const id = useId();
  return (
    <Field id={id} label={label} rule={rule} hint={hint}>
      <span className={`control ${styles.area}`}>
        <textarea
          id={id}
          rows={4}
          value={value}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          onChange={(event) => onChange(event.target.value)}
          aria-describedby={hint ? `${id}-answer` : undefined}
        />
      </span>
    </Field>
  );
}
