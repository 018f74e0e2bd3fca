import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';
import { Icon } from './icon.tsx';

/** A chip stands for a filter; its × removes the filter. Dashed: the filter is not set yet. */
export function Chip({ dashed = false, children }: { dashed?: boolean; children: ReactNode }) {
  return (
    <span
      className={cn(
        'chip inline-flex h-control flex-none items-center rounded-2 border border-line-control bg-surface',
        'text-sm whitespace-nowrap forced-colors:border-[ButtonText]',
        '[&>button+button]:border-l [&>button+button]:border-line-strong [&>button+button]:px-1.5',
        dashed && 'border-dashed',
      )}
    >
      {children}
    </span>
  );
}

const PART_CLASSES =
  'inline-flex h-full items-center gap-1 rounded-[3px] px-2 text-ink-3 hover:bg-hover data-[state=open]:bg-hover [&>b]:max-w-64 [&>b]:overflow-hidden [&>b]:font-medium [&>b]:text-ellipsis';

type ButtonProps = Omit<ComponentProps<'button'>, 'value'> & {
  label: ReactNode;
  value?: ReactNode;
  caret?: boolean;
};

/** The part of a `Chip` that opens a Popover or Menu. */
export function ChipButton({ label, value, caret = false, className, ...rest }: ButtonProps) {
  return (
    <button type="button" className={cn(PART_CLASSES, className)} {...rest}>
      {label}
      {value !== undefined && (
        <>
          : <b>{value}</b>
        </>
      )}
      {caret && <Icon name="down" size="s" />}
    </button>
  );
}

/** The same part as plain text, where there is nothing to open. */
export function ChipText({ label, value }: { label: ReactNode; value: ReactNode }) {
  return (
    <span className="px-2 text-ink-3 [&>b]:font-medium">
      {label}: <b>{value}</b>
    </span>
  );
}

export function ChipRemove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={PART_CLASSES} aria-label={label} title={label} onClick={onClick}>
      <Icon name="x" size="s" />
    </button>
  );
}
