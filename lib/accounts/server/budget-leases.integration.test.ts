import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { databaseLeases } from '#lib/accounts/server/budget-leases.ts';
import { type Budget, createBudget, type LeaseSource, limitsFor } from '#lib/core/http/budget.ts';
import { db } from '#lib/data/client.ts';
import { providerBudgets } from '#lib/data/schema/accounts.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

let account = 0;
/** Clients of one account, as several processes would hold them: they share nothing but the database. */
function clientsOf(token: string, count: number): { id: string; clients: Budget[] } {
  account += 1;
  const id = `acc-${account}`;
  const limits = limitsFor({ simulator: false }, token);
  const leases: LeaseSource = (name, all) => databaseLeases(`${id} ${name}`, all);
  return {
    id: `${id} main`,
    clients: Array.from({ length: count }, () => createBudget(limits, Date.now, { leases })),
  };
}
const taken = async (client: Budget, count: number, priority: 'operator' | 'background' = 'operator') => {
  const turns = await Promise.all(Array.from({ length: count }, async () => client.take(priority)));
  return turns.filter(({ ok }) => ok).length;
};
const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

it('two clients of one database never exceed the budget together', async () => {
  const { clients } = clientsOf('sbx_1', 2);
  expect(sum(await Promise.all(clients.map((client) => taken(client, 100))))).toBe(60);
  const [first] = clients;
  const refused = await first?.take('operator');
  expect(refused).toMatchObject({ ok: false, waitMs: expect.any(Number) });
});

it('nor the day of a sandbox token', async () => {
  const { id, clients } = clientsOf('sbx_2', 2);
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
  const { id, clients } = clientsOf('live', 2);
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
  expect(sum(await Promise.all(clients.map((client) => taken(client, 400))))).toBeGreaterThanOrEqual(200);
  expect(await read()).toMatchObject({ perMinute: 270 });
});

it('background work of all leaves operators their part', async () => {
  const { clients } = clientsOf('live', 3);
  expect(sum(await Promise.all(clients.map((client) => taken(client, 200, 'background'))))).toBe(180);
  expect(sum(await Promise.all(clients.map((client) => taken(client, 300))))).toBe(420);
});

it('many first calls of many clients at once make one row', async () => {
  const { clients } = clientsOf('live', 8);
  const turns = await Promise.all(clients.map(async (client) => client.take('operator')));
  expect(turns.every(({ ok }) => ok)).toBe(true);
});
