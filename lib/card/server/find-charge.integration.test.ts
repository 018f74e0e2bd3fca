import { beforeEach, describe, expect, it } from 'vitest';
import { CARD_CHARGE } from '#lib/card/server/create-card-charge.ts';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import type { CardCharge } from '#lib/providers/card-records.ts';
import type { NumberedPage, ProviderPort } from '#lib/providers/port.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

const SENT = new Date('2026-11-21T12:00:00.000Z');
const row = {
  ...{ id: 'op_ours', accountId: 'card', kind: CARD_CHARGE.name, clientReference: 'pedido-1', amount: 4_200 },
  ...{ sentAt: SENT, createdAt: SENT, clockOffset: null },
} as unknown as OperationRow;
const charge = (id: string, over: Partial<CardCharge> = {}) =>
  ({ id, externalId: 'pedido-1', amount: 4_200, createdAt: SENT.toISOString(), ...over }) as CardCharge;

type Answer = Partial<NumberedPage<CardCharge>>;
async function lookUpCharge(items: CardCharge[], answer: Answer = {}) {
  const list = async () => ({ items, more: false, total: null, asOf: SENT.toISOString(), ...answer });
  const port = { kind: 'card', card: { charges: { list } } } as unknown as ProviderPort;
  const ago = { firstMs: 0, lastMs: 0 };
  const request = { externalId: 'pedido-1' };
  const { found } = (await CARD_CHARGE.lookUp?.({ row, request, port, call: {}, ago })) ?? {};
  return found;
}
const confirmed = (id: string, kind: string, result: object) =>
  db()
    .insert(operations)
    .values({
      ...{ id, accountId: 'card', kind, target: id, state: 'confirmed', result },
      ...{ request: '', operatorId: 'marina', createdAt: SENT },
    });

beforeEach(() => db().delete(operations));

describe('a charge whose answer was lost', () => {
  it('is found by its order, and is not there where every row names another', async () => {
    expect(await lookUpCharge([charge('a'), charge('b', { externalId: 'pedido-2' })])).toBe('there');
    expect(await lookUpCharge([charge('a', { amount: null })])).toBe('there');
    expect(await lookUpCharge([charge('b', { externalId: 'pedido-2' })])).toBe('absent');
    expect(await lookUpCharge([])).toBe('absent');
  });

  it.each<[string, CardCharge[], Answer]>([
    ['a row of its amount names no order', [charge('a', { externalId: null })], {}],
    ['a row names neither order nor amount', [charge('a', { externalId: null, amount: null })], {}],
    ['its order has another amount', [charge('a', { amount: 4_199 })], {}],
    ['its row names no id', [charge('no-id-0123456789abcdef')], {}],
    ['an entry could not be read', [], { unread: { rows: 1, fields: ['row'] } }],
    ['more are counted than came', [charge('b', { externalId: 'pedido-2' })], { total: 2 }],
    ['one is counted and none came', [], { total: 1 }],
  ])('is neither there nor not where %s', async (_, items, answer) => {
    expect(await lookUpCharge(items, answer)).toBe('unsure');
  });

  it('is not a row without an order that is too old, of another amount, or another operation’s', async () => {
    const mute = { externalId: null };
    expect(await lookUpCharge([charge('a', { ...mute, amount: 100 })])).toBe('absent');
    expect(await lookUpCharge([charge('a', { ...mute, createdAt: '2026-11-21T11:54:59.000Z' })])).toBe(
      'absent',
    );
    await confirmed('op_other', CARD_CHARGE.name, { charge: { id: 'a' } });
    expect(await lookUpCharge([charge('a', mute)])).toBe('absent');
  });

  it('is still there when it was given back meanwhile: a reversal stands for no charge of its own', async () => {
    await confirmed('op_reversal', 'card-charge.reverse', { charge: { id: 'a' } });
    expect(await lookUpCharge([charge('a')])).toBe('there');
  });
});
