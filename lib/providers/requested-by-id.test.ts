import { describe, expect, test } from 'vitest';
import { readCharge, readRecurrence } from '#lib/providers/card/wire.ts';
import { hubOver, ok } from '#lib/providers/hub/testing/test-hub.ts';
import { json, portTo, testProvider } from '#lib/providers/pix/testing/test-provider.ts';
import type { ProviderPort } from '#lib/providers/port.ts';

/** A thing read by its id is that thing, also when the answer repeats no id. */

const provider = testProvider();
const AT = '2026-10-20T12:00:00.000Z';
const WHOLE = { amount: 10, status: 'COMPLETED', createdAt: AT, type: 'DEPOSIT' };

describe('R1: an answer without an id is of what was asked for', () => {
  test.each<[string, object, (port: Required<ProviderPort>) => Promise<unknown>, (id: string) => object]>([
    ['a transaction', WHOLE, (port) => port.transactions.get('x', {}), (id) => ({ transaction: { id } })],
    [
      'a statement line',
      { ...WHOLE, operation: 'INCREMENT' },
      async (port) => port.statement.get?.('x', {}),
      (id) => ({ id, amount: 1_000 }),
    ],
    [
      'a deposit that waits',
      WHOLE,
      (port) => port.pendingDeposits.get('x', {}),
      (id) => ({ id, amount: 1_000 }),
    ],
    ['a dispute', WHOLE, (port) => port.disputes.get('x', {}), (id) => ({ infraction: { id } })],
    [
      'a delivery',
      { url: 'https://a.example', statusCode: 500, createdAt: AT },
      (port) => port.deliveries.get('x', {}),
      (id) => ({ delivery: { id, status: 500 } }),
    ],
    ['a report', { status: 'RUNNING', createdAt: AT }, (port) => port.reports.get('x', {}), (id) => ({ id })],
    [
      'a webhook',
      { url: 'https://a.example', active: true },
      (port) => port.webhooks.get('x', {}),
      (id) => ({ id, url: 'https://a.example' }),
    ],
  ])('%s', async (_, body, read, expected) => {
    for (const answer of [body, { data: body }]) {
      provider.acts = [json(200, answer)];
      const port = portTo(provider.base).port as unknown as Required<ProviderPort>;
      expect(await read(port)).toMatchObject(expected('x'));
    }
  });

  test('the Hub’s charges and disputes, cards and recurrences', async () => {
    const charge = { amount: 1_000, status: 'PAID', createdAt: AT };
    const { port } = hubOver([ok({ data: charge })]);
    expect(await port.charges.find({ id: 'payment:x' }, {})).toMatchObject({
      id: 'payment:x',
      amount: 1_000,
    });
    const disputes = hubOver([ok({ ...charge, type: 'SCAM' })]).port.disputes;
    expect(await disputes.get('x', {})).toMatchObject({ infraction: { id: 'x' } });
    expect(readCharge({ ...charge, externalId: 'o' }, 'x').fields.id).toBe('x');
    expect(readRecurrence({ status: 'ACTIVE', amount: 5 }, 'x').fields.id).toBe('x');
  });

  test('what was made must be named: no id of ours stands in for it', () => {
    expect(() => readCharge({ amount: 1, status: 2, createdAt: AT })).toThrow();
    expect(() => readRecurrence({ status: 'ACTIVE', amount: 5 })).toThrow();
  });
});
