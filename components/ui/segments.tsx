'use client';

import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from './cn.ts';
import { fieldLabel, fieldVariants } from './field.tsx';

type Props<V extends string> = {
  label: string;
  value: V;
  onChange: (next: V) => void;
  options: readonly { value: V; label: ReactNode; disabled?: boolean }[];
  disabled?: boolean;
  /** Two options per line, where all of them do not fit on one. */
  inPairs?: boolean;
};

const FRAME =
  'grid overflow-hidden rounded-2 border border-line-control bg-surface max-wide:overflow-x-auto max-wide:[scrollbar-width:none] @max-[30rem]/room:overflow-x-auto @max-[30rem]/room:[scrollbar-width:none] [&>label:first-child]:border-l-0';
const PAIRS =
  'h-auto auto-rows-(--control) grid-cols-[repeat(2,minmax(max-content,1fr))] [&>label:nth-child(n+3)]:border-t [&>label:nth-child(odd)]:border-l-0';
const SEGMENT = [
  'relative grid cursor-pointer place-content-center border-l border-line-strong px-2 text-xs/4.5 whitespace-nowrap',
  'text-ink-2 @max-[30rem]/room:px-1',
  'has-checked:bg-selected has-checked:font-semibold has-checked:text-ink',
  'has-checked:shadow-[inset_0_-2px_0_var(--accent)]',
  'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus',
  'has-disabled:cursor-not-allowed has-disabled:text-ink-off',
  'forced-colors:has-checked:outline-2 forced-colors:has-checked:-outline-offset-3',
  'forced-colors:has-checked:outline-[Highlight]',
].join(' ');

/** A choice of two to six options; the arrow keys move, as in any radio group. */
export function Segments<V extends string>(props: Props<V>) {
  const { label, value, onChange, options, disabled = false, inPairs = false } = props;
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cn(FRAME, inPairs ? PAIRS : 'h-control auto-cols-[minmax(max-content,1fr)] grid-flow-col')}
      data-pairs={inPairs || undefined}
    >
      {options.map((option) => (
        <label key={option.value} className={SEGMENT}>
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

/** The same with a visible label; `children` below explain the choice. */
export function ChoiceField<V extends string>({ children, ...rest }: Props<V> & { children?: ReactNode }) {
  return (
    <div className={fieldVariants()}>
      <div className={fieldLabel()}>
        <span aria-hidden="true">{rest.label}</span>
      </div>
      <Segments {...rest} />
      {children}
    </div>
  );
}

/** Counts or sums to filter by. They wrap to a second row; each draws its own lines. */
export function Facets({ className, ...rest }: ComponentProps<'fieldset'>) {
  return (
    <fieldset
      className={cn(
        'grid min-w-0 grid-cols-[repeat(auto-fit,minmax(7.75rem,1fr))] gap-px overflow-hidden rounded-3',
        'border border-line-strong bg-surface [&>*]:shadow-[0_0_0_1px_var(--line)]',
        'max-wide:auto-cols-max max-wide:grid-flow-col max-wide:grid-cols-none max-wide:overflow-x-auto',
        'max-wide:[scrollbar-width:none] max-wide:[&>*]:min-w-29',
        className,
      )}
      {...rest}
    />
  );
}

/** One facet; `aria-pressed` where it is chosen. */
export function Facet({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={cn(
        'relative min-w-0 px-3 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2',
        'aria-pressed:bg-selected aria-pressed:shadow-[inset_0_-3px_0_var(--accent),0_0_0_1px_var(--line)]',
        'forced-colors:aria-pressed:outline-2 forced-colors:aria-pressed:-outline-offset-3',
        'forced-colors:aria-pressed:outline-[Highlight] [&>b]:block [&>b]:text-md',
        className,
      )}
      {...rest}
    />
  );
}
