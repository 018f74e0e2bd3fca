'use client';

import { cloneElement, type ReactElement, type ReactNode, useState } from 'react';
import type { IconName } from './icon.tsx';
import type { TriggerProps } from './popover.tsx';
import { useLazy } from './use-lazy.ts';

export type MenuItem =
  | {
      kind: 'item';
      id: string;
      label: ReactNode;
      icon?: IconName;
      note?: ReactNode;
      keys?: string;
      disabled?: boolean;
      onSelect: () => void;
    }
  | {
      kind: 'link';
      id: string;
      label: ReactNode;
      icon?: IconName;
      note?: ReactNode;
      href: string;
      current?: boolean;
    }
  | { kind: 'check'; id: string; label: ReactNode; checked: boolean; onChange: (next: boolean) => void }
  | {
      kind: 'choice';
      id: string;
      label: ReactNode;
      value: string;
      onChange: (next: string) => void;
      options: readonly { value: string; label: ReactNode }[];
    }
  | { kind: 'rule'; id: string }
  | { kind: 'words'; id: string; label: ReactNode };

export type MenuProps = {
  label: string;
  /** One button; it gets the aria attributes. */
  trigger: ReactElement<TriggerProps>;
  items: readonly MenuItem[];
  align?: 'start' | 'center' | 'end';
  side?: 'bottom' | 'top';
  className?: string;
};

const fetchLayer = () => import('./menu-layer.tsx');

/**
 * A menu by its button; its code is fetched when the button is approached. The button is the same element before and
 * after: one that was replaced between press and release would swallow the click, and lose the focus.
 */
export function Menu({ trigger, ...rest }: MenuProps) {
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const [open, setOpen] = useState(false);
  const [loaded, load] = useLazy(fetchLayer);
  const change = (next: boolean) => {
    setOpen(next);
    if (next) void load();
  };
  return (
    <>
      {cloneElement(trigger, {
        ref: setAnchor,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'data-state': open ? 'open' : 'closed',
        onPointerEnter: () => void load(),
        onClick: () => change(!open),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          change(true);
        },
      })}
      {loaded && anchor && <loaded.MenuLayer {...rest} anchor={anchor} open={open} onOpenChange={setOpen} />}
    </>
  );
}
