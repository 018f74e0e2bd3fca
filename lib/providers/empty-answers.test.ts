import { describe, expect, test } from 'vitest';
import * as card from '#lib/providers/card/testing/test-card.ts';
import * as hub from '#lib/providers/hub/testing/test-hub.ts';
import { json, portTo, testProvider } from '#lib/providers/pix/testing/test-provider.ts';

/** R5: an answer without its envelope does not state that there is none. */

const provider = testProvider();
const first = { limit: 10, position: null };
const numbered = { page: 1, limit: 10 };
type Lists = Record<string, () => Promise<{ items: readonly unknown[] } | null>>;
const pixLists = (): Lists => {
  const { port } = portTo(provider.base);
  return {
    transactions: () => port.transactions.list({}, first, {}),
    disputes: () => port.disputes.list(numbered, {}),
    deliveries: () => port.deliveries.list({}, numbered, {}),
    statement: () => port.statement.list({}, first, {}),
    pendingDeposits: () => port.pendingDeposits.list({}, numbered, {}),
    reports: () => port.reports.list(numbered, {}),
  };
};
const hubLists = (answer: unknown): Lists => {
  const { port } = hub.hubOver([hub.ok(JSON.stringify(answer))]);
  return {
    charges: () => port.charges.list({}, first, {}),
    withdrawals: () => port.withdrawals.list({}, first, {}),
    transfers: () => port.transfers.list({}, first, {}),
    statement: () => port.statement.list({}, first, {}),
    disputes: () => port.disputes.list(numbered, {}),
  };
};
const PIX = Object.keys({
  transactions: 1,
  disputes: 1,
  deliveries: 1,
  statement: 1,
  pendingDeposits: 1,
  reports: 1,
});
const HUB = ['charges', 'withdrawals', 'transfers', 'statement', 'disputes'];
/** Lists whose document shows what stands around their rows. */
const ENVELOPED = ['transactions', 'disputes', 'deliveries'];
const UNREADABLE: [string, unknown][] = [
  ['{}', {}],
  ['null', null],
  ['data: null', { data: null }],
  ['a null under its own name', { transactions: null, infractions: null, callbacks: null, total: 3 }],
  ['a text', 'none'],
  ['a number', 0],
  ['data: {}', { data: {} }],
];

describe.each(UNREADABLE)('%s', (_, answer) => {
  test.each(PIX)('is no empty list of %s', async (name) => {
    provider.acts = [json(200, answer)];
    await expect(pixLists()[name]?.()).rejects.toMatchObject({ code: 'provider_unreadable' });
  });
  test.each(HUB)('is no empty list of the Hub’s %s', async (name) => {
    await expect(hubLists(answer)[name]?.()).rejects.toMatchObject({ code: 'provider_unreadable' });
  });
  test('is no empty list of card charges', async () => {
    const { card: port } = card.over(card.ok(JSON.stringify(answer)));
    await expect(port.charges.list({}, numbered, {})).rejects.toMatchObject({ code: 'provider_unreadable' });
  });
});

describe('a bare []', () => {
  test.each(ENVELOPED)('is no empty list of %s', async (name) => {
    provider.acts = [json(200, [])];
    await expect(pixLists()[name]?.()).rejects.toMatchObject({ code: 'provider_unreadable' });
  });
  test.each(HUB)('is no empty list of the Hub’s %s', async (name) => {
    await expect(hubLists([])[name]?.()).rejects.toMatchObject({ code: 'provider_unreadable' });
  });
});

test.each<[string, unknown]>([
  ['counts of nothing', { total: 0, pages: 0, pagination: { page: 1, totalItems: 0 }, data: [] }],
  ['a list under a name', { data: [], nextCursor: null }],
])('%s say that there is none', async (_, answer) => {
  provider.acts = PIX.map(() => json(200, answer));
  const lists = pixLists();
  for (const name of PIX) expect((await lists[name]?.())?.items, name).toEqual([]);
  for (const name of HUB) expect((await hubLists(answer)[name]?.())?.items, name).toEqual([]);
});

test('a service that answers its rows as a bare list says with [] that there are none', async () => {
  const { port } = portTo(provider.base);
  const row = { id: 't1', status: 'PENDING', amount: 1, createdAt: '2026-10-01T10:00:00Z' };
  provider.acts = [json(200, [row]), json(200, []), json(200, [])];
  const { items, next } = await port.transactions.list({}, { limit: 1, position: null }, {});
  expect(items).toHaveLength(1);
  if (next !== null)
    expect((await port.transactions.list({}, { limit: 1, position: next }, {})).items).toEqual([]);
  provider.acts = [json(200, [])];
  expect((await port.disputes.list(numbered, {})).items).toEqual([]);
});
