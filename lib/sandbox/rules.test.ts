import { describe, expect, test } from 'vitest';
import { type SimulatorState, simulatorEndpoints } from '#lib/sandbox/contract.ts';
import {
  ANOTHER_IP,
  BROKEN_ANSWERS,
  HUB_SCOPES,
  inForce,
  ipListOf,
  PASSING_FAULTS,
  parseRoute,
  REFUSALS,
  targetOf,
} from '#lib/sandbox/rules.ts';

describe('a route as it is typed', () => {
  test.each([
    ['POST /pix', { method: 'POST', path: '/pix' }],
    ['  get   /user/transactions ', { method: 'GET', path: '/user/transactions' }],
    ['/v1/user/balance', { path: '/user/balance' }],
    ['DELETE', { method: 'DELETE' }],
    ['POST /v1', { method: 'POST' }],
    ['', {}],
  ])('%j is understood', (typed, route) => {
    expect(parseRoute(typed)).toEqual(route);
  });

  test.each(['pix', 'FETCH /pix', 'POST pix', 'POST /pix /withdraw', 'https://api/pix'])(
    '%j is not',
    (typed) => {
      expect(parseRoute(typed)).toBeNull();
    },
  );
});

test('an end-to-end id is told from ids and references', () => {
  const endToEndId = 'E12345678202611211403AbCdEfGhIjK';
  expect(targetOf(` ${endToEndId} `)).toEqual({ endToEndId });
  expect(targetOf('pedido-100231')).toEqual({ transactionId: 'pedido-100231' });
});

test('the IP list is open, empty or another’s', () => {
  expect(ipListOf(['203.0.113.9', '127.0.0.1'])).toBe('open');
  expect(ipListOf([])).toBe('empty');
  expect(ipListOf(['203.0.113.9'])).toBe('other');
});

test('every fault that is offered is one the endpoint takes', () => {
  const { body } = simulatorEndpoints['POST /simulator/fault'];
  for (const { name, ...fault } of [...PASSING_FAULTS, ...REFUSALS, ...BROKEN_ANSWERS])
    expect(body.safeParse({ ...fault, count: 3 }).success, name).toBe(true);
});

describe('what to pay or dispute', () => {
  const { body } = simulatorEndpoints['POST /simulator/pay'];

  test('is named once', () => {
    expect(body.parse({ clientReference: ' teste-31 ' })).toEqual({
      clientReference: 'teste-31',
      outcome: 'paid',
    });
    expect(body.safeParse({}).success).toBe(false);
    expect(body.safeParse({ clientReference: 'a', transactionId: 'b' }).success).toBe(false);
  });
});

const ordinary: SimulatorState = {
  kind: 'pix',
  hub: null,
  now: '2026-11-20T12:41:00.000Z',
  speed: 1,
  seed: 7,
  transactions: 50_000,
  baseUrl: 'http://127.0.0.1:4010/v1',
  faults: [],
  deliveryFaults: [],
  account: {
    contract: 'signed',
    locked: false,
    ips: ['127.0.0.1'],
    scopes: ['DEPOSIT', 'WITHDRAW'],
    dialect: 'plain',
  },
  pending: [],
  upcoming: [],
  log: [],
};

describe('what is in force', () => {
  test('is nothing in an ordinary simulator, nor in one that says nothing', () => {
    expect(inForce(ordinary)).toEqual([]);
    const silent = { contract: null, locked: null, ips: null, scopes: null, dialect: null };
    expect(inForce({ ...ordinary, speed: null, account: silent })).toEqual([]);
  });

  test('is each thing out of the ordinary, with what to undo', () => {
    const account = {
      contract: 'pending' as const,
      locked: true,
      ips: [],
      scopes: ['DEPOSIT'],
      dialect: 'nested',
    };
    const fault = {
      id: 'falha-1',
      method: 'POST',
      path: '/withdraw',
      kind: 'apply-silent',
      status: null,
      errorCode: null,
      ms: null,
      percent: 100,
      remaining: 2,
      count: 3,
    };
    const found = inForce({ ...ordinary, speed: 0, faults: [fault], account });
    expect(found.map((thing) => thing.kind)).toEqual([
      'fault',
      'contract',
      'locked',
      'ips',
      'scopes',
      'dialect',
      'time',
    ]);
    expect(found[0]).toMatchObject({ id: 'falha-1', fault: { remaining: 2 } });
    expect(found.find((thing) => thing.kind === 'scopes')).toMatchObject({ missing: ['WITHDRAW'] });
  });

  test('of a Hub account is its credential and its blocks; an empty list of IPs is any address', () => {
    const hub = {
      holderBlocked: true,
      expired: false,
      revoked: true,
      blocksBalance: true,
      blockedOperations: ['WITHDRAW'],
      callbackSecret: null,
      queue: { waiting: 0, first: null },
    };
    const account = { contract: null, locked: null, ips: [], scopes: [...HUB_SCOPES], dialect: 'plain' };
    const found = inForce({ ...ordinary, kind: 'hub', hub, account });
    expect(found.map((thing) => thing.kind)).toEqual(['holder', 'revoked', 'blocked']);
    const others = { ...account, ips: [ANOTHER_IP], scopes: ['REFUND'] };
    const refused = inForce({ ...ordinary, kind: 'hub', hub: null, account: others });
    expect(refused.map((thing) => thing.kind)).toEqual(['ips', 'scopes']);
  });
});
