import { SpanStatusCode, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { makeLog } from '#lib/core/log.ts';
import { createMetrics } from '#lib/core/telemetry/create-metrics.ts';
import { setMetrics } from '#lib/core/telemetry/metrics.ts';
import { runInRequest } from '#lib/core/telemetry/request-context.ts';
import { recordCall, routeOf } from '#lib/providers/client/request-context.ts';
import { samplesIn, sumOf } from '../../../e2e/support/samples.ts';

afterEach(() => {
  delete (globalThis as { __guicheMetrics?: unknown }).__guicheMetrics;
  trace.disable();
});

const entry = {
  account: 'pix',
  method: 'GET',
  url: 'https://provider.example/v1/user/transactions/tx_1?page=2',
  outcome: 200 as number | string,
  code: null,
  requestId: null,
  ms: 250,
};

it('leaves a line of the request it was made for, with the provider’s own id beside it', () => {
  const processState = globalThis as { guicheLog?: unknown };
  const before = processState.guicheLog;
  const lines: unknown[] = [];
  processState.guicheLog = makeLog('debug', { write: (line) => void lines.push(JSON.parse(line)) });
  runInRequest({ requestId: 'request-7' }, () => {
    recordCall(entry, 'pix');
    recordCall({ ...entry, requestId: 'theirs' }, 'pix');
  });
  processState.guicheLog = before;
  const line = { msg: 'provider call', requestId: 'request-7' };
  expect(lines).toMatchObject([
    { ...line, providerRequestId: null },
    { ...line, providerRequestId: 'theirs' },
  ]);
});

it('counts calls by their route, and times those that left', async () => {
  const metrics = createMetrics();
  setMetrics(metrics);
  recordCall(entry, 'pix');
  recordCall({ ...entry, outcome: 'timeout', ms: 10_000 }, 'pix');
  recordCall({ ...entry, outcome: 'circuit', ms: 0 }, 'pix');
  const all = samplesIn(await metrics.registry.metrics());
  const call = { account: 'pix', method: 'GET', route: '/v1/user/transactions/:id' };
  for (const outcome of ['ok', 'timeout', 'circuit'])
    expect(sumOf(all, 'guiche_provider_calls_total', { ...call, outcome }), outcome).toBe(1);
  expect(sumOf(all, 'guiche_provider_call_duration_seconds_count', call)).toBe(2);
  expect(sumOf(all, 'guiche_provider_call_duration_seconds_sum', call)).toBe(10.25);
});

it('whatever is called, its labels stay few and hold nothing of it', async () => {
  const metrics = createMetrics();
  setMetrics(metrics);
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom('balance', 'qr', 'read', 'user', 'keys', 'v1'),
    fc.emailAddress(),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), fc.string(), (parts, account) => {
      const url = `https://provider.example/${parts.map(encodeURIComponent).join('/')}?document=52998224725`;
      recordCall({ ...entry, url }, account);
    }),
    { numRuns: 2_000 },
  );
  const all = samplesIn(await metrics.registry.metrics());
  const words = (label: string) => new Set(all.flatMap(({ labels }) => labels[label] ?? []));
  expect(words('account').size).toBeLessThanOrEqual(101);
  expect(words('route').size).toBeLessThanOrEqual(201);
  expect([...words('route')].filter((route) => /@|52998224725|\?/.test(route))).toEqual([]);
});

it('says the route of an address, and nothing else of it', () => {
  expect(routeOf('https://a.example/v1/dict/keys/ana@example.com')).toBe('/v1/dict/keys/:id');
  expect(routeOf('https://a.example:8443/api/v1/withdraw?key=52998224725')).toBe('/api/v1/withdraw');
  expect(routeOf('no address')).toBe('other');
});

it('is a span of its own, from the call’s start to its end', () => {
  setMetrics(createMetrics());
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
  );
  recordCall({ ...entry, outcome: 503 }, 'pix');
  recordCall({ ...entry, outcome: 'reset' }, 'pix');
  recordCall(entry, 'pix');
  const spans = exporter.getFinishedSpans();
  const attributes = {
    'guiche.account': 'pix',
    'http.request.method': 'GET',
    'url.template': '/v1/user/transactions/:id',
  };
  expect(new Set(spans.map(({ name }) => name))).toEqual(new Set(['provider GET /v1/user/transactions/:id']));
  expect(spans.map((span) => span.attributes)).toEqual([
    { ...attributes, 'http.response.status_code': 503, 'error.type': '5xx' },
    { ...attributes, 'error.type': 'reset' },
    { ...attributes, 'http.response.status_code': 200 },
  ]);
  const { ERROR, UNSET } = SpanStatusCode;
  expect(spans.map(({ status }) => status.code)).toEqual([ERROR, ERROR, UNSET]);
  expect(spans.map(({ duration }) => duration)).toEqual(Array(3).fill([0, 250_000_000]));
});
