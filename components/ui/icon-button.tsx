import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon.tsx';

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  icon: IconName;
  /** The accessible name; with `shortcut` it ends with the key, as in "Fechar (Esc)". */
  label: string;
  shortcut?: string;
  variant?: 'plain' | 'quiet';
  size?: 'sm' | 'md';
};

/** A button that is only a sign; its name is the label and the title. */
export function IconButton({
  icon,
  label,
  shortcut,
  variant = 'quiet',
  size = 'sm',
  className,
  ...rest
}: Props) {
  const name = shortcut ? `${label} (${shortcut})` : label;
  const classes = ['btn btn-icon', variant === 'quiet' && 'btn-quiet', size === 'sm' && 'btn-sm', className];
  return (
    <button
      type="button"
      className={classes.filter(Boolean).join(' ')}
      aria-label={name}
      title={name}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}
