import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { context, propagation, ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api';
import { afterEach, expect, test } from 'vitest';
import { makeLog } from '#lib/core/log.ts';
import { metrics } from '#lib/core/telemetry/metrics.ts';
import { runInRequest, runOutsideRequest, setRoute } from '#lib/core/telemetry/request-context.ts';
import { otlpReceiver } from './e2e/support/otlp-receiver.ts';
import { samplesIn, sumOf } from './e2e/support/samples.ts';
import { startTelemetry } from './instrumentation.node.ts';

const processState = globalThis as { __guicheShutdown?: { end: () => Promise<unknown> }[] };
const stop = async () => {
  for (const { end } of processState.__guicheShutdown?.splice(0) ?? []) await end();
};
afterEach(() => {
  trace.disable();
  context.disable();
  propagation.disable();
});

const ROOT = { 'next.span_type': 'BaseServer.handleRequest', 'http.method': 'GET' };
/** Runs a request as Next does: within the context that its headers carry. */
function request(headers: Record<string, string>, work: () => Promise<void> | void): Promise<void> {
  const carried = propagation.extract(ROOT_CONTEXT, headers);
  return runInRequest({ requestId: 'r' }, () =>
    context.with(carried, () =>
      trace.getTracer('next.js').startActiveSpan('GET', { attributes: ROOT }, async (span) => {
        setRoute('/api/transactions');
        await work();
        span.setAttribute('http.status_code', 200).end();
      }),
    ),
  );
}
function call(): void {
  const span = trace.getTracer('guiche').startSpan('provider GET /v1/pix', { startTime: Date.now() - 40 });
  span.setStatus({ code: SpanStatusCode.ERROR }).end();
}

test('a request and the call it makes are one trace; what is left is sent at the end', async () => {
  const receiver = await otlpReceiver();
  startTelemetry(receiver.endpoint);
  const lines: Record<string, unknown>[] = [];
  const log = makeLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  await request({}, async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    call();
    log.info('inside');
    runOutsideRequest(() => {
      call();
      log.info('outside');
    });
  });
  await stop();
  await receiver.close();
  const root = receiver.spans.find(({ name }) => name === 'GET /api/transactions');
  const calls = receiver.spans.filter(({ name }) => name === 'provider GET /v1/pix');
  expect(root?.parentSpanId).toBeUndefined();
  expect(root?.facts['guiche.request_id']).toBe('r');
  expect(calls.map(({ failed }) => failed)).toEqual([true, true]);
  expect(calls.map(({ traceId }) => traceId === root?.traceId)).toEqual([true, false]);
  expect(calls.map(({ parentSpanId }) => parentSpanId)).toEqual([root?.spanId, undefined]);
  expect(lines.map(({ traceId, requestId }) => [traceId, requestId])).toEqual([
    [root?.traceId, 'r'],
    [undefined, undefined],
  ]);
});

test('goes on with a well-formed trace, and exports none that its proxy did not want, but counts it', async () => {
  const receiver = await otlpReceiver();
  startTelemetry(receiver.endpoint);
  const [wanted, unwanted, span] = ['a'.repeat(32), 'c'.repeat(32), 'b'.repeat(16)];
  await request({ traceparent: `00-${wanted}-${span}-01` }, () => undefined);
  for (const header of [`00-${wanted}-${span}`, `00-${'0'.repeat(32)}-${span}-01`, 'x'.repeat(4_000)])
    await request({ traceparent: header }, () => undefined);
  await request({ traceparent: `00-${unwanted}-${span}-00` }, call);
  const all = samplesIn((await metrics()?.registry.metrics()) ?? '');
  await stop();
  await receiver.close();
  expect(receiver.spans.map(({ traceId }) => traceId === wanted)).toEqual([true, false, false, false]);
  expect(receiver.spans.filter(({ traceId }) => traceId === unwanted)).toEqual([]);
  expect(sumOf(all, 'guiche_requests_total', { route: '/api/transactions' })).toBe(5);
});

test('without a collector requests are counted, and no line names a trace', async () => {
  startTelemetry(null);
  const lines: Record<string, unknown>[] = [];
  const log = makeLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  await request({}, () => log.info('inside'));
  const all = samplesIn((await metrics()?.registry.metrics()) ?? '');
  await stop();
  expect(sumOf(all, 'guiche_requests_total', { route: '/api/transactions', status: '200' })).toBe(1);
  expect(lines).toMatchObject([{ requestId: 'r' }]);
  expect(lines[0]).not.toHaveProperty('traceId');
});

test('a collector that does not answer delays the end by three seconds at most', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  startTelemetry(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  await request({}, call);
  const startedAt = performance.now();
  await stop();
  expect(performance.now() - startedAt).toBeLessThan(3_500);
  silent.closeAllConnections();
  silent.close();
});
