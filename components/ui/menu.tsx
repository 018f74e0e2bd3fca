'use client';

import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  type ReactElement,
  type ReactNode,
  useCallback,
  useState,
} from 'react';
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

const same = async () => (items: readonly MenuItem[]) => items;

/** A menu by its button, with entries that the page has anyway. */
export function Menu({ items, ...rest }: MenuProps) {
  return <LazyMenu {...rest} items={same} of={items} />;
}

type LazyProps<Of> = Omit<MenuProps, 'items'> & {
  /** Fetches the hook that makes the entries of `of`; the same function at every draw. */
  items: () => Promise<(of: Of) => readonly MenuItem[]>;
  of: Of;
};

/**
 * A menu by its button; its code and its entries are fetched when the button is approached. The button is the same
 * element before and after: one that was replaced between press and release would swallow the click, and lose the focus.
 */
export function LazyMenu<Of>({ trigger, items, of, ...rest }: LazyProps<Of>) {
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const [open, setOpen] = useState(false);
  const fetchOpened = useCallback(async () => {
    const [{ MenuLayer: Layer }, useItems] = await Promise.all([import('./menu-layer.tsx'), items()]);
    return { Layer, useItems };
  }, [items]);
  const [loaded, load] = useLazy(fetchOpened);
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
        onFocus: () => void load(),
        onClick: () => change(!open),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          change(true);
        },
      })}
      {loaded && anchor && (
        <Opened {...rest} {...loaded} of={of} anchor={anchor} open={open} onOpenChange={setOpen} />
      )}
    </>
  );
}

type LayerProps = ComponentProps<typeof import('./menu-layer.tsx').MenuLayer>;
type OpenedProps<Of> = Omit<LayerProps, 'items'> & {
  Layer: ComponentType<LayerProps>;
  useItems: (of: Of) => readonly MenuItem[];
  of: Of;
};

function Opened<Of>({ Layer, useItems, of, ...layer }: OpenedProps<Of>) {
  return <Layer {...layer} items={useItems(of)} />;
}
