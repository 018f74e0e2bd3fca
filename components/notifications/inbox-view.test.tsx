import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { changesOptions } from '#lib/connections/queries.ts';
import { countsOptions, unreadOptions } from '#lib/notifications/queries.ts';
import { approvalsOptions } from '#lib/operations/queries.ts';
import { InboxView } from './inbox-view.tsx';

const known = [
  { of: approvalsOptions('pix'), data: { items: [] } },
  { of: changesOptions(), data: { items: [] } },
  { of: unreadOptions('pix'), data: 7 },
];

test('what is not read or not over is the first segment, and each says how many it has', () => {
  const counts = { of: countsOptions('pix'), data: { all: 214, open: 10, unread: 7 } };
  const { markup } = shown(<InboxView />, { known: [...known, counts] });
  const labels = [...markup.matchAll(/value="(open|unread|all)"[^>]*\/>([^<]*)</g)].map(([, ...one]) => one);
  expect(labels).toEqual([
    ['open', 'Não lidas e abertas 10'],
    ['unread', 'Só não lidas 7'],
    ['all', 'Todas 214'],
  ]);
  expect(shown(<InboxView />, { known }).text).toMatch(/Não lidas e abertas Só não lidas 7 Todas /);
});
