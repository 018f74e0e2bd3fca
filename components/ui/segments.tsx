'use client';

import { type ReactNode, useId } from 'react';

type Props<V extends string> = {
  label: string;
  value: V;
  onChange: (next: V) => void;
  options: readonly { value: V; label: ReactNode; disabled?: boolean }[];
  disabled?: boolean;
  /** Two stand in each line: all of them are more than one line has room for. */
  inPairs?: boolean;
};

/** Choose one of two to six; the arrow keys move, as in any radio group. */
export function Segments<V extends string>(props: Props<V>) {
  const { label, value, onChange, options, disabled = false, inPairs = false } = props;
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className="segments" data-pairs={inPairs || undefined}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            className="sr-only"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled || option.disabled === true}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

/** The same under a label that is seen; what the choice means stands below. */
export function ChoiceField<V extends string>({ children, ...rest }: Props<V> & { children?: ReactNode }) {
  return (
    <div className="form-field">
      <div className="form-label">
        <span aria-hidden="true">{rest.label}</span>
      </div>
      <Segments {...rest} />
      {children}
    </div>
  );
}
