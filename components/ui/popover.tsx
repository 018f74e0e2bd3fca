'use client';

import { cva } from 'class-variance-authority';
import { Popover as Radix } from 'radix-ui';
import { type ReactElement, type ReactNode, useState } from 'react';
import { cn } from './cn.ts';

/** A layer anchored to its button: popover or menu. */
export const popoverSurface = cva(
  'z-40 max-h-[var(--radix-popper-available-height,80vh)] min-w-48 max-w-[min(28rem,calc(100vw-1.5rem))] animate-layer overflow-auto rounded-3 border border-line-strong bg-raised text-ink-2 shadow-float',
  { variants: { padding: { none: '', menu: 'p-1', panel: 'p-panel' } } },
);

/** A choice in a menu or a list of options. */
export const menuItem = cva(
  'flex min-h-7.5 cursor-pointer select-none items-center gap-2 rounded-2 px-2 py-1 text-ink no-underline outline-0 data-[disabled]:cursor-not-allowed data-[highlighted]:bg-hover data-[state=checked]:font-semibold data-[disabled]:text-ink-off data-[highlighted]:shadow-[inset_3px_0_0_var(--focus)] max-wide:min-h-11 forced-colors:data-[highlighted]:outline-2 forced-colors:data-[highlighted]:-outline-offset-2 forced-colors:data-[highlighted]:outline-[Highlight]',
);

/** Space in px between a layer and its button, and between it and the window. */
export const LAYER_SPACE = {
  sideOffset: 4,
  collisionPadding: { top: 32, bottom: 8, left: 8, right: 8 },
};

type Props = {
  /** Name of the opened layer. */
  label: string;
  /** One button; it gets the aria attributes. */
  trigger: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'center' | 'end';
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
export function Popover({ label, trigger, open, align = 'start', padded = true, ...props }: Props) {
  const { onOpenChange, className, children } = props;
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
            side="bottom"
            {...LAYER_SPACE}
            className={cn(popoverSurface({ padding: padded ? 'panel' : 'none' }), className)}
          >
            {typeof children === 'function' ? children(() => change(false)) : children}
          </Radix.Content>
        </Radix.Portal>
      )}
    </Radix.Root>
  );
}
