'use client';

import type { ReactNode } from 'react';
import { cn } from './cn.ts';

type Props = { checked: boolean; onChange: (next: boolean) => void; disabled?: boolean; children: ReactNode };

/** On or off, in force at once. */
export function Switch({ checked, onChange, disabled = false, children }: Props) {
  return (
    <button
      type="button"
      role="switch"
      className="group inline-grid min-h-6 grid-cols-[1.75rem_auto] items-center gap-2 text-left text-ink disabled:text-ink-off"
      aria-checked={checked}
      disabled={disabled}
      onClick={() => onChange(!checked)}
    >
      <i
        className={cn(
          'relative h-4 w-7 rounded-full border border-line-control bg-sunken forced-color-adjust-none',
          'group-aria-checked:border-accent group-aria-checked:bg-accent',
          'after:absolute after:top-0.5 after:left-0.5 after:size-2.5 after:rounded-full',
          'after:bg-line-control after:transition-[translate] after:duration-(--t-fast)',
          'group-aria-checked:after:translate-x-3 group-aria-checked:after:bg-ink-inverse',
        )}
      />
      <span>{children}</span>
    </button>
  );
}
