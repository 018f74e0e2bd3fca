'use client';

import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { useShortcut } from '#components/shell/command-context.tsx';

const ROWS = 'tr[data-row]';

type Keys = {
  table: RefObject<HTMLTableElement | null>;
  count: number;
  onOpen: (index: number) => void;
  /** Absent where rows are not chosen. */
  onToggle?: (index: number) => void;
  onEscape: () => void;
};

/** One row takes part in the tab order; j, k and the arrows move it, x chooses, Enter opens. */
export function useRowKeys({ table, count, onOpen, onToggle, onEscape }: Keys) {
  const t = useTranslations('list.keys');
  const rowWords = useTranslations('shell.keys');
  const [wanted, setWanted] = useState(0);
  const active = Math.min(wanted, Math.max(0, count - 1));
  const rows = () => [...(table.current?.querySelectorAll<HTMLElement>(ROWS) ?? [])];
  const go = (index: number) => {
    const row = rows()[Math.min(Math.max(index, 0), count - 1)];
    if (row === undefined) return;
    setWanted(Number(row.dataset.row));
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
  };
  const inside = () => table.current?.contains(document.activeElement) === true;
  const step = (by: number) => (event: globalThis.KeyboardEvent) => {
    event.preventDefault();
    go(inside() ? active + by : active);
  };
  useShortcut('j', step(1), { label: rowWords('nextRow'), enabled: count > 0 });
  useShortcut('k', step(-1), { label: rowWords('previousRow'), enabled: count > 0 });
  useShortcut('x', () => onToggle?.(active), {
    label: t('toggle'),
    enabled: count > 0 && onToggle !== undefined,
  });
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
      ' ': () => (onToggle ?? onOpen)(active),
    };
    const known = run[event.key];
    if (known === undefined) return;
    event.preventDefault();
    known();
  };
  return { active, place: setWanted, focus: () => go(active), onKeyDown };
}
