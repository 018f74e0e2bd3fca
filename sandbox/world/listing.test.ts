import { describe, expect, it } from 'vitest';
import type { PixTransaction } from '../types.ts';
import { type ListFilter, matches } from './listing.ts';
import { blankTransaction, isoOf } from './rows.ts';
import { DAY, MINUTE } from './timeline.ts';
import { createWorld, type SandboxWorld } from './world.ts';

const NOW = Date.parse('2026-11-20T15:30:00.000Z');

function makeWorld(transactions: number, seed = 7, days = 90) {
  const clock = { now: NOW };
  const journal = { append() {}, replay() {} };
  const place = { baseUrl: 'http://sandbox.test/v1' };
  const world = createWorld({ seed, transactions, days, anchor: NOW, place, now: () => clock.now, journal });
  return { world, clock };
}

/** The whole world, newest first, the slow and simple way. */
function everything(world: SandboxWorld): { row: PixTransaction; order: number }[] {
  const rows: { row: PixTransaction; order: number }[] = [];
  for (let index = 0; world.calendar.timeOf(index) <= world.now(); index++) {
    rows.push({
      row: world.overlay.changed.get(index)?.transaction ?? world.rows.row(index, world.now()),
      order: index,
    });
  }
  for (const [place, entry] of world.overlay.created.entries())
    rows.push({ row: entry.transaction, order: 1e9 + place });
  return rows.sort((a, b) =>
    a.row.createdAt === b.row.createdAt ? b.order - a.order : a.row.createdAt < b.row.createdAt ? 1 : -1,
  );
}

async function check(world: SandboxWorld, filter: ListFilter, limit = 17): Promise<number> {
  const wanted = everything(world)
    .map(({ row }) => row)
    .filter((row) => matches(row, filter));
  if (filter.ascending) wanted.reverse();
  const offsets = [
    0,
    1,
    Math.floor(wanted.length / 2),
    Math.max(0, wanted.length - 3),
    wanted.length,
    wanted.length + 5,
  ];
  for (const offset of offsets) {
    const page = await world.list(filter, offset, limit);
    expect(page.total).toBe(wanted.length);
    expect(page.rows.map((row) => row.id)).toEqual(wanted.slice(offset, offset + limit).map((row) => row.id));
  }
  return wanted.length;
}

const FILTERS: ListFilter[] = [
  {},
  { ascending: true },
  { statuses: new Set(['PENDING']) },
  { statuses: new Set(['COMPLETED']) },
  { statuses: new Set(['REFUNDED', 'WAITING_FOR_REFUND']) },
  { statuses: new Set(['EXPIRED']), types: new Set(['DEPOSIT']), ascending: true },
  { types: new Set(['WITHDRAW']), methods: new Set(['INTERNAL_TRANSFER']) },
  { methods: new Set(['BANK_SLIP']), statuses: new Set(['PENDING', 'EXPIRED']) },
  { virtualAccount: 'loja-centro' },
  { virtualAccount: 'site', statuses: new Set(['COMPLETED']) },
  { from: NOW - 3 * DAY, to: NOW - DAY },
  { from: NOW - 20 * MINUTE, statuses: new Set(['COMPLETED', 'PENDING']) },
  { from: NOW - 30 * DAY, to: NOW - 9 * DAY, statuses: new Set(['ERROR', 'CANCELED']) },
  { from: NOW + DAY },
  { to: NOW - 200 * DAY },
  { amount: 4990 },
  { name: 'silva', statuses: new Set(['COMPLETED']) },
];

describe('a list is exact against the whole world walked through', () => {
  it.each([1, 999, 1000, 2350])('with %i transactions', async (transactions) => {
    const { world } = makeWorld(transactions);
    let found = 0;
    for (const filter of FILTERS) found += await check(world, filter);
    expect(found).toBeGreaterThan(transactions);
  });

  it('in a crowded world, where many share one instant', async () => {
    const { world } = makeWorld(20_000, 3, 1);
    for (const filter of FILTERS.slice(2, 9)) await check(world, filter, 50);
  });

  it('while time goes on', async () => {
    const { world, clock } = makeWorld(1500, 11);
    for (const hours of [1, 30, 24 * 12]) {
      clock.now = NOW + hours * 60 * MINUTE;
      for (const filter of FILTERS.slice(0, 9)) await check(world, filter);
    }
  });

  it('with transactions that calls made and changed', async () => {
    const { world } = makeWorld(1200);
    for (let made = 0; made < 25; made++) {
      const at = NOW - made * 7 * MINUTE;
      const status = made % 3 ? 'PENDING' : 'COMPLETED';
      const transaction = {
        ...blankTransaction(),
        id: `made-${made}`,
        amount: 4990,
        status,
        createdAt: isoOf(at),
      };
      world.overlay.put({ transaction, index: null, createdAt: at, due: null, refunds: [], asked: null });
    }
    for (const index of [0, 500, 1100, 1199]) {
      const entry = world.entry(world.read(index).id);
      if (!entry) throw new Error('missing');
      world.overlay.put({ ...entry, transaction: { ...entry.transaction, status: 'REFUNDED' } });
    }
    for (const filter of FILTERS) await check(world, filter);
  });
});

describe('what a row carries leads back to it, at ten million', () => {
  const { world } = makeWorld(10_000_000);
  it.each([0, 1, 123_456, 5_000_001, 9_999_999])('index %i', async (index) => {
    const row = world.read(index);
    expect(world.indexOf(row.id)).toBe(index);
    expect((await world.list({ id: row.id }, 0, 5)).total).toBe(1);
    if (row.endToEndId) expect(world.byEndToEnd(row.endToEndId)?.id).toBe(row.id);
    if (row.clientReference) expect(world.byReference(row.clientReference)?.id).toBe(row.id);
    const document = row.type === 'WITHDRAW' ? row.receiverDocument : row.payerDocument;
    if (document && row.type !== 'COMMISSION') {
      const page = await world.list({ document }, 0, 1000);
      expect(page.rows.map((one) => one.id)).toContain(row.id);
    }
  });

  it('finds nothing for what is not one of its own', async () => {
    expect(world.transaction('0'.repeat(24))).toBeNull();
    expect((await world.list({ document: '12345678909' }, 0, 5)).total).toBe(0);
    expect((await world.list({ clientReference: 'pedido-99999999' }, 0, 5)).total).toBe(0);
  });
});

it('lists a document exactly', async () => {
  const { world } = makeWorld(2350);
  const documents = new Set(everything(world).map(({ row }) => row.generatedDocument));
  for (const document of [...documents].slice(0, 40)) if (document) await check(world, { document });
});

it('keeps every status, type and method in the default world', async () => {
  const { world } = makeWorld(50_000);
  for (const status of [
    'PENDING',
    'COMPLETED',
    'CANCELED',
    'WAITING_FOR_REFUND',
    'REFUNDED',
    'EXPIRED',
    'ERROR',
  ]) {
    expect((await world.list({ statuses: new Set([status]) }, 0, 1)).total, status).toBeGreaterThan(0);
  }
  const { rows } = await world.list({}, 0, 1000);
  expect(new Set(rows.map((row) => row.type))).toEqual(new Set(['DEPOSIT', 'WITHDRAW', 'COMMISSION']));
  expect(new Set(rows.map((row) => row.method))).toEqual(new Set(['PIX', 'BANK_SLIP', 'INTERNAL_TRANSFER']));
});
