import { cva } from 'class-variance-authority';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';
import { Icon, type IconName } from './icon.tsx';

/** Classes of a field: a line above (label, rule), the control, a line below (hint or error). */
export const fieldVariants = cva('grid min-w-0 content-start gap-[3px]');
/** Classes of the line above, for any element. */
export const fieldLabel = cva('flex items-baseline justify-between gap-2 text-xs font-medium text-ink-2');
/** Classes of the line below, for any element. */
export const fieldAnswer = cva('flex items-start gap-1.5 text-xs [&_svg]:mt-px [&_svg]:size-3.5', {
  variants: { error: { true: 'text-danger-ink', false: 'text-ink-3' } },
  defaultVariants: { error: false },
});

/** Two fields side by side; stacked on a phone. */
export const FIELD_PAIR = 'grid grid-cols-2 gap-3 max-wide:grid-cols-1';

/** Classes of the rule at the right of the label: "12 de 64". */
export const FIELD_RULE = 'font-normal text-ink-3';

type Props = {
  id: string;
  label: ReactNode;
  /** Always visible, at the right: "12 de 64". */
  rule?: ReactNode;
  /** The line below; its id is `<id>-answer`, for aria-describedby. */
  hint?: ReactNode;
  error?: ReactNode;
  children: ReactNode;
};

/** Label and rule above, hint or error below. The control inside must have `id`. */
export function Field({ id, label, rule, hint, error, children }: Props) {
  return (
    <div className={fieldVariants()}>
      <div className={fieldLabel()}>
        <label htmlFor={id}>{label}</label>
        {rule && <span className={FIELD_RULE}>{rule}</span>}
      </div>
      {children}
      {(error || hint) && (
        <p id={`${id}-answer`} className={fieldAnswer({ error: Boolean(error) })}>
          {error && <Icon name="octagon" tone="danger" />}
          {error ? <span>{error}</span> : hint}
        </p>
      )}
    </div>
  );
}

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

type ControlFrameProps = ComponentProps<'input'> & {
  icon?: IconName;
  unit?: ReactNode;
  variant?: 'big' | 'tall';
  mono?: boolean;
  /** A secret shown as dots in a text field: browsers fill stored passwords into any password field. */
  covered?: boolean;
  /** Content at the right, inside the frame (a key, a small button). */
  after?: ReactNode;
  frameClassName?: string;
};

const COVERED = { type: 'text', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

/** A text field in its frame. Without a visible label pass `aria-label`. */
export function Input({ icon, unit, variant, mono, covered, after, ...props }: ControlFrameProps) {
  const { frameClassName, className, ...rest } = props;
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

/** A native `select` in the same frame. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={controlFrame()}>
      <select className={cn(CONTROL, className)} {...rest}>
        {children}
      </select>
    </span>
  );
}
