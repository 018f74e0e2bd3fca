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
  /** Called when pointer or focus come near. */
  near?: () => void;
};

/** Choose one of two to six; the arrow keys move, as in any radio group. */
export function Segments<V extends string>(props: Props<V>) {
  const { label, value, onChange, options, disabled = false, inPairs = false, near } = props;
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="segments"
      data-pairs={inPairs || undefined}
      onPointerEnter={near}
      onFocus={near}
    >
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
