import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { db } from '#lib/data/client.ts';
import { CallBudget } from '#lib/data/rate-limit/calls.ts';
import type { CallLimits, CallPriority } from '#lib/data/rate-limit/ledger.ts';
import { providerBudgets } from '#lib/data/schema/accounts.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

const SANDBOX: CallLimits = { perMinute: 60, perDay: 2_000, adaptive: false };
const LIVE: CallLimits = { perMinute: 600, perDay: null, adaptive: true };

let account = 0;
/** Clients of one account, as several processes would hold them: they share nothing but the database. */
function clientsOf(limits: CallLimits, count: number): { id: string; clients: CallBudget[] } {
  account += 1;
  const id = `acc-${account} main`;
  return { id, clients: Array.from({ length: count }, () => new CallBudget(id, limits)) };
}
const taken = async (client: CallBudget, count: number, priority: CallPriority = 'operator') => {
  const results = await Promise.all(Array.from({ length: count }, () => client.take(priority)));
  return results.filter(({ ok }) => ok).length;
};
const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

it('two clients of one database never exceed the budget together', async () => {
  const { clients } = clientsOf(SANDBOX, 2);
  expect(sum(await Promise.all(clients.map((client) => taken(client, 100))))).toBe(60);
  const [first] = clients;
  const refused = await first?.take('operator');
  expect(refused).toMatchObject({ ok: false, waitMs: expect.any(Number) });
});

it('nor the day of a sandbox token', async () => {
  const { id, clients } = clientsOf(SANDBOX, 2);
  await clients[0]?.take('operator');
  const hour = Math.floor(Date.now() / 3_600_000);
  const hours = [
    [hour - 23, 1_900],
    [hour - 5, 70],
  ];
  await db().update(providerBudgets).set({ hours, slots: [] }).where(eq(providerBudgets.id, id));
  expect(sum(await Promise.all(clients.map((client) => taken(client, 100))))).toBe(30);
});

it('M17: a burst of 429 halves once, of one or of all; later ones again, and the rate comes back to all', async () => {
  const { id, clients } = clientsOf(LIVE, 2);
  const [one, other] = clients;
  if (one === undefined || other === undefined) throw new Error('two clients');
  await one.take('operator');
  for (const client of [one, one, other]) client.exceeded();
  await Promise.all([one.take('operator'), other.take('operator')]);
  const read = async () =>
    (await db().select().from(providerBudgets).where(eq(providerBudgets.id, id)))[0] ?? null;
  expect(await read()).toMatchObject({ perMinute: 300 });
  const longer = new Date(Date.now() - 20_000);
  await db().update(providerBudgets).set({ halvedAt: longer }).where(eq(providerBudgets.id, id));
  one.exceeded();
  await one.take('operator');
  expect(await read()).toMatchObject({ perMinute: 150 });
  expect(await taken(other, 400)).toBeLessThanOrEqual(150);
  const earlier = new Date(Date.now() - 150_000);
  await db().update(providerBudgets).set({ raisedAt: earlier, slots: [] }).where(eq(providerBudgets.id, id));
  expect(sum(await Promise.all(clients.map((client) => taken(client, 400))))).toBe(270);
  expect(await read()).toMatchObject({ perMinute: 270 });
});

it('background work of all leaves operators their part', async () => {
  const { clients } = clientsOf(LIVE, 3);
  expect(sum(await Promise.all(clients.map((client) => taken(client, 200, 'background'))))).toBe(180);
  expect(sum(await Promise.all(clients.map((client) => taken(client, 300))))).toBe(420);
});

it('many first calls of many clients at once make one row', async () => {
  const { clients } = clientsOf(LIVE, 8);
  const results = await Promise.all(clients.map((client) => client.take('operator')));
  expect(results.every(({ ok }) => ok)).toBe(true);
});

it('many calls at once are counted together, and the ones that come meanwhile after them', async () => {
  const { clients } = clientsOf(SANDBOX, 1);
  const [client] = clients;
  if (client === undefined) throw new Error('one client');
  const queries = vi.spyOn(db(), 'transaction');
  const first = taken(client, 50);
  await Promise.resolve();
  await Promise.resolve();
  const later = taken(client, 20);
  expect([await first, await later]).toEqual([50, 10]);
  expect(queries.mock.calls.length).toBeLessThanOrEqual(2);
  queries.mockRestore();
});

it('a query that fails refuses its own calls alone', async () => {
  const { clients } = clientsOf(SANDBOX, 1);
  const [client] = clients;
  if (client === undefined) throw new Error('one client');
  const lost = vi.spyOn(db(), 'transaction').mockRejectedValueOnce(new Error('Connection terminated'));
  const results = await Promise.allSettled([client.take('operator'), client.take('operator')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  lost.mockRestore();
  expect(await client.take('operator')).toEqual({ ok: true });
});
