import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** A bar made of parts (`<i style={{ width }}>`) of a whole. */
export function Meter({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={cn(
        'flex h-3 overflow-hidden rounded-1 bg-sunken shadow-[inset_0_0_0_1px_var(--line-strong)]',
        '[:where(&>i)]:block [:where(&>i)]:h-full [:where(&>i)]:bg-accent [:where(&>i)]:forced-color-adjust-none',
        '[:where(&>i+i)]:border-l [:where(&>i+i)]:border-surface',
        className,
      )}
      {...rest}
    />
  );
}
