import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import {
  clearFault,
  failDeliveries,
  openDispute,
  payCharge,
  setState,
} from '#lib/sandbox/server/controls.ts';
import { getSimulator, stateOf } from '#lib/sandbox/server/get-simulator.ts';

type Seen = { method: string; url: string; control: unknown; body: unknown };
let server: Server;
let seen: Seen[] = [];
let answers: Record<string, { status: number; json: unknown }> = {};
const audit = vi.fn(async () => {});

const STATE = {
  clock: { now: '2026-11-20T12:41:00.000Z', nowMs: 0, speed: 60 },
  seed: 7,
  transactions: 50_000,
  account: { contract: 'pending', locked: false, ips: ['127.0.0.1'], scopes: ['DEPOSIT'], dialect: 'plain' },
  faults: [
    { id: 'falha-1', kind: 'status', status: 429, path: '/pix', left: 2, asked: 3, percent: 100, hits: 1 },
  ],
  deliveries: {
    faults: [
      { id: 'fault_1', url: null, kind: 'status', status: 503, count: 5, untilMs: null, done: 2 },
      {
        id: 'fault_2',
        url: 'https://a.example',
        kind: 'close',
        status: 503,
        count: null,
        untilMs: 9e13,
        done: 0,
      },
    ],
  },
  pending: {
    count: 1,
    charges: [{ id: 'abc', clientReference: 'teste-1', amount: 1249.1, expiresAt: null, made: true }],
  },
  upcoming: [{ at: '2026-11-20T12:45:00.000Z', act: 'expire', target: 'teste-1' }, { act: 'expire' }],
  log: [{ at: '2026-11-20T12:40:00.000Z', kind: 'TRANSACTION_COMPLETED', text: 'Pagou', target: 'teste-0' }],
};

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const part of request) text += part;
  return text === '' ? undefined : JSON.parse(text);
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const url = request.url ?? '';
    const control = request.headers['x-sandbox-control'];
    seen.push({ method: request.method ?? '', url, control, body: await bodyOf(request) });
    const { status, json } = answers[url] ?? {
      status: 200,
      json: url === '/control/state' ? STATE : { ok: true },
    };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
});
afterAll(() => server.close());
beforeEach(() => {
  seen = [];
  answers = {};
  audit.mockClear();
});

function ctxOf(simulator = true, kind = 'pix'): Ctx {
  const { port } = server.address() as AddressInfo;
  const settings = { controlUrl: `http://127.0.0.1:${port}/control` };
  const account = { id: 'a', slug: 'pix', kind, simulator, settings, baseUrl: 'http://127.0.0.1:4010/v1' };
  return { account, audit } as unknown as Ctx;
}

describe('the simulator’s state', () => {
  test('is put in this product’s words: cents, what is left, no end', async () => {
    const state = await getSimulator({ ctx: ctxOf() });
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/control/state', control: '1' });
    expect(state).toMatchObject({
      now: '2026-11-20T12:41:00.000Z',
      speed: 60,
      baseUrl: 'http://127.0.0.1:4010/v1',
    });
    expect(state.pending[0]).toMatchObject({ amount: 124_910, clientReference: 'teste-1', made: true });
    expect(state.faults[0]).toMatchObject({ id: 'falha-1', remaining: 2, count: 3, method: null });
    expect(state.deliveryFaults).toMatchObject([
      { remaining: 3, failed: 2, until: null },
      { remaining: null, until: null },
    ]);
    expect(state.upcoming).toHaveLength(1);
  });

  test('is never an error, whatever came', () => {
    for (const answer of [
      null,
      'text',
      [],
      { faults: 'x', clock: 3, pending: [1], log: [null], account: [] },
    ])
      expect(stateOf(answer, { kind: 'pix', baseUrl: 'http://x' }).faults).toEqual([]);
  });

  test('belongs to simulator accounts only', async () => {
    await expect(getSimulator({ ctx: ctxOf(false) })).rejects.toMatchObject({ code: 'not_supported' });
    expect(seen).toEqual([]);
  });
});

