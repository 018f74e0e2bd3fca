import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { logLinesOf, type ProductLogLine } from '../support/lines-said.ts';
import { otlpReceiver, type SeenSpan } from '../support/otlp-receiver.ts';
import { answerOf, nextAmount, PIX } from '../support/payments.ts';
import type { Product } from '../support/product.ts';
import { type Sample, samplesIn, sumOf } from '../support/samples.ts';
import { signIn } from '../support/sign-in.ts';

const METRICS_TOKEN = 'a token for scrapes';
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const KEY = { pixKey: 'ana@example.com', pixKeyType: 'email' };
test.setTimeout(240_000);

async function scrape(request: APIRequestContext): Promise<Sample[]> {
  const answer = await request.get('/api/metrics', bearer(METRICS_TOKEN));
  expect(answer.status()).toBe(200);
  return samplesIn(await answer.text());
}

async function errorAt(product: Product, fault: object | null): Promise<void> {
  const path = fault === null ? '/clear' : '/fault';
  const answer = await fetch(`${product.simulator?.controlUrl}${path}`, {
    method: 'POST',
    headers: { 'x-sandbox-control': '1', 'content-type': 'application/json' },
    body: JSON.stringify(fault ?? { all: true }),
  });
  expect(answer.ok, await answer.text()).toBe(true);
}

test('a fault is found in the metrics, in the trace and in the log', async ({ start, playwright }) => {
  const receiver = await otlpReceiver();
  const product = await start({
    simulator: { transactions: 300 },
    env: {
      ...{ METRICS_TOKEN, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, LOG_LEVEL: 'info' },
      ...{ GUICHE_CHANGE_MS: '1500', GUICHE_READ_MS: '800' },
    },
  });
  const baseURL = product.url;
  const request = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } });
  await signIn(request, product, 'finance');

  // Whoever joins a trace from outside would choose its id.
  const foreign = 'a'.repeat(32);
  await errorAt(product, { kind: 'silent', method: 'POST', path: '/withdraw' });
  const sent = await request.post(`${PIX}/withdrawals`, {
    headers: { 'idempotency-key': randomUUID(), traceparent: `00-${foreign}-${'b'.repeat(16)}-01` },
    data: { ...KEY, amount: nextAmount() },
  });
  const requestId = sent.headers()['x-request-id'];
  const { operation } = await answerOf(sent, 202);

  await test.step('the unknown withdrawal stands in the metrics', async () => {
    const call = { account: 'pix', method: 'POST', route: '/v1/withdraw', outcome: 'timeout' };
    await expect(async () => {
      const all = await scrape(request);
      const unknown = { account: 'pix', state: 'unknown' };
      expect(sumOf(all, 'guiche_operations_open', unknown)).toBe(1);
      expect(sumOf(all, 'guiche_operation_oldest_seconds', unknown)).toBeGreaterThan(0);
      expect(sumOf(all, 'guiche_provider_calls_total', call)).toBe(1);
      const entered = { kind: 'withdrawal.key', state: 'unknown' };
      expect(sumOf(all, 'guiche_operation_changes_total', entered)).toBe(1);
      const route = '/api/accounts/{account}/withdrawals';
      expect(sumOf(all, 'guiche_requests_total', { route, method: 'POST', status: '202' })).toBe(1);
    }).toPass({ timeout: 20_000 });
  });

  await test.step('a provider that is away opens the circuit', async () => {
    await errorAt(product, { kind: 'reset', untilCleared: true });
    await expect(async () => {
      await request.get(`${PIX}/balance`);
      const all = await scrape(request);
      expect(sumOf(all, 'guiche_provider_circuit', { account: 'pix', state: 'open' })).toBe(1);
      expect(sumOf(all, 'guiche_provider_calls_total', { account: 'pix', outcome: 'reset' })).toBeGreaterThan(
        4,
      );
      expect(sumOf(all, 'guiche_provider_retries_total', { account: 'pix' })).toBeGreaterThan(0);
    }).toPass({ timeout: 30_000 });
    await errorAt(product, null);
  });

  await test.step('pages are counted by their pattern, nothing by an address', async () => {
    await request.get('/pix/transactions');
    await request.get(`/pix/transactions/${operation.id}?q=ana@example.com`);
    await request.get('/api/ana@example.com');
    const all = await scrape(request);
    expect(sumOf(all, 'guiche_requests_total', { route: '/[account]/transactions' })).toBe(1);
    expect(sumOf(all, 'guiche_requests_total', { route: '/[account]/transactions/[id]' })).toBe(1);
    const words = all.flatMap(({ labels }) => Object.values(labels));
    expect(words.filter((word) => word.includes('@') || word.includes(operation.id))).toEqual([]);
    expect(sumOf(all, 'guiche_database_answers')).toBe(1);
  });

  await test.step('every line of the request names it', async () => {
    const all = logLinesOf(product);
    expect(all.filter((line) => line.requestId === requestId)).toMatchObject([
      { msg: 'answered', route: '/api/accounts/{account}/withdrawals', status: 202 },
    ]);
    expect(all.filter(({ msg, requestId: id }) => msg === 'answered' && typeof id !== 'string')).toEqual([]);
    expect(product.output()).not.toContain('ana@example.com');
  });

  // The product sends the remaining spans at its end.
  expect(await product.stop()).toBe(0);
  await test.step('one trace leads from the request to the call', () => {
    const { spans } = receiver;
    const call = only(spans, ({ name, failed }) => name === 'provider POST /v1/withdraw' && failed);
    expect(call.facts).toMatchObject({ 'guiche.account': 'pix', 'error.type': 'timeout' });
    const handler = only(spans, ({ spanId }) => spanId === call.parentSpanId);
    expect(handler.name).toBe('AppRouteRouteHandlers.runHandler');
    const root = only(spans, ({ spanId }) => spanId === handler.parentSpanId);
    expect(root).toMatchObject({
      name: 'POST /api/accounts/{account}/withdrawals',
      facts: { 'http.status_code': 202, 'guiche.request_id': requestId },
    });
    expect(root.parentSpanId).toBeUndefined();
    expect(root.traceId).not.toBe(foreign);
    const line = logLinesOf(product).find((one) => one.requestId === requestId);
    expect(line?.traceId).toBe(root.traceId);
    expect(JSON.stringify(spans)).not.toMatch(/ana@example|ana%40|[?]q=|\/pix\/transactions/);
    expect(JSON.stringify(spans)).not.toContain(operation.id);
  });
  await test.step('and from a page to the calls it made', () => {
    const { spans } = receiver;
    const page = only(spans, ({ name }) => name === 'GET /[account]/transactions');
    const calls = spans.filter(
      ({ traceId, name }) => traceId === page.traceId && name.startsWith('provider '),
    );
    expect(calls.map(({ name }) => name)).toContain('provider GET /v1/user/transactions');
  });
  await request.dispose();
  await receiver.close();
});

