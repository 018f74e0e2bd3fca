import type { Page } from '@playwright/test';

/**
 * Faults of a layout, as text: `tall` content scrolls out of reach, `unread` money or time cannot be read,
 * `wide` content is too wide, `lost` rows of a list hide their amount, time, state or party.
 */
export type LayoutFaults = { tall: string[]; unread: string[]; wide: string[]; lost: string[] };

/** Sets the width and waits until the page has its new layout. */
export async function resized(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  );
}

/** Measures the current page; each kind of fault is reported once, with the first place that has it. */
export const faultsOfLayout = (page: Page): Promise<LayoutFaults> =>
  page.evaluate(`(async () => {
    ${[where, textBox, slides, isHidden, layerOver, tall, cutOf, coverOf, unread, squeezed, wide, seenOf, lost].map(String).join('\n')}
    return { tall: tall(), unread: await unread(), wide: wide(), lost: lost() };
  })()`);

// Everything below runs in the page, as text: it may use only these functions and the browser.

function where(node: Element): string {
  const owner = node.closest('[class]:not(.money, time, b, span)');
  const shortText = (node.textContent ?? '').trim().slice(0, 32);
  return `"${shortText}" in ${owner?.tagName.toLowerCase()}.${owner?.getAttribute('class')?.slice(0, 60)}`;
}

function textBox(node: Element): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(node);
  return range.getBoundingClientRect();
}

/** Strips of filters, facets and sums may scroll sideways; a table may not. */
function slides(node: Element): boolean {
  return /auto|scroll/.test(getComputedStyle(node).overflowX) && node.scrollWidth > node.clientWidth + 1;
}

function isHidden(node: Element): boolean {
  const { width, height } = node.getBoundingClientRect();
  if (width < 2 || height < 2 || node.closest('.sr-only, [aria-hidden="true"], [inert], svg')) return true;
  return !node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
}

/** A layer that covers the page by design: a dialog; a sheet, and on a phone a drawer. */
function layerOver(): Element | undefined {
  return [...document.querySelectorAll('dialog[open], main aside')].find(
    (layer) => layer.matches('dialog') || /fixed|absolute/.test(getComputedStyle(layer).position),
  );
}

function tall(): string[] {
  const root = document.documentElement;
  // The sign-in page has the ready sign-ins in the same frame, next to main.
  const main = document.querySelector('[data-auth-frame]') ?? document.querySelector('main');
  const end = main === null ? root.clientHeight : main.getBoundingClientRect().bottom + scrollY;
  if (root.scrollHeight <= Math.max(root.clientHeight, Math.ceil(end)) + 1) return [];
  return [`the document is ${root.scrollHeight} px tall, its page ends at ${Math.round(end)}`];
}

/** How an ancestor cuts the node: at a side, or below when nothing scrolls. */
function cutOf(node: Element): string | undefined {
  const box = textBox(node);
  let sideways = false;
  for (let up: Element | null = node; up !== null && up !== document.body; up = up.parentElement) {
    const { overflowX, overflowY, position, textOverflow } = getComputedStyle(up);
    sideways ||= slides(up) && node.closest('td, th') === null;
    if (overflowX === 'visible' && overflowY === 'visible') continue;
    const room = up.getBoundingClientRect();
    const short = textOverflow === 'ellipsis' && up.scrollWidth > up.clientWidth;
    const beyond = box.left < room.left - 1.5 || box.right > room.right + 1.5;
    if (short || (beyond && !sideways)) return 'cut';
    const outside = box.top < room.top - 2 || box.bottom > room.bottom + 2;
    if (outside && /hidden|clip/.test(overflowY)) return 'never scrolled to';
    if (position === 'fixed') break;
  }
  const seen = box.left >= -1 && box.right <= document.documentElement.clientWidth + 1;
  return seen || sideways ? undefined : 'outside the window';
}

/** The element that covers the node, after scrolling it into the middle and a new frame. */
async function coverOf(node: Element): Promise<string | undefined> {
  const cover = () => {
    const { left, top, width, height } = textBox(node);
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (hit === null || node.contains(hit) || hit.contains(node)) return;
    // A day's header above its rows is a copy of itself, and a row's link covers its row; neither counts.
    if (hit.textContent === node.textContent) return;
    const row = node.closest('tr, li, article');
    return row?.contains(hit) && hit.closest('a, button') ? undefined : hit;
  };
  if (cover() === undefined) return;
  node.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  // The day above the rows updates in the next frame; rows out of sight are removed by then.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const hit = node.isConnected ? cover() : undefined;
  return hit && `covered by ${hit.tagName.toLowerCase()}.${hit.getAttribute('class')}`;
}

