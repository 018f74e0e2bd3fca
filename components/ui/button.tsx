import { cva, type VariantProps } from 'class-variance-authority';
import Link from 'next/link';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';
import { Icon, type IconName } from './icon.tsx';

const buttonClasses = cva(
  [
    'btn inline-flex items-center justify-center gap-1.5 rounded-2 border font-medium whitespace-nowrap no-underline',
    'transition-[background-color,border-color] duration-(--t-fast) forced-colors:border-[ButtonText]',
    'disabled:border-line-strong disabled:bg-sunken disabled:font-medium disabled:text-ink-off',
    'aria-disabled:cursor-not-allowed aria-disabled:border-line-strong aria-disabled:bg-sunken',
    'aria-disabled:font-medium aria-disabled:text-ink-off',
    'disabled:[&>svg]:text-inherit aria-disabled:[&>svg]:text-inherit',
  ],
  {
    variants: {
      variant: {
        plain: [
          'border-line-control bg-surface text-ink hover:bg-hover hover:text-ink data-[state=open]:bg-hover',
          'aria-pressed:bg-selected [&>svg]:text-ink-3',
        ],
        main: [
          'border-accent bg-accent font-semibold text-ink-inverse',
          'hover:border-accent-hover hover:bg-accent-hover hover:text-ink-inverse',
          'data-[state=open]:border-accent-hover data-[state=open]:bg-accent-hover',
          '[&_kbd]:border-current/45 [&_kbd]:bg-transparent [&_kbd]:text-inherit',
          'beneath:border-line-control beneath:bg-surface beneath:font-medium beneath:text-ink',
        ],
        danger: [
          'border-danger-line bg-surface text-danger-ink hover:bg-hover hover:text-danger-ink',
          'data-[state=open]:bg-hover aria-pressed:bg-selected',
        ],
        quiet: [
          'border-transparent bg-transparent text-ink-2 hover:bg-hover hover:text-ink',
          'data-[state=open]:bg-hover data-[state=open]:text-ink aria-pressed:bg-selected [&>svg]:text-ink-3',
          'disabled:border-transparent disabled:bg-transparent',
        ],
      },
      size: {
        md: 'h-control px-2.5 text-sm leading-none',
        sm: 'h-control-sm px-2 text-xs leading-none',
        /** The main actions of the sign-in pages. */
        tall: 'h-9 px-2.5 text-sm leading-none max-wide:h-11',
      },
      full: { true: 'w-full' },
      /** Icon only: as wide as it is high. */
      square: { true: 'flex-none px-0' },
    },
    compoundVariants: [
      { square: true, size: 'md', class: 'w-control' },
      { square: true, size: 'sm', class: 'w-control-sm' },
    ],
    defaultVariants: { variant: 'plain', size: 'md' },
  },
);

type Variants = VariantProps<typeof buttonClasses>;

/** Classes that make any element look like a button. */
export const buttonVariants = (of?: Variants) => cn(buttonClasses(of));

export type ButtonVariant = Omit<Variants, 'square'> & {
  icon?: IconName | undefined;
};

type Props = ComponentProps<'button'> & ButtonVariant;

/** The label is a verb and an object. A screen has one `main` button, in the innermost open layer. */
export function Button({ variant, size, full, icon, className, children, type = 'button', ...rest }: Props) {
  return (
    <button
      type={type}
      className={cn(buttonVariants({ variant, size, full }), className)}
      {...rest}
      aria-busy={rest['aria-busy'] || undefined}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A button in running text, which looks like a link. */
export function TextButton({ className, ...rest }: Omit<ComponentProps<'button'>, 'type'>) {
  return (
    <button
      type="button"
      className={cn(
        'text-accent underline decoration-1 underline-offset-2 whitespace-nowrap hover:text-accent-hover',
        className,
      )}
      {...rest}
    />
  );
}

export function ButtonGroup({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span
      className={cn(
        'inline-flex [&>:not(:first-child)]:-ml-px [&>:not(:first-child)]:rounded-l-none [&>:not(:last-child)]:rounded-r-none',
        className,
      )}
    >
      {children}
    </span>
  );
}

type LinkButtonProps = ComponentProps<typeof Link> & ButtonVariant & { iconOnly?: string };

/** A link that looks like a button. With `iconOnly` (its accessible name) only the icon is shown. */
export function LinkButton({ iconOnly, className, children, ...props }: LinkButtonProps) {
  const { variant, size, full, icon, ...rest } = props;
  const classes = buttonVariants({ variant, size, full, square: iconOnly !== undefined });
  return (
    <Link className={cn(classes, className)} aria-label={iconOnly} title={iconOnly} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}

type BareButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  icon: IconName;
  /** The accessible name; with `shortcut` it ends with the key, as in "Fechar (Esc)". */
  label: string;
  shortcut?: string;
  /** `bare`: no frame, 24 px, in a line of text. */
  variant?: 'plain' | 'quiet' | 'bare';
  size?: 'sm' | 'md';
};

/** Classes of an icon button without a frame; `data-copied` turns it green. */
export const bareButton =
  '-my-1 inline-grid size-6 flex-none place-content-center rounded-1 text-ink-3 hover:bg-hover hover:text-ink data-copied:text-ok-ink [&>svg]:size-3.25';

/** An icon-only button; the label is its accessible name and its title. */
export function IconButton({ icon, label, shortcut, className, ...props }: BareButtonProps) {
  const { variant = 'quiet', size = 'sm', ...rest } = props;
  const name = shortcut ? `${label} (${shortcut})` : label;
  const classes = variant === 'bare' ? bareButton : buttonVariants({ variant, size, square: true });
  return (
    <button type="button" className={cn(classes, className)} aria-label={name} title={name} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
