import { expect, test } from 'vitest';
import { AccountMonitor } from '#lib/core/http/health.ts';
import type { HttpOutcome } from '#lib/core/http/request.ts';
import { Secret } from '#lib/core/masking/secret.ts';
import { createCardAdapter } from '#lib/providers/card/adapter.ts';
import { NO_BUDGET } from '#lib/providers/client/adapter-deps.ts';

const refusedWith = (status: number, body: unknown): HttpOutcome => ({
  kind: status < 400 ? 'ok' : 'status',
  ...{ status, headers: {}, text: JSON.stringify(body) },
});

/** The adapter over a service that knows only these paths. */
function over(known: Record<string, unknown>) {
  const requests: string[] = [];
  const { card } = createCardAdapter({
    account: { id: 'acc', slug: 'card', simulator: false },
    baseUrl: 'https://card.example/v1',
    clientId: 'c',
    clientSecret: new Secret('s'),
    tls: undefined,
    timeouts: { connect: 1, read: 1, change: 1, export: 1, token: 1 },
    monitor: new AccountMonitor(),
    budgetOf: () => NO_BUDGET,
    log: () => undefined,
    transport: async ({ url }) => {
      const { pathname, search } = new URL(url);
      if (pathname === '/v1/token') return refusedWith(200, { access_token: 'jwt' });
      requests.push(`${pathname.replace('/v1', '')}${search}`);
      const answer = known[pathname.replace('/v1', '')];
      return answer === undefined
        ? refusedWith(404, { message: `Cannot GET ${pathname}`, error: 'Not Found' })
        : refusedWith(200, answer);
    },
  });
  if (card === undefined) throw new Error('It takes no cards.');
  return { card, requests };
}

test('D: an amount is converted where the service converts, and the path that answers is remembered', async () => {
  const { card, requests } = over({
    '/currencies/convert': { data: { from: 'USD', rate: { ask: 5.41 }, convertedAmount: 54_100 } },
  });
  const converted = await card.convert('USD', 10_000, {});
  expect(converted).toMatchObject({ code: 'USD', amount: 10_000, brl: '54100', rate: '5.41' });
  await card.convert('USD', 1, {});
  expect(requests).toEqual([
    '/currencies/USD/convert?amount=10000',
    '/currencies/USD/conversion?amount=10000',
    '/currencies/convert?from=USD&to=BRL&amount=10000',
    '/currencies/convert?from=USD&to=BRL&amount=1',
  ]);
});

test('D: a service that converts nothing says so, and nothing is computed in its place', async () => {
  const { card, requests } = over({});
  await expect(card.convert('EUR', 5, {})).rejects.toMatchObject({ code: 'not_supported' });
  expect(requests).toHaveLength(4);
});
