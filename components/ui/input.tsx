import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

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
export function Input({ icon, unit, variant, mono, covered, after, frameClassName, ...rest }: Props) {
  const frame = [
    'control',
    variant && `control-${variant}`,
    mono && 'control-mono',
    covered && 'control-covered',
    frameClassName,
  ];
  return (
    <span className={frame.filter(Boolean).join(' ')}>
      {icon && <Icon name={icon} />}
      {unit && <span className="unit">{unit}</span>}
      <input {...rest} {...(covered ? COVERED : {})} />
      {after}
    </span>
  );
}

/** A native choice in the same frame. */
export function Select({ children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className="control">
      <select {...rest}>{children}</select>
    </span>
  );
}
