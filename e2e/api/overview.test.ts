import { sumCents } from '#lib/core/money.ts';
import { Health, Today, Volume } from '#lib/overview/contract.ts';
import { Balance, Profile } from '#lib/providers/records.ts';
import { StatementSums } from '#lib/statement/contract.ts';
import type { Problem } from '../support/answers.ts';
import { MANY_ROWS } from '../support/provider.ts';
import { expect, test } from './test.ts';

test.override('options', MANY_ROWS);

const HERE = '/api/accounts/pix';
const cents = (decimal: unknown) => Math.round(Number(decimal) * 100);

test('GET /balance answers cents as the provider holds them', async ({ api, provider, control }) => {
  // Standing time: both sides speak of the same instant.
  await control('/time', { speed: 0 });
  try {
    const answer = await (await api('viewer')).get(`${HERE}/balance`);
    expect(answer.status()).toBe(200);
    const balance = Balance.parse(await answer.json());
    const profile = await provider.read('/user');
    expect(balance).toMatchObject({
      available: cents(profile.balanceAvailable),
      blocked: cents(profile.balanceBlocked),
    });
  } finally {
    await control('/time', { speed: 1 });
  }
});

test('GET /profile answers the limit and its use', async ({ api, provider }) => {
  const answer = await (await api('viewer')).get(`${HERE}/profile`);
  expect(answer.status()).toBe(200);
  const profile = Profile.parse(await answer.json());
  const raw = await provider.read('/user');
  const { limit } = raw.DailyWithdrawLimit as { limit: number };
  expect(profile).toMatchObject({
    accountNumber: raw.accountNumber,
    dailyWithdrawLimit: { limit: cents(limit) },
  });
});

test('GET /health asks nobody and tells of the last calls', async ({ api, provider }) => {
  const request = await api('viewer');
  expect((await request.get(`${HERE}/balance`)).status()).toBe(200);
  await provider.forget();
  const answer = await request.get(`${HERE}/health`);
  expect(answer.status()).toBe(200);
  const health = Health.parse(await answer.json());
  expect(health).toMatchObject({ circuit: 'closed', blockedBy: null });
  expect(Date.parse(health.lastSuccessAt ?? '')).toBeGreaterThan(Date.now() - 30_000);
  for (const path of ['/user', '/user/balance', '/user/transactions', '/user/summary'])
    expect(await provider.received(path)).toEqual([]);
});

test.describe('a fault of the provider is told as what it is:', () => {
  const refusals = [
    [{ status: 401 }, 502, 'provider_credential'],
    [{ status: 403, errorCode: 'PZA205' }, 502, 'provider_credential'],
    [{ status: 403, errorCode: 'PZA206' }, 403, 'provider_rejected'],
    [{ status: 429, retryAfterSeconds: 30 }, 429, 'rate_limited'],
    [{ status: 424, retryAfterSeconds: 30 }, 503, 'provider_unavailable'],
    [{ status: 503, retryAfterSeconds: 30 }, 503, 'provider_unavailable'],
    [{ kind: 'silent' }, 504, 'provider_timeout'],
    [{ kind: 'html' }, 503, 'provider_unavailable'],
  ] as const;
  // The volume has two sources: where the statement does not answer, the summary does.
  const asked = { balance: '/user/balance', profile: '/user' };
  for (const [route, path] of Object.entries(asked))
    for (const [fault, status, code] of refusals)
      test(`GET /${route} answers ${status} for ${JSON.stringify(fault)}`, async ({ api, provider }) => {
        const request = await api('viewer');
        // A good answer first: faults of the test before must not add up to an open circuit.
        expect((await request.get(`${HERE}/transactions?limit=1`)).status()).toBe(200);
        await provider.fault({ kind: 'status', ...fault, path });
        const answer = await request.get(`${HERE}/${route}`);
        const problem = (await answer.json()) as Problem;
        expect(answer.status(), JSON.stringify(problem)).toBe(status);
        expect(answer.headers()['content-type']).toContain('application/problem+json');
        expect(problem.code).toBe(code);
        if (code !== 'provider_credential') return;
        // Another file's call to this product may be taken meanwhile, which lifts it again: the next refusal tells.
        const stateAfter = async () => {
          await provider.fault({ kind: 'status', ...fault, path });
          await request.get(`${HERE}/${route}`);
          return (await (await request.get(`${HERE}/health`)).json()).state;
        };
        await expect.poll(stateAfter).toBe('down');
      });

  for (const [fault, status, code] of refusals.slice(0, 4))
    test(`GET /overview/today answers ${status} for ${JSON.stringify(fault)}`, async ({ api, provider }) => {
      await provider.fault({ kind: 'status', ...fault, path: '/user/transactions', untilCleared: true });
      const answer = await (await api('viewer')).get(`${HERE}/overview/today`);
      expect(answer.status()).toBe(status);
      expect(await answer.json()).toMatchObject({ code });
    });
});

