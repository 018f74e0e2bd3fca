'use client';

import Link from 'next/link';
import { DropdownMenu as Radix } from 'radix-ui';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { cn } from './cn.ts';
import { Icon, type IconName } from './icon.tsx';
import { LAYER_SPACE, menuItem, popoverSurface, portalContainer } from './popover.tsx';

type Base = { id: string; label: ReactNode };
type Entry = Base & { icon?: IconName; note?: ReactNode };
export type MenuItem =
  | (Entry & { kind: 'item'; keys?: string; disabled?: boolean; onSelect: () => void })
  | (Entry & { kind: 'link'; href: string; current?: boolean })
  | (Base & { kind: 'check'; checked: boolean; onChange: (next: boolean) => void })
  | (Base & { kind: 'choice'; value: string; onChange: (next: string) => void; options: readonly Option[] })
  | (Base & { kind: 'label' })
  | { kind: 'rule'; id: string };
type Option = { value: string; label: ReactNode };

type Props = {
  label: string;
  /** One button; it gets the aria attributes. */
  trigger: ReactElement;
  items: readonly MenuItem[];
  align?: 'start' | 'center' | 'end';
  side?: 'bottom' | 'top';
  className?: string;
  /** Called when the menu closes. To focus something else than the button, prevent the event's default. */
  onCloseAutoFocus?: (event: Event) => void;
};

/** A menu anchored to its button. Not modal: Radix's modal menu inserts styles, which the CSP blocks. */
export function Menu({ label, trigger, items, align = 'start', side = 'bottom', ...rest }: Props) {
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const [open, setOpen] = useState(false);
  // Keeps the button in the window while the menu is open: a list above it may grow and push it out.
  useEffect(() => {
    if (!open || anchor === null) return;
    const watch = new IntersectionObserver(([seen]) => {
      if (seen?.isIntersecting === false) anchor.scrollIntoView({ block: 'nearest' });
    });
    watch.observe(anchor);
    return () => watch.disconnect();
  }, [anchor, open]);
  return (
    <Radix.Root modal={false} open={open} onOpenChange={setOpen}>
      <Radix.Trigger ref={setAnchor} asChild>
        {trigger}
      </Radix.Trigger>
      {open && (
        <Radix.Portal container={portalContainer(anchor)}>
          <Radix.Content
            tabIndex={0}
            className={cn(popoverSurface({ padding: 'menu' }), rest.className)}
            aria-label={label}
            aria-labelledby={undefined}
            align={align}
            side={side}
            onCloseAutoFocus={rest.onCloseAutoFocus}
            {...LAYER_SPACE}
          >
            {items.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </Radix.Content>
        </Radix.Portal>
      )}
    </Radix.Root>
  );
}

const LABEL = 'cap px-2 pt-1.5 pb-0.5';

function Item({ item }: { item: MenuItem }) {
  if (item.kind === 'rule') return <Radix.Separator className="my-1 h-px bg-line" />;
  if (item.kind === 'label') return <Radix.Label className={LABEL}>{item.label}</Radix.Label>;
  if (item.kind === 'check')
    return (
      <Radix.CheckboxItem className={menuItem()} checked={item.checked} onCheckedChange={item.onChange}>
        <Slot shown={item.checked} />
        {item.label}
      </Radix.CheckboxItem>
    );
  if (item.kind === 'choice')
    return (
      <Radix.RadioGroup value={item.value} onValueChange={item.onChange}>
        <Radix.Label className={LABEL}>{item.label}</Radix.Label>
        {item.options.map((option) => (
          <Radix.RadioItem key={option.value} className={menuItem()} value={option.value}>
            <Slot shown={option.value === item.value} />
            {option.label}
          </Radix.RadioItem>
        ))}
      </Radix.RadioGroup>
    );
  if (item.kind === 'link')
    return (
      <Radix.Item asChild>
        <Link className={menuItem()} href={item.href} aria-current={item.current ? 'true' : undefined}>
          <ItemContent item={item} />
        </Link>
      </Radix.Item>
    );
  return (
    <Radix.Item className={menuItem()} disabled={item.disabled === true} onSelect={item.onSelect}>
      <ItemContent item={item} />
    </Radix.Item>
  );
}

function ItemContent({ item }: { item: Extract<MenuItem, { kind: 'item' | 'link' }> }) {
  return (
    <>
      {item.icon && <Icon name={item.icon} className="text-ink-3" />}
      <span className="min-w-0 flex-1">
        {item.label}
        {item.note && <span className="block text-2xs text-ink-3">{item.note}</span>}
      </span>
      {item.kind === 'item' && item.keys && <kbd>{item.keys}</kbd>}
      {item.kind === 'link' && item.current && <Icon name="tick" className="text-ink-3" />}
    </>
  );
}

/** Keeps space for the tick, so that labels align. */
function Slot({ shown }: { shown: boolean }) {
  return shown ? <Icon name="tick" className="text-accent" /> : <span className="w-4" />;
}
