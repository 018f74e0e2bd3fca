import { describe, expect, test } from 'vitest';
import { noticeConflictOf, olderArrivedLast } from '#lib/deliveries/notice-conflict.ts';

/** R7: notices that contradict the provider's answer or each other. */

let minute = 0;
const notice = (event: string | null, extra: { url?: string; httpStatus?: number | null } = {}) => {
  minute += 1;
  return {
    event,
    url: 'https://a.example',
    httpStatus: 200,
    at: new Date(minute * 60_000).toISOString(),
    ...extra,
  };
};
const conflict = (status: string, ...notices: ReturnType<typeof notice>[]) =>
  noticeConflictOf({ status }, notices);

describe('a notice of an end while the provider answers that it waits', () => {
  test.each([
    ...['TRANSACTION_COMPLETED', 'TRANSACTION_EXPIRED', 'TRANSACTION_CANCELED', 'TRANSACTION_ERROR'],
    ...['TRANSACTION_REFUNDED', 'PAYMENT_PAID', 'PAYMENT_EXPIRED', 'WITHDRAW_COMPLETED', 'WITHDRAW_FAILED'],
    ...['DEPOSIT_RECEIVED', 'INTERNAL_TRANSFER_SENT'],
  ])('%s', (event) => {
    for (const payment of [{ status: 'PENDING' }, { status: 'em análise', state: 'waiting' as const }])
      expect(noticeConflictOf(payment, [notice(event)])).toMatchObject({ kind: 'ahead', event });
    expect(conflict('COMPLETED', notice(event))).toBeNull();
  });
  test('a failed delivery of it tells as much', () => {
    expect(conflict('PENDING', notice('TRANSACTION_COMPLETED', { httpStatus: null }))?.kind).toBe('ahead');
  });
  test.each([
    'TRANSACTION_PENDING',
    'PAYMENT_CREATED',
    'WITHDRAW_CREATED',
    'INFRACTION_CHANGED',
    'REFUND_COMPLETED',
    'WITHDRAW_REFUND_RECEIVED',
    'TRANSACTION_SUSPECTED_FRAUD',
    'SOMETHING_ELSE',
  ])('%s says nothing against it', (event) => expect(conflict('PENDING', notice(event))).toBeNull());
  test('without an event, or of an unknown state, nothing is said', () => {
    expect(conflict('PENDING', notice(null))).toBeNull();
    expect(conflict('WHO_KNOWS', notice('TRANSACTION_COMPLETED'))).toBeNull();
  });
});

describe('an older event that was delivered after a newer one', () => {
  test.each([
    ['TRANSACTION_COMPLETED', 'TRANSACTION_PENDING', 'COMPLETED'],
    ['TRANSACTION_REFUNDED', 'TRANSACTION_COMPLETED', 'REFUNDED'],
    ['TRANSACTION_REFUNDED', 'TRANSACTION_WAITING_FOR_REFUND', 'REFUNDED'],
    ['PAYMENT_PAID', 'PAYMENT_CREATED', 'PAID'],
    ['WITHDRAW_FAILED', 'WITHDRAW_CREATED', 'FAILED'],
  ])('%s, then %s', (newer, older, status) => {
    expect(conflict(status, notice(newer), notice(older))).toMatchObject({ kind: 'late', event: older });
    expect(conflict(status, notice(older), notice(newer))).toBeNull();
    expect(conflict(status, notice(newer), notice(older), notice(newer))).toBeNull();
    expect(conflict(status, notice(newer), notice(older, { httpStatus: 500 }))).toBeNull();
    expect(conflict(status, notice(newer), notice(older, { url: 'https://b.example' }))).toBeNull();
  });
  test('in whichever order they are given', () => {
    const [newer, older] = [notice('TRANSACTION_COMPLETED'), notice('TRANSACTION_PENDING')];
    expect(conflict('COMPLETED', older, newer)).toMatchObject({ kind: 'late', event: 'TRANSACTION_PENDING' });
  });
});

describe('an older notice that arrived last at one address', () => {
  const url = 'https://a.example';
  const [pending, paid, refunded] = ['TRANSACTION_PENDING', 'TRANSACTION_COMPLETED', 'TRANSACTION_REFUNDED'];
  test('is told with the newer one, and whether that was taken', () => {
    const failed = [notice(paid, { httpStatus: 422 }), notice(pending)];
    const at = failed[1]?.at;
    expect(olderArrivedLast(url, failed)).toEqual({ event: pending, at, newer: paid, accepted: false });
    const taken = [notice(refunded), notice(paid)];
    expect(olderArrivedLast(url, taken)).toMatchObject({ event: paid, newer: refunded, accepted: true });
  });
  test('is none where they came in order, went elsewhere or tell no state', () => {
    expect(olderArrivedLast(url, [notice(pending), notice(paid, { httpStatus: 503 })])).toBeNull();
    expect(olderArrivedLast('https://b.example', [notice(paid), notice(pending)])).toBeNull();
    expect(olderArrivedLast(url, [notice('INFRACTION_CHANGED'), notice(pending)])).toBeNull();
    const again = [notice(paid, { httpStatus: 422 }), notice(pending), notice(paid)];
    expect(olderArrivedLast(url, again)).toBeNull();
  });
});
