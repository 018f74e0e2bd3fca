import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { call } from '#lib/api/client.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import { pagesOf, queryOf } from '#lib/api/endpoint-queries.ts';
import { answeredBy, createFirstPaint } from '#lib/api/prefetch-queries.ts';
import { GuicheError } from '#lib/core/errors.ts';

const input = { account: 'pix' };
const served: unknown[] = [];
const List = z.object({ items: z.array(z.string()), nextCursor: z.null() });
const read = { permission: 'read' } as const;
const firstPaint = createFirstPaint(
  {
    'GET /webhooks': { ...read, response: z.object({ items: z.array(z.string()) }) },
    'GET /reports': { ...read, query: z.strictObject({ limit: z.coerce.number() }), response: List },
    'GET /api/settings/team': { permission: 'manage', response: z.object({}) },
    'GET /card/rates/{code}': { ...read, params: z.object({ code: z.literal('VISA') }), response: List },
    'GET /balance': { ...read, response: z.object({}) },
  },
  {
    'GET /webhooks': () => ({ items: ['w1'], secret: 'not of the answer' }),
    'GET /reports': ({ query }: { query: object }) => {
      served.push(query);
      return { items: ['r1'], nextCursor: null };
    },
    'GET /api/settings/team': () => served.push('team'),
    'GET /card/rates/{code}': () => served.push('rate'),
    'GET /balance': () => {
      throw new GuicheError('provider_unavailable', 'Nobody answers.');
    },
  },
);
const audit = vi.fn(async () => undefined);
const ctx = {
  ...{ sessionId: 's', locale: 'en', permissions: new Set(['read']), request: { id: 'r1' } },
  audit,
} as unknown as OperatorCtx;

beforeEach(() => served.splice(0));
afterEach(() => vi.useRealTimers());

const dataOf = ({ read }: Awaited<ReturnType<typeof firstPaint>>) =>
  read.queries.map(({ queryKey, state }) => [queryKey, state.data]);

test('each query is answered by the handler of its endpoint, with what HTTP would answer', async () => {
  const state = await firstPaint(ctx, [
    queryOf('GET /webhooks', input),
    false,
    pagesOf('GET /reports', { ...input, query: { limit: 5 } }),
  ]);
  expect(dataOf(state)).toEqual([
    [['webhooks', 'pix'], { items: ['w1'] }],
    [
      ['reports', 'pix', 'list', { limit: 5 }],
      { pages: [{ items: ['r1'], nextCursor: null }], pageParams: [null] },
    ],
  ]);
  expect(served).toEqual([{ limit: 5 }]);
});

test('a query keeps what it makes of the answer', async () => {
  const names = queryOptions({
    queryKey: ['names'],
    queryFn: async () => (await call('GET /webhooks', input)).items,
  });
  const pages = infiniteQueryOptions({
    queryKey: ['pages'],
    queryFn: async () => (await call('GET /webhooks', input)).items.length,
    initialPageParam: null,
    getNextPageParam: () => null,
  });
  expect(dataOf(await firstPaint(ctx, [names, pages]))).toEqual([
    [['names'], ['w1']],
    [['pages'], { pages: [1], pageParams: [null] }],
  ]);
});

test('a missing permission or an impossible id is refused before the handler; what passes is left', async () => {
  const { read, refused } = await firstPaint(ctx, [
    queryOf('GET /api/settings/team', {}),
    queryOf('GET /card/rates/{code}', { ...input, params: { code: 'x/y' } }),
    queryOf('GET /balance', input),
  ]);
  expect(refused.map(({ queryKey, problem }) => [queryKey[0], problem.code, problem.requestId])).toEqual([
    ['settings', 'forbidden', 'r1'],
    ['card', 'not_found', 'r1'],
  ]);
  expect([read.queries, served]).toEqual([[], []]);
  expect(audit).toHaveBeenCalledOnce();
});

test('another function answers in place of the handler, or leaves the query to the browser', async () => {
  const options = queryOf('GET /webhooks', input);
  const other = { items: [] } as never;
  expect(dataOf(await firstPaint(ctx, [answeredBy(options, async () => other)]))).toEqual([
    [['webhooks', 'pix'], other],
  ]);
  const left = await firstPaint(ctx, [answeredBy(options, async () => undefined)]);
  expect([left.read.queries, left.refused]).toEqual([[], []]);
});

test('the last queries run after the others', async () => {
  const ended: string[] = [];
  const slow = queryOptions({
    queryKey: ['slow'],
    queryFn: async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return ended.push('slow');
    },
  });
  const last = queryOptions({ queryKey: ['last'], queryFn: () => ended.push('last') });
  await firstPaint(ctx, [slow], [last]);
  expect(ended).toEqual(['slow', 'last']);
});

test('paints at the same time are answered each for its own operator, also after their time', async () => {
  vi.useFakeTimers();
  const paint = createFirstPaint(
    { 'GET /webhooks': { ...read, response: z.object({ items: z.array(z.string()) }) } },
    {
      'GET /webhooks': ({ ctx: { sessionId } }: { ctx: OperatorCtx }) => {
        served.push(sessionId);
        return { items: [sessionId] };
      },
    },
  );
  const after = (ms: number) =>
    queryOptions({
      queryKey: [ms],
      queryFn: async () => {
        await new Promise((resolve) => setTimeout(resolve, ms));
        return call('GET /webhooks', input);
      },
    });
  const ofSession = (sessionId: string) => paint({ ...ctx, sessionId }, [after(100), after(2000)]);
  const both = Promise.all([ofSession('s1'), ofSession('s2')]);
  await vi.advanceTimersByTimeAsync(1500);
  expect((await both).map(dataOf)).toEqual([[[[100], { items: ['s1'] }]], [[[100], { items: ['s2'] }]]]);
  await vi.advanceTimersByTimeAsync(500);
  expect(served).toEqual(['s1', 's2', 's1', 's2']);
});

test('a context of one account answers no read of another', async () => {
  const other = { ...ctx, account: { slug: 'hub' } } as unknown as OperatorCtx;
  expect(dataOf(await firstPaint(other, [queryOf('GET /webhooks', input)]))).toEqual([]);
  const own = { ...ctx, account: { slug: 'pix' } } as unknown as OperatorCtx;
  expect(dataOf(await firstPaint(own, [queryOf('GET /webhooks', input)]))).toHaveLength(1);
});
