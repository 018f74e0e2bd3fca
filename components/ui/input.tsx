import { cva } from 'class-variance-authority';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';
import { Icon, type IconName } from './icon.tsx';

/** Classes of the frame around a control. */
export const controlFrame = cva(
  [
    'flex items-center gap-1.5 rounded-2 border border-line-control bg-surface text-ink',
    'forced-colors:border-[ButtonText] [&>svg]:text-ink-3',
    'has-[:is(input,select):focus-visible]:outline-2 has-[:is(input,select):focus-visible]:outline-offset-1',
    'has-[:is(input,select):focus-visible]:outline-focus has-[[aria-invalid=true]]:border-danger-line',
    'has-[:is(input,select):disabled]:border-line-strong has-[:is(input,select):disabled]:bg-sunken',
    'has-[:is(input,select):disabled]:text-ink-3',
  ],
  {
    variants: {
      variant: {
        plain: 'h-control px-2',
        tall: 'h-9 px-2 max-wide:h-11',
        big: 'h-11 px-3',
      },
    },
    defaultVariants: { variant: 'plain' },
  },
);

const CONTROL = 'h-full w-full min-w-0 bg-transparent text-ink outline-none';

type Props = ComponentProps<'input'> & {
  icon?: IconName;
  unit?: ReactNode;
  variant?: 'big' | 'tall';
  mono?: boolean;
  /**
   * A secret that is not the operator's password, drawn as dots. A text field: into a password field browsers fill what
   * they store for this site, whatever `autocomplete` says.
   */
  covered?: boolean;
  /** Content at the right, inside the frame (a key, a small button). */
  after?: ReactNode;
  frameClassName?: string;
};

const COVERED = { type: 'text', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

/** A text field in its frame. Without a visible label give `aria-label`. */
export function Input({
  icon,
  unit,
  variant,
  mono,
  covered,
  after,
  frameClassName,
  className,
  ...rest
}: Props) {
  return (
    <span className={cn(controlFrame({ variant }), frameClassName)}>
      {icon && <Icon name={icon} />}
      {unit && <span className="flex-none text-xs/4.5 whitespace-nowrap text-ink-3">{unit}</span>}
      <input
        className={cn(
          CONTROL,
          variant === 'big' && 'text-xl font-semibold tracking-[-0.01em]',
          mono && 'font-mono',
          covered && '[-webkit-text-security:disc]',
          className,
        )}
        {...rest}
        {...(covered ? COVERED : {})}
      />
      {after}
    </span>
  );
}

/** A native choice in the same frame. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={controlFrame()}>
      <select className={cn(CONTROL, className)} {...rest}>
        {children}
      </select>
    </span>
  );
}
