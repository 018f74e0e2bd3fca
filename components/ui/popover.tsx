'use client';

import { Popover as Radix } from 'radix-ui';
import { type ReactElement, type ReactNode, useState } from 'react';
import { cn } from './cn.ts';
import { popoverSurface } from './layer-styles.ts';

type Props = {
  /** Name of the opened layer. */
  label: string;
  /** One button; it gets the aria attributes. */
  trigger: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'center' | 'end';
  side?: 'bottom' | 'top' | 'right' | 'left';
  padded?: boolean;
  className?: string;
  /** A node, or a function that gets `close`. */
  children: ReactNode | ((close: () => void) => ReactNode);
};

/** The element that contains a layer: the dialog it was opened from, else the page's landmark. */
export function portalContainer(opener: Element | null = document.activeElement): HTMLElement {
  return opener?.closest('dialog') ?? document.getElementById('content') ?? document.body;
}

/** A layer anchored to its button; not modal. */
export function Popover({
  label,
  trigger,
  open,
  onOpenChange,
  align = 'start',
  side = 'bottom',
  padded = true,
  className,
  children,
}: Props) {
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const [ownOpen, setOwnOpen] = useState(false);
  const isOpen = open ?? ownOpen;
  const change = (next: boolean) => {
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  return (
    <Radix.Root open={isOpen} onOpenChange={change}>
      <Radix.Trigger ref={setAnchor} asChild>
        {trigger}
      </Radix.Trigger>
      {isOpen && anchor && (
        <Radix.Portal container={portalContainer(anchor)}>
          <Radix.Content
            aria-label={label}
            align={align}
            side={side}
            sideOffset={4}
            collisionPadding={{ top: 32, bottom: 8, left: 8, right: 8 }}
            className={cn(popoverSurface({ padding: padded ? 'panel' : 'none' }), className)}
          >
            {typeof children === 'function' ? children(() => change(false)) : children}
          </Radix.Content>
        </Radix.Portal>
      )}
    </Radix.Root>
  );
}
