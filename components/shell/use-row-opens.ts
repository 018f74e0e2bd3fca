import { useTranslations } from 'next-intl';
import { wordMap } from '#lib/word-map.ts';
import { useShortcut } from './command-context.tsx';

/**
 * j, k and the arrows go through the rows that open by their words (`row-open`), over all tables of a page in their
 * order; Enter is the button's own, Esc closes what stands beside. Once a page.
 */
export function useRowOpens(close?: () => void): void {
  const t = useTranslations('shell.keys');
  useShortcut('j', (event) => stepRows(event, 1), { label: t('nextRow') });
  useShortcut('k', (event) => stepRows(event, -1), { label: t('previousRow') });
  useShortcut('Escape', () => close?.(), { enabled: close !== undefined });
}

type Pressed = Pick<KeyboardEvent, 'preventDefault'>;

/** To the row so many further; from none to the one that is open, else the first. */
export function stepRows(event: Pressed, by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main .row-open')];
  if (rows.length === 0) return;
  event.preventDefault();
  const focused = rows.findIndex((row) => row.matches(':focus'));
  // From a drawer one goes on where its row is.
  const opened = rows.findIndex((row) => row.getAttribute('aria-expanded') === 'true');
  const at = focused >= 0 ? focused : opened;
  const next = rows[Math.min(Math.max(at < 0 ? 0 : at + by, 0), rows.length - 1)];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}

const STEPS = wordMap<number>({
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
});

/** Arrows, Home and End in a table whose rows open. */
export function rowKeys(event: Pressed & { key: string; target: EventTarget }): void {
  const by = STEPS[event.key];
  if (by !== undefined && event.target instanceof Element && event.target.matches('.row-open'))
    stepRows(event, by);
}
