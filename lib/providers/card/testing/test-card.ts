import { AccountMonitor } from '#lib/core/http/health.ts';
import type { HttpOutcome, HttpRequest } from '#lib/core/http/request.ts';
import { Secret } from '#lib/core/masking/secret.ts';
import { createCardAdapter } from '#lib/providers/card/adapter.ts';
import { NO_BUDGET } from '#lib/providers/client/adapter-deps.ts';
import type { ProviderPort } from '#lib/providers/port.ts';

const answer = (kind: 'ok' | 'status', status: number, body: unknown): HttpOutcome => ({
  kind,
  status,
  headers: {},
  text: typeof body === 'string' ? body : JSON.stringify(body),
});
export const ok = (body: unknown) => answer('ok', 200, body);
export const no = (status: number, body: unknown) => answer('status', status, body);
type Query = Record<string, string>;
type Answer = HttpOutcome | ((query: Query) => HttpOutcome);
type Port = ProviderPort & Required<Pick<ProviderPort, 'card'>>;

/**
 * The adapter over answers sent one by one, the last again and again; the token's exchange answers by itself.
 */
export function over(...answers: Answer[]) {
  const requests: { line: string; query: Query; request: HttpRequest }[] = [];
  let ms = Date.parse('2026-11-19T15:00:00.000Z');
  const port = createCardAdapter({
    account: { id: 'acc', slug: 'card', simulator: false },
    baseUrl: 'https://card.example/v1/',
    clientId: 'client-1',
    clientSecret: new Secret('secret'),
    tls: undefined,
    timeouts: { connect: 1, read: 1, change: 1, export: 1, token: 1 },
    transport: async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      const line = `${request.method} ${decodeURIComponent(pathname.replace('/v1', ''))}`;
      const query = Object.fromEntries(searchParams);
      requests.push({ line, query, request });
      if (line === 'POST /token') return ok({ access_token: 'jwt' });
      const place = requests.filter((one) => one.line !== 'POST /token').length;
      const answer = answers[Math.min(place, answers.length) - 1] ?? ok({});
      return typeof answer === 'function' ? answer(query) : answer;
    },
    monitor: new AccountMonitor(() => ms),
    budgetOf: () => NO_BUDGET,
    clock: {
      now: () => ms,
      random: () => 0,
      sleep: async (wait) => {
        ms += wait;
      },
    },
  }) as Port;
  const calls = () => requests.filter(({ line }) => line !== 'POST /token');
  return { port, card: port.card, requests, calls };
}
