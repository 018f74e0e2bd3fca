import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
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

type BarLineProps = {
  begins?: number;
  parts: readonly { key: string; value: number; className: string }[];
  whole: number;
  className?: string;
};

/** One horizontal bar of a list: consecutive parts, starting at `begins`, on a scale from 0 to `whole`. */
export function BarLine({ begins = 0, parts, whole, className = '' }: BarLineProps) {
  const x = scaleLinear<number>({ domain: [0, whole], range: [0, 100] });
  let end = begins;
  return (
    <svg className={`block w-full overflow-visible ${className}`} aria-hidden="true" focusable="false">
      {parts.map((part) => {
        const start = end;
        end += part.value;
        return (
          <Bar
            key={part.key}
            className={part.className}
            x={`${x(start)}%`}
            style={{ width: `max(1px, ${x(part.value)}% - 1px)` }}
            height="100%"
            rx={2}
          />
        );
      })}
    </svg>
  );
}
