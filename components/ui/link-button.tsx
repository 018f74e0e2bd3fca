import Link from 'next/link';
import type { ComponentProps } from 'react';
import { type ButtonLook, buttonClasses } from './button.tsx';
import { Icon } from './icon.tsx';

type Props = ComponentProps<typeof Link> & ButtonLook & { iconOnly?: string };

/** A link that looks like a button; with `iconOnly` (its name) just the sign is drawn. */
export function LinkButton({ variant, size, full, icon, iconOnly, className, children, ...rest }: Props) {
  const look: ButtonLook = { ...(variant && { variant }), ...(size && { size }), ...(full && { full }) };
  const classes = buttonClasses(look, [iconOnly && 'btn-icon', className].filter(Boolean).join(' '));
  return (
    <Link className={classes} {...(iconOnly ? { 'aria-label': iconOnly, title: iconOnly } : {})} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}
