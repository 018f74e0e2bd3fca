import { wordMap } from '#lib/word-map.ts';

type Pressed = Pick<KeyboardEvent, 'preventDefault'>;

/**
 * Through the rows that open by their words (`row-open`), over all tables of a page in their order: to the row so many
 * further; from none to the one that is open, else the first.
 */
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

/** Ctrl+C where no words are marked: the first thing of the row that can be copied. */
export function copiedByKey(event: Pressed & CopyKeys): HTMLElement | null {
  const { key, ctrlKey, metaKey, target } = event;
  if (key !== 'c' || !(ctrlKey || metaKey) || getSelection()?.isCollapsed === false) return null;
  const row = target instanceof Element ? target.closest('tr') : null;
  return row?.querySelector<HTMLElement>('[data-copy]') ?? null;
}
type CopyKeys = { key: string; ctrlKey: boolean; metaKey: boolean; target: EventTarget };
