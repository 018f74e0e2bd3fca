import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon.tsx';

export type ButtonLook = {
  variant?: 'plain' | 'main' | 'danger' | 'quiet';
  size?: 'sm' | 'md';
  full?: boolean;
  icon?: IconName | undefined;
};

/** Classes of a button, for whatever element has to look like one. */
export function buttonClasses(
  { variant = 'plain', size = 'md', full = false }: ButtonLook,
  more = '',
): string {
  return ['btn', variant !== 'plain' && `btn-${variant}`, size === 'sm' && 'btn-sm', full && 'btn-full', more]
    .filter(Boolean)
    .join(' ');
}

type Props = ComponentProps<'button'> & ButtonLook;

/** Verb and object; `main` only once on a screen, in the innermost open layer. */
export function Button({ variant, size, full, icon, className, children, type = 'button', ...rest }: Props) {
  const look: ButtonLook = { ...(variant && { variant }), ...(size && { size }), ...(full && { full }) };
  return (
    <button type={type} className={buttonClasses(look, className)} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