async function unread(): Promise<string[]> {
  const found = new Map<string, string>();
  const over = layerOver();
  for (const node of document.querySelectorAll(
    'main :is(.money, time, [data-place=time] b), dialog[open] .money',
  )) {
    if (isHidden(node)) continue;
    const fault =
      cutOf(node) ?? (over === undefined || over.contains(node) ? await coverOf(node) : undefined);
    if (fault !== undefined)
      found.set(`${fault} ${node.closest('[class]')?.className}`, `${fault}: ${where(node)}`);
  }
  scrollTo(0, 0);
  return [...found.values()];
}

/** A text without room for a word, or one that overflows its button, cell or header. */
function squeezed(node: HTMLElement): string | undefined {
  if (![...node.childNodes].some((child) => child.nodeType === 3 && child.textContent?.trim())) return;
  const { display, overflowX } = getComputedStyle(node);
  const cut = node.scrollWidth > node.clientWidth + 1 && display !== 'inline';
  if (cut && overflowX !== 'visible' && node.clientWidth < 32 && !slides(node)) return 'no room for a word';
  const room = node.closest(
    'button:not([role=switch]), a.btn, td, th, dd, .panel > header, .badge, .chip, fieldset > *',
  );
  if (room === null || isHidden(room) || cut || getComputedStyle(room).overflowX !== 'visible') return;
  for (let up = node.parentElement; up !== null && up !== room; up = up.parentElement) if (slides(up)) return;
  const [box, of] = [textBox(node), room.getBoundingClientRect()];
  if (box.right > of.right + 1.5 || box.left < of.left - 1.5) return 'over its edge';
  return room.matches('td, th') && box.bottom > of.bottom + 4 ? 'over the row below' : undefined;
}

function wide(): string[] {
  const root = document.documentElement;
  const found = new Map<string, string>();
  for (const node of [root, ...document.querySelectorAll('[data-region=page], [data-scroller]')])
    if (node.scrollWidth > node.clientWidth + 1)
      found.set(node.className, `${node.className || 'the page'} is ${node.scrollWidth} px wide`);
  const buttons = 'main header:has(> h1) :is(button, a), main aside > :is(header, footer) :is(button, a)';
  for (const node of document.querySelectorAll(buttons))
    if (!isHidden(node) && node.getBoundingClientRect().right > root.clientWidth + 1)
      found.set(where(node), `off the screen: ${where(node)}`);
  for (const node of document.querySelectorAll<HTMLElement>('main *, aside *, nav *, dialog[open] *')) {
    const fault = isHidden(node) ? undefined : squeezed(node);
    if (fault !== undefined)
      found.set(`${fault} ${node.closest('[class]')?.className}`, `${fault}: ${where(node)}`);
  }
  return [...found.values()];
}

/** Px of its width in sight: not hidden, and inside every scroller and the window. */
function seenOf(cell: HTMLElement): number {
  if (!cell.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return 0;
  let { left, right } = cell.getBoundingClientRect();
  for (let up = cell.parentElement; up !== null; up = up.parentElement) {
    if (getComputedStyle(up).overflowX === 'visible') continue;
    const room = up.getBoundingClientRect();
    [left, right] = [Math.max(left, room.left), Math.min(right, room.right)];
  }
  return Math.min(right, document.documentElement.clientWidth) - Math.max(left, 0);
}

/** For each list, the rows whose essential cells are out of sight; not checked under a layer. */
function lost(): string[] {
  if (layerOver() !== undefined) return [];
  const found = new Map<string, string>();
  for (const list of document.querySelectorAll('main table'))
    for (const cell of list.querySelectorAll<HTMLElement>(
      'tbody [data-place]:not([data-place=note], [data-place=secondary])',
    )) {
      const { place } = cell.dataset;
      if (cell.textContent?.trim() === '' || seenOf(cell) >= 32) continue;
      const name = `${place} in ${list.getAttribute('aria-label')}`;
      found.set(
        name,
        `${name}: ${Math.round(seenOf(cell))} px in sight of "${cell.textContent?.slice(0, 32)}"`,
      );
    }
  return [...found.values()];
}
