'use client';

import type { ReactNode } from 'react';

type Props = { checked: boolean; onChange: (next: boolean) => void; disabled?: boolean; children: ReactNode };

/** On or off, in force at once. */
export function Switch({ checked, onChange, disabled = false, children }: Props) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={checked}
      disabled={disabled}
      onClick={() => onChange(!checked)}
    >
      <i />
      <span>{children}</span>
    </button>
  );
}
