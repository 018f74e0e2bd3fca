import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { updateDatabaseClock } from '#lib/data/clock.ts';

/** M9: a process three days behind the database; what is judged here must be judged by the database's clock. */

const seen = vi.hoisted(() => ({ headers: {} as Record<string, string>, certificateNow: 0 }));
vi.mock('#lib/core/http/safe-fetch.ts', () => ({
  safeFetch: async (_: string, { headers }: { headers: Record<string, string> }) => {
    seen.headers = headers;
    return { ok: true, status: 200 };
  },
}));
vi.mock('#lib/accounts/server/account.ts', () => ({ listAccounts: async () => [{ id: 'acc_1' }] }));
vi.mock('#lib/providers/registry.ts', () => ({ portFor: () => ({ certificate: () => ({}) }) }));
vi.mock('#lib/card/certificate-term.ts', () => ({
  certificateTerm: (_: unknown, now: number) => {
    seen.certificateNow = now;
    return { validTo: null, daysLeft: null };
  },
}));
vi.mock('#lib/deliveries/server/index-state.ts', () => ({ indexState: async () => null }));

const AHEAD_MS = 3 * 86_400_000;
const byDatabase = () => Date.now() + AHEAD_MS;
const isClose = (ms: number) => Math.abs(ms - byDatabase()) < 5_000;

beforeAll(() => updateDatabaseClock(byDatabase(), Date.now()));
afterAll(() => updateDatabaseClock(Date.now(), Date.now()));

test('M9: a notice that is sent outwards is signed with the time that all processes share', async () => {
  const { sendWebhook, signatureOf } = await import('#lib/notifications/server/send.ts');
  await sendWebhook({ url: 'https://shop.example/n', secret: 's' }, { id: 'm1', body: { a: 1 } });
  const timestamp = Number(seen.headers['guiche-timestamp']);
  expect(isClose(timestamp * 1000)).toBe(true);
  expect(seen.headers['guiche-signature']).toBe(`v1=${signatureOf('s', timestamp, 'm1', '{"a":1}')}`);
});

test('M9: the end of a certificate', async () => {
  const { watchCredentials } = await import('#lib/doctor/server/watch-credentials.ts');
  await watchCredentials(new AbortController().signal);
  expect(isClose(seen.certificateNow)).toBe(true);
});

test('M9: the day of what left today', async () => {
  const { getWithdrawnToday } = await import('#lib/payments/server/get-figures.ts');
  const list = vi.fn(async () => ({ items: [], next: null, total: null }));
  const { asOf } = await getWithdrawnToday({ ctx: { part: () => ({ list }) } as unknown as Ctx });
  expect(isClose(Date.parse(asOf))).toBe(true);
  const [[{ from, to }]] = list.mock.calls as unknown as [[{ from: string; to: string }]];
  expect(Date.parse(from) <= byDatabase() && byDatabase() < Date.parse(to)).toBe(true);
});

test('M9: the now of delivery health and week', async () => {
  const { nowOf } = await import('#lib/deliveries/server/get-health.ts');
  expect(isClose(await nowOf('acc_1'))).toBe(true);
});
