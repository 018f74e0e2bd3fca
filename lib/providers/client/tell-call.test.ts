import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { makeLog } from '#lib/log.ts';
import { routeOf, tellCall } from '#lib/providers/client/tell-call.ts';
import { makeMeters } from '#lib/watch/make-meters.ts';
import { setMeters } from '#lib/watch/meters.ts';
import { inScope } from '#lib/watch/scope.ts';
import { type OpenSpan, type SpanFacts, setSpans } from '#lib/watch/spans.ts';
import { samplesIn, sumOf } from '../../../e2e/support/samples.ts';

afterEach(() => {
  const processState = globalThis as { __guicheMeters?: unknown; __guicheSpans?: unknown };
  delete processState.__guicheMeters;
  delete processState.__guicheSpans;
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
  inScope({ requestId: 'request-7', found: { route: null }, span: null }, () => {
    tellCall(entry, 'pix');
    tellCall({ ...entry, requestId: 'theirs' }, 'pix');
  });
  processState.guicheLog = before;
  const line = { msg: 'provider call', requestId: 'request-7' };
  expect(lines).toMatchObject([
    { ...line, providerRequestId: null },
    { ...line, providerRequestId: 'theirs' },
  ]);
});

it('counts calls by their route, and times those that left', async () => {
  const made = makeMeters();
  setMeters(made);
  tellCall(entry, 'pix');
  tellCall({ ...entry, outcome: 'timeout', ms: 10_000 }, 'pix');
  tellCall({ ...entry, outcome: 'circuit', ms: 0 }, 'pix');
  const all = samplesIn(await made.registry.metrics());
  const call = { account: 'pix', method: 'GET', route: '/v1/user/transactions/:id' };
  for (const outcome of ['ok', 'timeout', 'circuit'])
    expect(sumOf(all, 'guiche_provider_calls_total', { ...call, outcome }), outcome).toBe(1);
  expect(sumOf(all, 'guiche_provider_call_duration_seconds_count', call)).toBe(2);
  expect(sumOf(all, 'guiche_provider_call_duration_seconds_sum', call)).toBe(10.25);
});

it('whatever is called, its labels stay few and hold nothing of it', async () => {
  const made = makeMeters();
  setMeters(made);
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom('balance', 'qr', 'read', 'user', 'keys', 'v1'),
    fc.emailAddress(),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), fc.string(), fc.string(), (parts, account, method) => {
      const url = `https://provider.example/${parts.map(encodeURIComponent).join('/')}?document=52998224725`;
      tellCall({ ...entry, url, method }, account);
    }),
    { numRuns: 2_000 },
  );
  const all = samplesIn(await made.registry.metrics());
  const words = (label: string) => new Set(all.flatMap(({ labels }) => labels[label] ?? []));
  expect(words('account').size).toBeLessThanOrEqual(101);
  expect(words('route').size).toBeLessThanOrEqual(201);
  expect(words('method').size).toBeLessThanOrEqual(8);
  expect([...words('route')].filter((route) => /@|52998224725|\?/.test(route))).toEqual([]);
});

it('says the route of an address, and nothing else of it', () => {
  expect(routeOf('https://a.example/v1/dict/keys/ana@example.com')).toBe('/v1/dict/keys/:id');
  expect(routeOf('https://a.example:8443/api/v1/withdraw?key=52998224725')).toBe('/api/v1/withdraw');
  expect(routeOf('no address')).toBe('other');
});

type Written = { name: string; facts: SpanFacts; failed: boolean; ms: number };

it('goes into the trace of its request, else begins one', () => {
  const [inside, alone]: Written[][] = [[], []];
  const opened = (to: Written[] | undefined, name: string, begun: SpanFacts, from = 0): OpenSpan => ({
    traceId: 'trace',
    open: (inner, _, facts, at) => opened(to, inner, facts, at),
    rename: () => undefined,
    end: (facts, { failed = false, at = 0 } = {}) =>
      void to?.push({ name, facts: { ...begun, ...facts }, failed, ms: at - from }),
  });
  setSpans({ begin: (name, _, facts, { at } = {}) => opened(alone, name, facts, at) });
  const scope = { requestId: 'r', found: { route: null }, span: opened(inside, 'request', {}) };
  inScope(scope, () => tellCall({ ...entry, outcome: 503 }, 'pix'));
  tellCall({ ...entry, outcome: 'reset' }, 'pix');
  const facts = {
    'guiche.account': 'pix',
    'http.request.method': 'GET',
    'url.template': '/v1/user/transactions/:id',
  };
  const name = 'provider GET /v1/user/transactions/:id';
  expect(inside).toEqual([
    {
      name,
      facts: { ...facts, 'http.response.status_code': 503, 'error.type': '5xx' },
      failed: true,
      ms: 250,
    },
  ]);
  expect(alone).toEqual([{ name, facts: { ...facts, 'error.type': 'reset' }, failed: true, ms: 250 }]);
});
