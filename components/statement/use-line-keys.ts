'use client';

import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { useShortcut } from '#components/shell/command-context.tsx';

const ROWS = 'tr[data-row]';

type Keys = {
  table: RefObject<HTMLTableElement | null>;
  count: number;
  onOpen: (index: number) => void;
  onEscape: () => void;
};

/** One row takes part in the tab order; j, k and the arrows move it, Enter opens, Esc closes what is open. */
export function useLineKeys({ table, count, onOpen, onEscape }: Keys) {
  const t = useTranslations('statement.keys');
  const [wanted, setWanted] = useState(0);
  const active = Math.min(wanted, Math.max(0, count - 1));
  const go = (index: number) => {
    const rows = [...(table.current?.querySelectorAll<HTMLElement>(ROWS) ?? [])];
    const row = rows[Math.min(Math.max(index, 0), count - 1)];
    if (row === undefined) return;
    setWanted(Number(row.dataset.row));
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
  };
  const step = (by: number) => (event: globalThis.KeyboardEvent) => {
    event.preventDefault();
    const inside = table.current?.contains(document.activeElement) === true;
    go(inside ? active + by : active);
  };
  useShortcut('j', step(1), { label: t('next'), enabled: count > 0 });
  useShortcut('k', step(-1), { label: t('previous'), enabled: count > 0 });
  useShortcut('Escape', onEscape);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof Element && event.target.matches(ROWS))) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const run: Record<string, () => void> = {
      ArrowDown: () => go(active + 1),
      ArrowUp: () => go(active - 1),
      Home: () => go(0),
      End: () => go(count - 1),
      Enter: () => onOpen(active),
      ' ': () => onOpen(active),
    };
    const known = run[event.key];
    if (known === undefined) return;
    event.preventDefault();
    known();
  };
  return { active, place: setWanted, onKeyDown };
}
