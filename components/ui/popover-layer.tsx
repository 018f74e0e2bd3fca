'use client';

import { Popover as Radix } from 'radix-ui';
import { useRef } from 'react';
import type { PopoverProps } from './popover.tsx';
import { portalContainer } from './portal-container.ts';

type Props = Omit<PopoverProps, 'trigger' | 'open' | 'onOpenChange'> & {
  anchor: HTMLElement;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** The opened layer itself; the anchor stays the caller's own button. */
export function PopoverLayer({
  anchor,
  open,
  onOpenChange,
  label,
  align = 'start',
  side = 'bottom',
  ...rest
}: Props) {
  const { padded = true, className = '', children } = rest;
  const anchorRef = useRef<HTMLElement>(anchor);
  anchorRef.current = anchor;
  const close = () => onOpenChange(false);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Anchor virtualRef={anchorRef} />
      <Radix.Portal container={portalContainer(anchor)}>
        <Radix.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={{ top: 32, bottom: 8, left: 8, right: 8 }}
          className={`popover ${padded ? 'popover-body ' : ''}${className}`}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            anchor.focus();
          }}
          onInteractOutside={(event) => {
            // A press on the button closes by the button's own toggle; both would open it again.
            if (anchor.contains(event.target as Node)) event.preventDefault();
          }}
        >
          {typeof children === 'function' ? children(close) : children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
