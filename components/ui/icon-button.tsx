import type { ComponentProps } from 'react';
import { buttonVariants } from './button.tsx';
import { cn } from './cn.ts';
import { Icon, type IconName } from './icon.tsx';

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  icon: IconName;
  /** The accessible name; with `shortcut` it ends with the key, as in "Fechar (Esc)". */
  label: string;
  shortcut?: string;
  /** `bare`: no frame, 24 px, in a line of text. */
  variant?: 'plain' | 'quiet' | 'bare';
  size?: 'sm' | 'md';
};

/** Classes of a sign without a frame; `data-copied` turns it green. */
export const bareButton = [
  '-my-1 inline-grid size-6 flex-none place-content-center rounded-1 text-ink-3',
  'hover:bg-hover hover:text-ink data-copied:text-ok-ink [&>svg]:size-3.25',
].join(' ');

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
  const look = variant === 'bare' ? bareButton : buttonVariants({ variant, size, square: true });
  return (
    <button type="button" className={cn(look, className)} aria-label={name} title={name} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
