'use client';

import { useTranslations } from 'next-intl';
import type { KeyboardEvent } from 'react';
import { useShortcut } from '#components/shell/command-context.tsx';
import { wordMap } from '#lib/word-map.ts';

export type GridKeys = {
  /** Moves the keyboard's row by so many rows. */
  by: (rows: number) => void;
  first: () => void;
  last: () => void;
  open: () => void;
  toggle: () => void;
  extend: (rows: number) => void;
  all: () => void;
  escape: () => void;
  /** Absent where nothing is searched. */
  search: (() => void) | undefined;
  /** Rows on one screen. */
  screen: () => number;
};

/** Action of each key while a row has the focus. */
const IN_GRID = wordMap<(keys: GridKeys, event: KeyboardEvent) => void>({
  ArrowDown: (keys, event) => (event.shiftKey ? keys.extend(1) : keys.by(1)),
  ArrowUp: (keys, event) => (event.shiftKey ? keys.extend(-1) : keys.by(-1)),
  PageDown: (keys) => keys.by(keys.screen()),
  PageUp: (keys) => keys.by(-keys.screen()),
  Home: (keys) => keys.first(),
  End: (keys) => keys.last(),
  Enter: (keys) => keys.open(),
  ' ': (keys) => keys.toggle(),
});

/** The grid's onKeyDown; single keys and Esc are heard on the whole page and can be switched off. */
export function useGridKeys(keys: GridKeys): (event: KeyboardEvent) => void {
  const rowWords = useTranslations('shell.keys');
  const t = useTranslations('list.keys');
  const single = (run: () => void) => (event: globalThis.KeyboardEvent) => {
    event.preventDefault();
    run();
  };
  useShortcut(
    'j',
    single(() => keys.by(1)),
    { label: rowWords('nextRow') },
  );
  useShortcut(
    'k',
    single(() => keys.by(-1)),
    { label: rowWords('previousRow') },
  );
  useShortcut('x', single(keys.toggle), { label: t('toggle') });
  useShortcut('/', single(keys.search ?? (() => {})), {
    label: t('search'),
    enabled: keys.search !== undefined,
  });
  useShortcut('Escape', keys.escape);
  return (event) => {
    if (!(event.target instanceof Element && event.target.matches('tr'))) return;
    if (event.altKey || event.ctrlKey || event.metaKey) {
      if (event.key !== 'a' || event.altKey) return;
      event.preventDefault();
      return keys.all();
    }
    const run = IN_GRID[event.key];
    if (run === undefined) return;
    event.preventDefault();
    run(keys, event);
  };
}