describe('a change', () => {
  test('is forwarded, audited, and answered with the state after it', async () => {
    const body = { clientReference: 'teste-1', outcome: 'expire' as const };
    const state = await payCharge({ ctx: ctxOf(), body });
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /control/pay',
      'GET /control/state',
    ]);
    expect(seen[0]?.body).toEqual({ clientReference: 'teste-1', outcome: 'expire' });
    expect(audit).toHaveBeenCalledWith(
      expect.objectContaining({ action: 'simulator.pay', target: 'teste-1' }),
    );
    expect(state.speed).toBe(60);
  });

  test('a deposit comes to a Hub account, and to no other', async () => {
    const body = { amount: 4250, payerName: 'Ana Souza', outcome: 'paid' as const };
    await payCharge({ ctx: ctxOf(true, 'hub'), body });
    expect(seen[0]).toMatchObject({
      url: '/control/deposit',
      body: { amount: 4250, payerName: 'Ana Souza', api: 'hub' },
    });
    expect(audit).toHaveBeenCalledWith(expect.objectContaining({ action: 'simulator.deposit' }));
    for (const kind of ['pix', 'card'])
      await expect(payCharge({ ctx: ctxOf(true, kind), body })).rejects.toMatchObject({
        details: { fields: [{ field: 'amount', message: 'not_supported' }] },
      });
    expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('that is refused names the field and why, and is audited as refused', async () => {
    answers['/control/dispute'] = { status: 409, json: { error: 'already disputed: xyz' } };
    const body = { transactionId: 'abc', hours: 5, situation: 'coercion' as const };
    await expect(openDispute({ ctx: ctxOf(), body })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { fields: [{ field: 'transactionId', message: 'already_disputed' }] },
    });
    expect(seen[0]?.body).toMatchObject({ situation: 'Coerção', hours: 5 });
    expect(audit).toHaveBeenCalledWith(expect.objectContaining({ result: 'refused' }));
  });

  test('of an unknown transaction says so', async () => {
    answers['/control/pay'] = { status: 404, json: { error: 'no such transaction' } };
    await expect(
      payCharge({ ctx: ctxOf(), body: { transactionId: 'x', outcome: 'paid' } }),
    ).rejects.toMatchObject({
      details: { fields: [{ field: 'transactionId', message: 'not_found' }] },
    });
  });

  test('without an end lasts until it is taken off; with minutes, so long', async () => {
    await failDeliveries({ ctx: ctxOf(), body: { kind: 'status', status: 503 } });
    expect(seen[0]?.body).toEqual({ kind: 'status', status: 503, untilMs: 99_000_000_000 });
    seen = [];
    await failDeliveries({ ctx: ctxOf(), body: { kind: 'close', forMinutes: 10 } });
    expect(seen[0]?.body).toEqual({ kind: 'close', untilMs: 600_000 });
    seen = [];
    await failDeliveries({ ctx: ctxOf(), body: { kind: 'close', count: 5 } });
    expect(seen[0]?.body).toEqual({ kind: 'close', count: 5 });
  });

  test('back to normal keeps what the simulator did', async () => {
    await clearFault({ ctx: ctxOf(), body: { id: 'all' } });
    expect(seen[0]).toMatchObject({ url: '/control/reset', body: { scope: 'normal' } });
  });

  test('of a simulator that is gone is unavailable and audited as failed', async () => {
    const ctx = ctxOf();
    ctx.account.settings.controlUrl = 'http://127.0.0.1:9/control';
    await expect(clearFault({ ctx, body: { id: 'falha-1' } })).rejects.toMatchObject({
      code: 'provider_unavailable',
    });
    expect(audit).toHaveBeenCalledWith(expect.objectContaining({ result: 'failed' }));
  });
});

describe('of a Hub or card account', () => {
  const hub = {
    settings: {
      scopes: ['REFUND'],
      ips: [],
      holderBlocked: true,
      revoked: [],
      blockedOperations: ['WITHDRAW'],
    },
    callbackSecret: false,
    pending: [{ id: 'pay_1', externalRef: 'pedido-1', amount: 2500, expiresAt: '2026-11-20T13:00:00.000Z' }],
    deliveries: {
      waiting: 2,
      first: [{ event: 'PAYMENT_PAID', url: 'https://a.example', attempts: 3 }],
      faults: [],
    },
  };

  test('the state is its own API’s; faults of the others are not shown', async () => {
    const faults = [
      { id: 'f1', kind: 'silent', api: 'hub', left: 1 },
      { id: 'f2', kind: 'silent', left: 1 },
    ];
    answers['/control/state'] = { status: 200, json: { ...STATE, faults, hub } };
    const state = await getSimulator({ ctx: ctxOf(true, 'hub') });
    expect(state).toMatchObject({
      kind: 'hub',
      account: { contract: null, scopes: ['REFUND'], ips: [] },
      hub: { holderBlocked: true, blockedOperations: ['WITHDRAW'], queue: { waiting: 2 } },
      pending: [{ id: 'pay_1', clientReference: 'pedido-1', amount: 2500 }],
    });
    expect(state.faults.map(({ id }) => id)).toEqual(['f1']);
  });

  test('a control names the API, in that API’s own words', async () => {
    await payCharge({ ctx: ctxOf(true, 'hub'), body: { clientReference: 'pedido-1', outcome: 'expire' } });
    expect(seen[0]?.body).toMatchObject({ api: 'hub', externalRef: 'pedido-1', outcome: 'expired' });
    seen = [];
    await payCharge({ ctx: ctxOf(true, 'card'), body: { transactionId: 'chg-1', outcome: 'fraud' } });
    expect(seen[0]?.body).toMatchObject({ api: 'card', id: 'chg-1', outcome: 'fraud' });
    seen = [];
    await clearFault({ ctx: ctxOf(true, 'hub'), body: { id: 'all' } });
    expect(seen[0]?.body).toEqual({ scope: 'normal' });
  });

  test('what its API has not is refused before anything is sent', async () => {
    const refused = { details: { fields: [{ message: 'not_supported' }] } };
    await expect(setState({ ctx: ctxOf(true, 'hub'), body: { locked: true } })).rejects.toMatchObject(
      refused,
    );
    await expect(
      payCharge({ ctx: ctxOf(true, 'card'), body: { transactionId: 'x', outcome: 'expire' } }),
    ).rejects.toMatchObject(refused);
    expect(seen).toEqual([]);
  });

  test('how answers are spelled is said to the whole simulator', async () => {
    await setState({ ctx: ctxOf(true, 'hub'), body: { dialect: 'nested', holderBlocked: true } });
    expect(seen.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { dialect: 'nested' },
      { holderBlocked: true, api: 'hub' },
    ]);
  });
});
