import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

type Props = ComponentProps<'input'> & {
  icon?: IconName;
  unit?: ReactNode;
  variant?: 'big' | 'tall';
  mono?: boolean;
  /** Content at the right, inside the frame (a key, a small button). */
  after?: ReactNode;
  frameClassName?: string;
};

/** A text field in its frame. Without a visible label give `aria-label`. */
export function Input({ icon, unit, variant, mono, after, frameClassName, ...rest }: Props) {
  const frame = ['control', variant && `control-${variant}`, mono && 'control-mono', frameClassName];
  return (
    <span className={frame.filter(Boolean).join(' ')}>
      {icon && <Icon name={icon} />}
      {unit && <span className="unit">{unit}</span>}
      <input {...rest} />
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
