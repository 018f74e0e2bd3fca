import { SpanStatusCode } from '@opentelemetry/api';
import { type ReadableSpan, type SpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, it } from 'vitest';
import { createMetrics } from '#lib/core/telemetry/create-metrics.ts';
import { runInRequest, setRoute } from '#lib/core/telemetry/request-context.ts';
import { createSpanProcessor } from '#lib/core/telemetry/span-processor.ts';
import { samplesIn, sumOf } from '../../../e2e/support/samples.ts';

const ROOT = { 'next.span_type': 'BaseServer.handleRequest', 'http.method': 'GET' };

function setUp() {
  const metrics = createMetrics();
  const exported: ReadableSpan[] = [];
  const exporter: SpanProcessor = {
    onStart: () => undefined,
    onEnd: (span) => void exported.push(span),
    forceFlush: async () => undefined,
    shutdown: async () => undefined,
  };
  const provider = new TracerProvider({ spanProcessors: [createSpanProcessor(metrics, exporter)] });
  return {
    exported,
    next: provider.getTracer('next.js'),
    own: provider.getTracer('guiche'),
    foreign: provider.getTracer('@opentelemetry/instrumentation-http'),
    samples: async () => samplesIn(await metrics.registry.metrics()),
  };
}

/** As Next opens and ends its span of a request; `route`: the match, which a span inside reports first. */
function answer(next: ReturnType<typeof setUp>['next'], status: number, route?: string): void {
  const root = next.startSpan('GET', { attributes: ROOT });
  if (route !== undefined) {
    const attributes = { 'next.span_type': 'AppRender.getBodyResult', 'next.route': route };
    next.startSpan(`render route (app) ${route}`, { attributes }).end();
    root.setAttributes({ 'next.route': route, 'http.route': route });
  }
  root.setAttribute('http.status_code', status).end();
}

it('counts and times a page by the pattern that Next matched, and not the run of the proxy before it', async () => {
  const { next, samples } = setUp();
  runInRequest({ requestId: 'r' }, () => {
    answer(next, 200);
    answer(next, 200, '/[account]/disputes/[id]');
  });
  const all = await samples();
  expect(all.filter(({ name }) => name === 'guiche_requests_total')).toEqual([
    {
      name: 'guiche_requests_total',
      labels: { route: '/[account]/disputes/[id]', method: 'GET', status: '200' },
      value: 1,
    },
  ]);
  expect(sumOf(all, 'guiche_request_duration_seconds_count')).toBe(1);
});

it('counts a call of the API by the pattern of its router, and does not time an event stream', async () => {
  const { next, samples } = setUp();
  const call = (status: number, pattern: string, isStream: boolean) =>
    runInRequest({ requestId: 'r' }, () => {
      const root = next.startSpan('GET', { attributes: ROOT });
      const attributes = {
        'next.span_type': 'AppRouteRouteHandlers.runHandler',
        'next.route': '/api/[...path]',
      };
      next.startSpan('executing api route (app) /api/[...path]', { attributes }).end();
      setRoute(pattern, { isStream });
      root.setAttributes({ 'next.route': '/api/[...path]', 'http.status_code': status }).end();
    });
  call(202, '/api/accounts/{account}/withdrawals', false);
  call(200, '/api/accounts/{account}/events', true);
  const all = await samples();
  const routes = (name: string) =>
    all.filter((one) => one.name === name).map(({ labels }) => [labels.route, labels.status]);
  expect(routes('guiche_requests_total')).toEqual([
    ['/api/accounts/{account}/withdrawals', '202'],
    ['/api/accounts/{account}/events', '200'],
  ]);
  expect(routes('guiche_request_duration_seconds_count')).toEqual([
    ['/api/accounts/{account}/withdrawals', undefined],
  ]);
});

it('lets no address, no query and no message of an error leave, wherever a span holds them', () => {
  const { next, own, foreign, exported } = setUp();
  const target = '/pix/transactions?q=ana@example.com';
  runInRequest({ requestId: 'r' }, () => {
    const root = next.startSpan(`GET ${target}`, {
      attributes: { ...ROOT, 'http.target': target, 'next.span_name': target, 'user_agent.original': target },
      links: [{ context: own.startSpan('linked').spanContext(), attributes: { 'url.full': target } }],
    });
    const inner = [
      ['AppRender.fetch', `fetch GET https://provider.example${target}`],
      ['Middleware.execute', `middleware GET ${target}`],
      ['ResolveMetadata.generateMetadata', `generateMetadata ${target}`],
    ] as const;
    for (const [type, name] of inner)
      next
        .startSpan(name, {
          attributes: { 'next.span_type': type, 'http.url': target, 'net.peer.name': target },
        })
        .end();
    next.startSpan(target).end();
    foreign.startSpan(`GET ${target}`, { attributes: { 'url.full': target } }).end();
    const failed = own.startSpan('provider GET /v1/withdraw', { attributes: { 'url.query': target } });
    failed.recordException(new Error(target));
    failed.setStatus({ code: SpanStatusCode.ERROR, message: target });
    failed.addEvent(target, { target });
    failed.end();
    setRoute('/api/accounts/{account}/transactions');
    root.updateName(target);
    root.setStatus({ code: SpanStatusCode.ERROR, message: target });
    root.setAttribute('http.status_code', 500).end();
  });
  const seen = exported.map(({ name, attributes, events, links, status }) => ({
    ...{ name, attributes, events, links, status },
  }));
  expect(JSON.stringify(seen)).not.toMatch(/ana@example|[?]q=|transactions"?[?]/);
  expect(exported.map(({ name }) => name)).toEqual([
    'AppRender.fetch',
    'Middleware.execute',
    'ResolveMetadata.generateMetadata',
    'next.js',
    'provider GET /v1/withdraw',
    'GET /api/accounts/{account}/transactions',
  ]);
  expect(seen.at(-1)).toEqual({
    name: 'GET /api/accounts/{account}/transactions',
    attributes: {
      ...ROOT,
      'guiche.request_id': 'r',
      'http.route': '/api/accounts/{account}/transactions',
      'http.status_code': 500,
    },
    events: [],
    links: [],
    status: { code: SpanStatusCode.ERROR },
  });
});
