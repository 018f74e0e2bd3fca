'use client';

import { cloneElement, type ReactElement, type ReactNode, type Ref, useEffect, useState } from 'react';
import { useLazy } from './use-lazy.ts';

export type PopoverProps = {
  /** Name of the opened layer. */
  label: string;
  /** One button (any element that takes onClick and ref); it gets the aria attributes. */
  trigger: ReactElement<TriggerProps>;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'center' | 'end';
  side?: 'bottom' | 'top' | 'right' | 'left';
  padded?: boolean;
  className?: string;
  /** A node, or a function that gets `close`. */
  children: ReactNode | ((close: () => void) => ReactNode);
};
export type TriggerProps = {
  ref?: Ref<HTMLButtonElement>;
  onClick?: (event: React.MouseEvent) => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  onKeyDown?: (event: React.KeyboardEvent) => void;
  'aria-haspopup'?: 'dialog' | 'menu';
  'aria-expanded'?: boolean;
  'data-state'?: 'open' | 'closed';
};

const fetchLayer = () => import('./popover-layer.tsx');

/** A layer by its button, not modal; its code is fetched when the button is approached. */
export function Popover({ open, onOpenChange, trigger, ...layer }: PopoverProps) {
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const [ownOpen, setOwnOpen] = useState(false);
  const [loaded, load] = useLazy(fetchLayer);
  const isOpen = open ?? ownOpen;
  const change = (next: boolean) => {
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  useEffect(() => {
    if (isOpen) void load();
  }, [isOpen, load]);
  return (
    <>
      {cloneElement(trigger, {
        ref: setAnchor,
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        'data-state': isOpen ? 'open' : 'closed',
        onPointerEnter: () => void load(),
        onClick: (event) => {
          trigger.props.onClick?.(event);
          change(!isOpen);
        },
      })}
      {loaded && anchor && (
        <loaded.PopoverLayer {...layer} anchor={anchor} open={isOpen} onOpenChange={change} />
      )}
    </>
  );
}
