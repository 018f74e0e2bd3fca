import { expect } from 'vitest';
import type { Manners } from '#lib/providers/testing/filtering-service.ts';

type Json = Record<string, unknown>;
export type Page = {
  items: { id: string }[];
  total: number | null;
  filteredHere?: readonly string[];
  filtersUntold?: readonly string[];
};

export async function walkAll(list: (position: unknown) => Promise<Page & { next: unknown }>) {
  const pages: Page[] = [];
  let position: unknown = null;
  for (let calls = 0; calls < 60; calls += 1) {
    const page = await list(position);
    pages.push(page);
    if (page.next === null) return pages;
    position = JSON.parse(JSON.stringify(page.next));
  }
  throw new Error('The list does not end.');
}

/** Rows that fit are shown once; rows that do not show the value may be shown if the page reports that. */
export function matchPages<F extends object>(
  pages: readonly Page[],
  {
    rows,
    whole,
    filter,
    truths,
    shownBy,
    manners,
    nameOf,
  }: {
    rows: readonly Json[];
    whole: readonly Json[];
    filter: F;
    truths: Record<keyof F, (row: Json, filter: F) => boolean>;
    shownBy: Record<keyof F, string>;
    manners: Manners;
    nameOf: (name: keyof F) => string;
  },
) {
  const context = JSON.stringify({ filter, manners: [...manners] });
  const requested = Object.keys(filter) as (keyof F)[];
  const shown = pages.flatMap(({ items }) => items.map(({ id }) => id.replace(/^[a-z]+:/, '')));
  expect(new Set(shown).size, context).toBe(shown.length);
  const reported = new Set(
    pages.flatMap(({ filteredHere, filtersUntold }) => [...(filteredHere ?? []), ...(filtersUntold ?? [])]),
  );
  const applied = (name: keyof F) => manners.get(nameOf(name)) === 'applies';
  for (const [index, row] of whole.entries()) {
    const fits = requested.filter((name) => !truths[name](row, filter));
    const isShown = shown.includes(String(row.id));
    if (fits.length === 0) expect(isShown, `${row.id} fits and is gone: ${context}`).toBe(true);
    if (!isShown) continue;
    for (const name of fits) {
      const visible = rows[index] as Json;
      const lies = visible[shownBy[name]] != null;
      expect(lies, `${row.id} does not fit ${String(name)}: ${context}`).toBe(false);
      expect([...reported], `nobody says it of ${String(name)}: ${context}`).toContain(name);
      expect(applied(name), context).toBe(false);
    }
  }
  const count = pages[0]?.total ?? null;
  // True or absent, also before a name was learnt.
  if (count !== null) expect(count, context).toBe(shown.length);
}
