import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { storedForm as Kept } from './stored-form.ts';

/** One browser's locks, and the storage of one tab: a duplicated tab begins with a copy of it. */
const taken = new Set<string>();
function browser() {
  const request = (name: string, _: { signal: AbortSignal }, hold: () => Promise<void>) => {
    if (taken.has(name)) return Promise.reject(new DOMException('timed out', 'AbortError'));
    taken.add(name);
    return hold();
  };
  return { locks: { request } };
}
function storage(copy: Record<string, string> = {}) {
  const rows = { ...copy };
  const methods = {
    getItem: (name: string) => rows[name] ?? null,
    setItem: (name: string, text: string) => void Object.assign(rows, { [name]: text }),
    removeItem: (name: string) => void delete rows[name],
  };
  return Object.assign(Object.create({ ...methods, rows }) as typeof methods & { rows: typeof rows }, {});
}

/** Its keys are the names of what is stored, as a browser's are. */
const storageOf = (stored: ReturnType<typeof storage>) =>
  new Proxy(stored, {
    ownKeys: () => Object.keys(stored.rows),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });

/** A tab is a page with modules of its own. */
async function tab(rows: Record<string, string> = {}) {
  vi.resetModules();
  const stored = storage(rows);
  vi.stubGlobal('sessionStorage', storageOf(stored));
  const { storedForm } = (await import('./stored-form.ts')) as { storedForm: typeof Kept };
  return {
    rows: stored.rows,
    form: (operator = 'ana') => storedForm<{ amount: string }>(operator, 'pix', 'refund.1'),
  };
}

beforeEach(() => vi.stubGlobal('navigator', browser()));
afterEach(() => {
  taken.clear();
  vi.unstubAllGlobals();
});
const body = { amount: 100 };

test('a reload brings back what was typed, and asks with the same key', async () => {
  const before = await tab();
  const form = before.form();
  form.write({ amount: '1,00' });
  const key = await form.keyFor(body);
  taken.clear();
  const after = (await tab(before.rows)).form();
  expect(after.read()).toEqual({ amount: '1,00' });
  expect(await after.keyFor(body)).toBe(key);
  expect(await after.keyFor({ amount: 200 })).not.toBe(key);
});

test('a duplicated tab shows the same and asks with a key of its own', async () => {
  const first = await tab();
  const form = first.form();
  form.write({ amount: '1,00' });
  const key = await form.keyFor(body);
  const second = (await tab(first.rows)).form();
  expect(second.read()).toEqual({ amount: '1,00' });
  const other = await second.keyFor(body);
  expect(other).not.toBe(key);
  expect(await second.keyFor(body)).toBe(other);
});

test('the form that is opened again on the same page is the same intent', async () => {
  const page = await tab();
  const form = page.form();
  form.write({ amount: '1,00' });
  const key = await form.keyFor(body);
  const again = page.form();
  again.read();
  expect(await again.keyFor(body)).toBe(key);
});

test('a refusal leaves what was typed and begins another intent; what was sent is gone', async () => {
  const page = await tab();
  const form = page.form();
  form.write({ amount: '1,00' });
  const key = await form.keyFor(body);
  form.end();
  expect(await form.keyFor(body)).not.toBe(key);
  expect(page.form().read()).toEqual({ amount: '1,00' });
  form.end('sent');
  expect(page.form().read()).toBeNull();
});

test('another person who signs in in this tab finds nothing', async () => {
  const page = await tab();
  page.form().write({ amount: '1,00' });
  expect(page.form('rui').read()).toBeNull();
  expect(Object.keys(page.rows)).toEqual([]);
});

test('what was discarded does not come back, and is the same intent where it is asked for again', async () => {
  const page = await tab();
  const form = page.form();
  form.write({ amount: '1,00' });
  const key = await form.keyFor(body);
  form.write(null);
  const again = page.form();
  expect(again.read()).toBeNull();
  expect(await again.keyFor(body)).toBe(key);
});
