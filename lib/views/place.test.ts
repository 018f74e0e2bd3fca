import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LOCALES } from '#lib/core/i18n/locales.ts';
import type { List } from '#lib/list/list.ts';
import { fromViewFilters, toViewFilters } from '#lib/list/view-filters.ts';
import { NewView } from '#lib/views/contract.ts';
import { placeOf, type ViewPage, viewLists } from '#lib/views/place.ts';

const lists = Object.entries(viewLists) as [ViewPage, List][];

describe.each(lists)('views of %s', (page, list) => {
  const builtIn = Object.entries(list.views);

  test('stand under the list’s own name, two or three of them', () => {
    expect(list.name).toBe(page);
    expect(builtIn.length).toBeGreaterThanOrEqual(2);
    expect(builtIn.length).toBeLessThanOrEqual(3);
  });

  test.each(builtIn)(
    '%s can be opened, saved under another name, and is named in both languages',
    (id, filters) => {
      const opened = fromViewFilters(list, filters, '2026-11-20');
      expect(toViewFilters(opened, '2026-11-20', true)).toEqual(filters);
      const saved = { account: placeOf(page, 'pix'), page, name: 'x', filters, columns: list.columnNames };
      expect(NewView.safeParse(saved).error).toBeUndefined();
      for (const locale of LOCALES) {
        const { of } = JSON.parse(readFileSync(`messages/${locale}/views.json`, 'utf8'));
        expect(of[page]?.[id]).toMatch(/\w/);
      }
    },
  );
});
