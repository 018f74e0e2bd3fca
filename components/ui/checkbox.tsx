'use client';

import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';

type Props = Omit<ComponentProps<'input'>, 'type' | 'ref'> & { some?: boolean };

/** `some` = part of what it stands for is chosen. Without words beside it give `aria-label`. */
export function Checkbox({ some = false, className = '', ...rest }: Props) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = some;
  }, [some]);
  return <input ref={ref} type="checkbox" className={`checkbox ${className}`} {...rest} />;
}

/** A checkbox with its words; the whole line can be pressed. */
export function CheckLine({ children, ...rest }: Props & { children: ReactNode }) {
  const id = useId();
  return (
    <label className="check-line" htmlFor={id}>
      <Checkbox {...rest} id={id} />
      <span>{children}</span>
    </label>
  );
}
