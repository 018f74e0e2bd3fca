import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccountMonitor } from '#lib/core/http/health.ts';
import { type MoneyBench, moneyBench } from '#lib/providers/pix/testing/test-money.ts';
import type { Outcome } from '#lib/providers/port.ts';

/**
 * Adapter outcomes for the simulator's faults at every route that moves money, and at the look-ups of its
 * end. Outcomes of the operation: lib/payments/server/fault-matrix.integration.test.ts.
 */

let bench: MoneyBench;
beforeAll(async () => {
  bench = await moneyBench('plain', {
    // Long enough for a busy machine's answer, short enough to wait for silence.
    timeouts: { connect: 5_000, read: 3_000, change: 3_000, export: 3_000, token: 3_000 },
    clock: { now: Date.now, sleep: async () => undefined, random: () => 0 },
    // No circuit: each call is to meet its own fault.
    monitor: Object.assign(new AccountMonitor(), {
      circuit: { admit: () => 0, fault() {}, success() {}, neither() {}, state: 'closed' },
    }) as AccountMonitor,
  });
});
afterAll(() => bench.simulator.stop());

type InjectedFault = { kind: string; status?: number; errorCode?: string };
/** Silence takes its time: one route has it for all. */
const SILENT = ['apply-silent', 'silent'];
const SILENT_AT = ['charge', '/withdraw'];
const AFTER: InjectedFault[] = [{ kind: 'apply-silent' }, { kind: 'apply-reset' }];
const UNREADABLE: InjectedFault[] = ['truncated', 'html', 'empty', 'huge'].map((kind) => ({ kind }));
const BEFORE: InjectedFault[] = [
  ...['silent', 'reset', 'error-200'].map((kind) => ({ kind })),
  ...[424, 500, 503].map((status) => ({ kind: 'status', status, errorCode: 'PZI110' })),
];
const REFUSED: InjectedFault[] = [
  { kind: 'status', status: 401, errorCode: 'PZA100' },
  { kind: 'status', status: 403, errorCode: 'PZA203' },
  { kind: 'status', status: 409, errorCode: 'PZG409' },
  { kind: 'status', status: 429, errorCode: 'PZG429' },
];

type Route = {
  path: string;
  send(reference: string): Promise<Outcome<unknown>>;
  /** Tells if it took effect. */
  there(reference: string): Promise<boolean>;
};
const paid = new Map<string, string>();
const CODE =
  '00020126370014br.gov.bcb.pix0115ana@example.com5204000053039865802BR5909Ana Souza6009SAO PAULO62150511PEDIDO482916304BC9D';
const ROUTES: Record<string, Route> = {
  charge: {
    path: '/pix',
    send: (clientReference) => bench.port.charges.create({ amount: 2_000, clientReference }, bench.change()),
    there: async (clientReference) => (await bench.port.charges.find({ clientReference }, {})) !== null,
  },
  withdrawal: {
    path: '/withdraw',
    send: (clientReference) =>
      bench.port.withdrawals.toKey(
        { amount: 1_500, pixKey: 'ana@shop.example', pixKeyType: 'email', clientReference },
        bench.change(),
      ),
    there: async (clientReference) => (await bench.port.withdrawals.find({ clientReference }, {})) !== null,
  },
  'withdrawal by code': {
    path: '/withdraw/qrcode',
    send: (clientReference) =>
      bench.port.withdrawals.toCode({ amount: 1_500, code: CODE, clientReference }, bench.change()),
    there: async (clientReference) => (await bench.port.withdrawals.find({ clientReference }, {})) !== null,
  },
  transfer: {
    path: '/internal-transfer',
    send: (clientReference) =>
      bench.port.transfers.create({ amount: 100, receiver: '654321', clientReference }, bench.change()),
    there: async (clientReference) => (await bench.port.transfers.find({ clientReference }, {})) !== null,
  },
  refund: {
    path: '/refund/:id',
    send: async (clientReference) => {
      const { id } = await bench.paid(1_000);
      paid.set(clientReference, id);
      return bench.port.refunds.create({ paymentId: id, clientReference }, bench.change());
    },
    there: async (clientReference) => {
      const state = await bench.port.refunds.state(paid.get(clientReference) ?? '', {});
      return state.refunds.length > 0;
    },
  },
};
const named = (faults: InjectedFault[], at: string) =>
  faults
    .filter(({ kind }) => SILENT_AT.includes(at) || !SILENT.includes(kind))
    .map((fault): [string, InjectedFault] => [`${fault.kind} ${fault.status ?? ''}`, fault]);

describe.each(Object.keys(ROUTES))('a %s', (name) => {
  const route = ROUTES[name] as Route;
  const meet = async (fault: InjectedFault) => {
    const reference = bench.reference();
    await bench.simulator.control('fault', { ...fault, method: 'POST', path: route.path });
    const { kind } = await route.send(reference);
    return { kind, there: await route.there(reference) };
  };

  test.each(named(AFTER, name))('%s: unknown, and it is there', async (_, fault) => {
    expect(await meet(fault)).toEqual({ kind: 'unknown', there: true });
  });

  test.each(named(UNREADABLE, name))('%s: unknown', async (_, fault) => {
    expect(await meet(fault)).toMatchObject({ kind: 'unknown' });
  });

  test.each(named(BEFORE, name))('%s: unknown, and it is not there', async (_, fault) => {
    expect(await meet(fault)).toEqual({ kind: 'unknown', there: false });
  });

  test.each(named(REFUSED, name))('%s: refused, and it is not there', async (_, fault) => {
    expect(await meet(fault)).toEqual({ kind: 'refused', there: false });
  });

  test.each(['slow', 'latency'])('%s: done', async (kind) => {
    expect(await meet({ kind, ...{ ms: 200 } })).toEqual({ kind: 'done', there: true });
  });
});

const LOOK_UPS: Record<string, (by: object) => Promise<unknown>> = {
  '/pix': (by) => bench.port.charges.find(by, {}),
  '/withdraw': (by) => bench.port.withdrawals.find(by, {}),
  '/internal-transfer': (by) => bench.port.transfers.find(by, {}),
};

describe.each(Object.entries(LOOK_UPS))('GET %s', (path, find) => {
  const faults = [...UNREADABLE, ...BEFORE, ...REFUSED];
  test.each(named(faults, path))('%s never says that there is none', async (_, fault) => {
    await bench.simulator.control('fault', { ...fault, method: 'GET', path, untilCleared: true });
    await expect(find({ clientReference: 'whatever' })).rejects.toMatchObject({ name: 'GuicheError' });
    await bench.simulator.control('clear', { id: 'all' });
    expect(await find({ clientReference: 'whatever' })).toBeNull();
  });
});

describe('a payment whose refunds cannot be read', () => {
  test.each(named([...UNREADABLE, ...BEFORE, ...REFUSED], 'refunds'))(
    '%s never says that nothing was given back',
    async (_, fault) => {
      const { id } = await bench.paid(1_000);
      const path = '/user/transactions/:id';
      await bench.simulator.control('fault', { ...fault, method: 'GET', path, untilCleared: true });
      await expect(bench.port.refunds.state(id, {})).rejects.toMatchObject({ name: 'GuicheError' });
      await bench.simulator.control('clear', { id: 'all' });
      expect(await bench.port.refunds.state(id, {})).toMatchObject({ refundable: 1_000 });
    },
  );
});
