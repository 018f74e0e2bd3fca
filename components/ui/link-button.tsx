import Link from 'next/link';
import type { ComponentProps } from 'react';
import { type ButtonLook, buttonVariants } from './button.tsx';
import { cn } from './cn.ts';
import { Icon } from './icon.tsx';

type Props = ComponentProps<typeof Link> & ButtonLook & { iconOnly?: string };

/** A link that looks like a button; with `iconOnly` (its name) just the sign is drawn. */
export function LinkButton({ variant, size, full, icon, iconOnly, className, children, ...rest }: Props) {
  const square = iconOnly !== undefined;
  return (
    <Link
      className={cn(buttonVariants({ variant, size, full, square }), className)}
      aria-label={iconOnly}
      title={iconOnly}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}
