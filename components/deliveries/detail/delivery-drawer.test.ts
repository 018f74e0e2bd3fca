import { expect, test } from 'vitest';
import type { DeliveryLine } from '#lib/deliveries/queries.ts';
import { foldAttempts } from './delivery-drawer.tsx';

const attempt = (id: string, status: number | null, changes: Partial<DeliveryLine> = {}): DeliveryLine => ({
  id,
  transactionId: 't1',
  webhookId: null,
  url: 'https://shop.example/hook',
  event: 'TRANSACTION_COMPLETED',
  status,
  outcome: status === 200 ? 'delivered' : 'recovered',
  open: false,
  attempt: Number(id),
  responseTimeMs: 90,
  createdAt: '2026-11-19T17:00:00.000Z',
  amount: 100,
  clientReference: null,
  transactionStatus: 'COMPLETED',
  resendId: null,
  derived: [],
  ...changes,
});
const foldedLines = (attempts: DeliveryLine[], current = '') =>
  foldAttempts(attempts, current).map(({ newest, oldest, count }) => [newest.id, oldest.id, count]);

test('failures of one kind in a row are one line, newest on top', () => {
  const attempts = [attempt('1', 503), attempt('2', 503), attempt('3', null), attempt('4', 200)];
  expect(foldedLines(attempts)).toEqual([
    ['4', '4', 1],
    ['3', '3', 1],
    ['2', '1', 2],
  ]);
});

test('the one that is looked at stands alone', () => {
  const attempts = [attempt('1', 503), attempt('2', 503), attempt('3', 503)];
  expect(foldedLines(attempts, '2').map(([, , count]) => count)).toEqual([1, 1, 1]);
});

test('a resend is told apart from the tries before it', () => {
  const attempts = [attempt('1', 503), attempt('2', 503, { resendId: 'r1' })];
  expect(foldedLines(attempts)).toHaveLength(2);
});

test('two deliveries are two lines', () => {
  expect(foldedLines([attempt('1', 200), attempt('2', 200)])).toHaveLength(2);
});