function only(spans: SeenSpan[], is: (span: SeenSpan) => boolean): SeenSpan {
  const [found, ...more] = spans.filter(is);
  expect(more).toEqual([]);
  if (found === undefined) throw new Error(`No such span among ${spans.map(({ name }) => name).join(', ')}`);
  return found;
}

test('every line that is written while a request is served names it, whatever fails', async ({
  start,
  playwright,
}) => {
  const product = await start({
    simulator: { transactions: 300 },
    env: { LOG_LEVEL: 'debug', GUICHE_CHANGE_MS: '1500', GUICHE_READ_MS: '1500' },
  });
  const baseURL = product.url;
  const request = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } });
  await signIn(request, product, 'finance');
  const idOf = (answer: { headers: () => Record<string, string> }) => answer.headers()['x-request-id'] ?? '';
  const callOf = (line: ProductLogLine) => `${line.method} ${new URL(String(line.url)).pathname}`;
  /** Calls to the provider by its lines; the line of its end comes last and once. */
  const callsOf = async (id: string, status: number) => {
    let lines: ProductLogLine[] = [];
    await expect(() => {
      lines = logLinesOf(product).filter(({ requestId }) => requestId === id);
      expect(lines.at(-1)).toMatchObject({ msg: 'answered', status });
    }).toPass({ timeout: 5_000 });
    expect(lines.filter(({ msg }) => !['answered', 'provider call'].includes(msg ?? ''))).toEqual([]);
    return lines.slice(0, -1).map(callOf);
  };

  await test.step('a value that is not valid: no call, one line', async () => {
    const refused = await request.get(`${PIX}/transactions?limit=none`);
    expect(refused.status()).toBe(400);
    expect(await callsOf(idOf(refused), 400)).toEqual([]);
  });

  let unknown = '';
  await test.step('a change whose answer is lost', async () => {
    await errorAt(product, { kind: 'apply-silent', method: 'POST', path: '/withdraw' });
    const headers = { 'idempotency-key': randomUUID() };
    const sent = await request.post(`${PIX}/withdrawals`, {
      headers,
      data: { ...KEY, amount: nextAmount() },
    });
    unknown = (await answerOf(sent, 202)).operation.id;
    expect((await callsOf(idOf(sent), 202)).at(-1)).toBe('POST /v1/withdraw');
  });

  await test.step('two at once whose provider fails: each tries again in its own name', async () => {
    await errorAt(product, { kind: 'status', status: 500, untilCleared: true });
    const [balance, transactions] = await Promise.all([
      request.get(`${PIX}/balance`),
      request.get(`${PIX}/transactions?limit=7`),
    ]);
    expect([balance.status(), transactions.status()]).toEqual([503, 503]);
    let tries = 0;
    for (const [answer, route] of [
      [balance, '/v1/user/balance'],
      [transactions, '/v1/user/transactions'],
    ] as const) {
      const calls = await callsOf(idOf(answer), 503);
      expect(new Set(calls)).toEqual(new Set([`GET ${route}`]));
      tries += calls.length;
    }
    expect(tries).toBeGreaterThan(2);
  });

  await test.step('its look-up behind all requests is nobody’s, and names the operation where it fails', async () => {
    await expect(() => {
      const failed = logLinesOf(product).filter(({ msg }) => msg === 'a look-up failed');
      expect(failed[0]).toMatchObject({ operation: unknown });
      expect(failed.filter(({ requestId }) => requestId !== undefined)).toEqual([]);
    }).toPass({ timeout: 60_000 });
    await errorAt(product, null);
  });

  await test.step('a page, and the readings that it makes while it is drawn', async () => {
    const page = await request.get('/pix/transactions');
    expect(await callsOf(idOf(page), page.status())).toContain('GET /v1/user/transactions');
  });
  const nameless = logLinesOf(product).filter(({ requestId }) => requestId === undefined);
  const asked = nameless.filter(({ msg }) => msg === 'provider call').map(callOf);
  expect(nameless.filter(({ msg }) => msg === 'answered')).toEqual([]);
  expect(asked).not.toContain('GET /v1/user/balance');
  expect(asked).not.toContain('POST /v1/withdraw');
  await request.dispose();
});

test('GET /api/metrics: 404 without a token of its own', async ({ api }) => {
  const request = await api('admin');
  for (const token of ['', 'undefined', 'null', METRICS_TOKEN]) {
    const answer = await request.get('/api/metrics', bearer(token));
    expect([answer.status(), ((await answer.json()) as { code: string }).code]).toEqual([404, 'not_found']);
  }
});
