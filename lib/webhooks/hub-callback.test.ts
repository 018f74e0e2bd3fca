import { describe, expect, test } from 'vitest';
import { dedupeKeyOf, hoursRemainingIn, readHubCallback } from './callback-body.ts';

const text = (event: string, data: object, more: object = {}) =>
  JSON.stringify({
    event,
    id: 'dlv_1',
    sentAt: '2026-11-21T12:00:00.000Z',
    accountId: 'acc_1',
    data,
    ...more,
  });

describe('a Hub callback', () => {
  test('is about what its data names, under an id that carries its kind', () => {
    const subject = (data: object) => readHubCallback(text('PAYMENT_PAID', data), {})?.transactionId;
    expect(subject({ paymentId: 'p1', status: 'PAID' })).toBe('payment:p1');
    expect(subject({ depositId: 'd1' })).toBe('deposit:d1');
    expect(subject({ withdrawId: 'w1' })).toBe('withdraw:w1');
    expect(subject({ transferId: 't1' })).toBe('transfer:t1');
    expect(subject({ amount: 1 })).toBeUndefined();
  });

  test('of a dispute is about the dispute, whatever payment stands beside it', () => {
    const data = {
      infractionId: 'i1',
      protocol: 'prot-1',
      paymentId: 'p1',
      status: 'OPEN',
      hoursRemaining: 24,
    };
    const body = text('INFRACTION_DEADLINE', data);
    expect(readHubCallback(body, {})).toMatchObject({
      transactionId: 'dispute:prot-1',
      event: 'INFRACTION_DEADLINE',
      infraction: { id: 'prot-1', status: 'OPEN' },
    });
    expect(hoursRemainingIn(body)).toBe(24);
    expect(hoursRemainingIn(text('PAYMENT_PAID', { paymentId: 'p1' }))).toBeNull();
  });

  test('of the account needs no id', () => {
    const body = text('ACCOUNT_BLOCKED', {
      blockedOperations: ['WITHDRAW'],
      changedAt: '2026-11-21T12:00:00Z',
    });
    expect(readHubCallback(body, {})).toMatchObject({ transactionId: 'account', event: 'ACCOUNT_BLOCKED' });
  });

  test('is told apart by its delivery id, and by the signed one rather than by the header', () => {
    const read = (body: string, delivery: string) => {
      const facts = readHubCallback(body, {
        'x-service-event': 'PAYMENT_PAID',
        'x-service-delivery': delivery,
      });
      return facts === null ? null : dedupeKeyOf(facts);
    };
    const one = text('PAYMENT_PAID', { paymentId: 'p1' });
    expect(read(one, 'dlv_1')).toBe(read(one, 'dlv_forged'));
    expect(read(one, 'dlv_1')).not.toBe(
      read(text('PAYMENT_PAID', { paymentId: 'p1' }, { id: 'dlv_2' }), 'dlv_1'),
    );
  });

  test('an id inside the data is never taken for the delivery', () => {
    const facts = readHubCallback(
      JSON.stringify({ event: 'PAYMENT_PAID', data: { id: 'p9', paymentId: 'p1' } }),
      {
        'x-service-delivery': 'dlv_7',
      },
    );
    expect(facts?.deliveryId).toBe('dlv_7');
  });

  test('that is no JSON, or names no event, is nothing', () => {
    expect(readHubCallback('<html>', { 'x-service-event': 'PAYMENT_PAID' })).toBeNull();
    expect(readHubCallback(JSON.stringify({ data: { paymentId: 'p1' } }), {})).toBeNull();
  });
});