test('GET /overview/today counts as the provider counts, and is kept', async ({ api, provider }) => {
  const request = await api('viewer');
  const answer = await request.get(`${HERE}/overview/today`);
  expect(answer.status()).toBe(200);
  const { today, yesterday, asOf } = Today.parse(await answer.json());
  expect(today.from).toMatch(/T03:00:00.000Z$/);
  expect(Date.parse(today.from) - Date.parse(yesterday.from)).toBe(86_400_000);
  expect(today.to, 'both days up to the same time').toBe(asOf);
  const window = {
    dateFrom: yesterday.from,
    dateTo: new Date(Date.parse(yesterday.to) - 1).toISOString(),
    limit: 1,
  };
  const { total } = await provider.list(window);
  expect(yesterday.total).toBe(total);
  const { total: expired } = await provider.list({ ...window, status: 'EXPIRED' });
  expect(yesterday.byStatus.EXPIRED).toBe(expired);
  await provider.forget();
  expect(await (await request.get(`${HERE}/overview/today`)).json()).toEqual({ today, yesterday, asOf });
  expect(await provider.received('/user/transactions'), 'a second look asks nobody').toEqual([]);
});

test('GET /overview/volume answers thirty days', async ({ api }) => {
  const answer = await (await api('viewer')).get(`${HERE}/overview/volume`);
  expect(answer.status()).toBe(200);
  const { days } = Volume.parse(await answer.json());
  expect(days).toHaveLength(30);
  const dates = days?.map(({ day }) => day) ?? [];
  expect(dates).toEqual(dates.toSorted());
});

test('B3: a day of the volume, and today, have the sums of the statement’s lines of that day', async ({
  api,
}) => {
  const request = await api('finance');
  const volume = async () => Volume.parse(await (await request.get(`${HERE}/overview/volume`)).json());
  await expect.poll(async () => (await volume()).basis, { timeout: 60_000 }).toBe('posted');
  const day = (await volume()).days?.at(-3) ?? { day: '', in: 0, out: 0 };
  const sums = async (params: Record<string, string>) => {
    const [totals, read] = [{ in: 0, out: 0, fees: 0 }, { cursor: '' as string | null }];
    for (; read.cursor !== null; ) {
      const query = { ...params, ...(read.cursor === '' ? {} : { cursor: read.cursor }) };
      const part = StatementSums.parse(
        await (await request.get(`${HERE}/statement/sums`, { params: query })).json(),
      );
      for (const { sums } of part.days)
        for (const name of ['in', 'out', 'fees'] as const) totals[name] += sums[name];
      read.cursor = part.nextCursor;
    }
    return { in: sumCents(totals.in), out: sumCents(totals.out), fees: sumCents(totals.fees) };
  };
  expect(await sums({ from: day.day, to: day.day })).toMatchObject({ in: day.in, out: day.out });
  const { yesterday } = Today.parse(await (await request.get(`${HERE}/overview/today`)).json());
  expect(yesterday.basis).toBe('posted');
  const { in: came, out, fees } = yesterday;
  expect(await sums({ from: yesterday.from, to: yesterday.to })).toEqual({ in: came, out, fees });
});

test('twenty operators at once are one call', async ({ api, provider }) => {
  const request = await api('viewer');
  await provider.fault({ kind: 'latency', ms: 1_500, path: '/user/balance', untilCleared: true });
  const answers = await Promise.all(Array.from({ length: 20 }, () => request.get(`${HERE}/balance`)));
  expect(new Set(answers.map((answer) => answer.status()))).toEqual(new Set([200]));
  expect(await provider.received('/user/balance')).toHaveLength(1);
});
