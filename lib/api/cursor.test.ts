import { expect, test } from 'vitest';
import { openCursor, sealCursor } from '#lib/api/list-window.ts';
import { endpoints } from '#lib/endpoints.ts';

process.env.GUICHE_SECRET = 'a secret of thirty-two bytes or more';
const ID = '€'.repeat(128);
const AT = '2026-11-22T12:00:00.000Z';

test.each([
  ['GET /disputes', { now: AT, state: 'answered', group: 3, deadline: AT, openedAt: AT, id: ID, total: 1e9 }],
  ['GET /operations', { at: AT, id: ID }],
  ['GET /deliveries', { at: AT, id: ID }],
  ['GET /resends/{id}/items', { createdAt: AT, transactionId: ID, event: 'X'.repeat(80) }],
] as const)('M17: %s takes its own cursor behind an id of 128 characters', (key, position) => {
  const cursor = sealCursor(key, position);
  expect(openCursor(key, cursor)).toEqual(position);
  const query = endpoints[key].query;
  expect(query.safeParse({ cursor }).error?.issues ?? []).toEqual([]);
});
