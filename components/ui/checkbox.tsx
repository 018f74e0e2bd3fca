'use client';

import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import { cn } from './cn.ts';

/** Classes of a checkbox, for a row that draws its own. */
export const CHECKBOX = [
  'checkbox inline-grid size-3.75 flex-none cursor-pointer appearance-none place-content-center align-[-0.125rem]',
  'rounded-1 border border-line-control bg-surface max-wide:size-5',
  'checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent',
  'checked:after:h-2.25 checked:after:w-1.25 checked:after:border-ink-inverse',
  'checked:after:border-r-2 checked:after:border-b-2',
  'checked:after:[transform:rotate(42deg)_translate(-0.5px,-1px)]',
  'indeterminate:after:h-0.5 indeterminate:after:w-2 indeterminate:after:border-0',
  'indeterminate:after:bg-ink-inverse indeterminate:after:[transform:none]',
  // A disabled checkbox still shows whether it is checked.
  'disabled:border-line-strong disabled:bg-sunken disabled:checked:after:border-ink-3',
  'forced-colors:checked:forced-color-adjust-none forced-colors:indeterminate:forced-color-adjust-none',
].join(' ');

type Props = Omit<ComponentProps<'input'>, 'type' | 'ref'> & { some?: boolean };

/** `some`: only part of what the checkbox stands for is chosen. Without a visible label pass `aria-label`. */
export function Checkbox({ some = false, className, ...rest }: Props) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = some;
  }, [some]);
  return <input ref={ref} type="checkbox" className={cn(CHECKBOX, className)} {...rest} />;
}

/** A checkbox with its label; the whole line can be pressed. */
export function CheckLine({ children, ...rest }: Props & { children: ReactNode }) {
  const id = useId();
  return (
    <label className="flex items-start gap-2 text-ink" htmlFor={id}>
      <Checkbox {...rest} className="mt-px" id={id} />
      <span>{children}</span>
    </label>
  );
}

type SwitchProps = { checked: boolean; onChange: (next: boolean) => void; children: ReactNode };

/** An on/off switch that takes effect at once. */
export function Switch({ checked, onChange, children }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className="group inline-grid min-h-6 grid-cols-[1.75rem_auto] items-center gap-2 text-left text-ink"
      aria-checked={checked}
      onClick={() => onChange(!checked)}
    >
      <i className="relative h-4 w-7 rounded-full border border-line-control bg-sunken forced-color-adjust-none group-aria-checked:border-accent group-aria-checked:bg-accent after:absolute after:top-0.5 after:left-0.5 after:size-2.5 after:rounded-full after:bg-line-control after:transition-[translate] after:duration-(--t-fast) group-aria-checked:after:translate-x-3 group-aria-checked:after:bg-ink-inverse" />
      <span>{children}</span>
    </button>
  );
}
