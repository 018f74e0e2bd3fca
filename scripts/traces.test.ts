import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { inScope, inSpan, requestScope } from '#lib/watch/scope.ts';
import { spans } from '#lib/watch/spans.ts';
import { otlpReceiver } from '../e2e/support/otlp-receiver.ts';
import { startTraces } from './traces.ts';

afterEach(() => {
  delete (globalThis as { __guicheSpans?: unknown }).__guicheSpans;
});

test('a request, its handler and its call are one trace; what is left is sent at the end', async () => {
  const receiver = await otlpReceiver();
  const end = startTraces(receiver.endpoint);
  const span = spans()?.begin('GET', 'server', { 'http.request.method': 'GET' }) ?? null;
  await inScope({ requestId: 'r', found: { route: null }, span }, async () => {
    await inSpan('GET /transactions', async () => {
      const call = requestScope()?.span?.open('provider GET /v1/pix', 'client', {}, Date.now() - 40);
      call?.end({ 'http.response.status_code': 503 }, { failed: true });
    });
    await expect(inSpan('broken', () => Promise.reject(new Error('Ana Souza')))).rejects.toThrow();
  });
  span?.rename('GET /api/transactions');
  span?.end({});
  await end();
  await receiver.close();
  const named = (name: string) => receiver.spans.find((one) => one.name === name);
  const [request, handler, call] = ['GET /api/transactions', 'GET /transactions', 'provider GET /v1/pix'].map(
    named,
  );
  expect(new Set(receiver.spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(request?.parentSpanId).toBeUndefined();
  expect([handler?.parentSpanId, call?.parentSpanId]).toEqual([request?.spanId, handler?.spanId]);
  expect(call).toMatchObject({ failed: true, facts: { 'http.response.status_code': 503 } });
  expect(named('broken')?.failed).toBe(true);
  expect(JSON.stringify(receiver.spans)).not.toContain('Ana');
});

test('goes on with the trace of a well-formed header only', async () => {
  const receiver = await otlpReceiver();
  const end = startTraces(receiver.endpoint);
  const trace = 'a'.repeat(32);
  const begin = (traceparent: string) => spans()?.begin(traceparent, 'server', {}, { traceparent });
  expect(begin(`00-${trace}-${'b'.repeat(16)}-01`)?.traceId).toBe(trace);
  const refused = [
    `00-${trace}-${'b'.repeat(16)}`,
    `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
    'x'.repeat(4_000),
  ];
  for (const header of refused) expect(begin(header)?.traceId, header.slice(0, 60)).not.toBe(trace);
  begin(`00-${'c'.repeat(32)}-${'b'.repeat(16)}-00`)?.end({});
  await end();
  await receiver.close();
  expect(receiver.spans, 'the proxy did not want this one kept').toEqual([]);
});

test('a collector that does not answer holds up nobody for long', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const end = startTraces(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  spans()?.begin('one', 'server', {}).end({});
  const begun = performance.now();
  await end();
  expect(performance.now() - begun).toBeLessThan(8_000);
  silent.closeAllConnections();
  silent.close();
});
