import { expect, test } from 'vitest';
import { blocksForm } from '#lib/accounts/rules.ts';
import { blockInEvent, blockInLimits, blockInProfile } from '#lib/providers/account-blocks.ts';
import type { Limits } from '#lib/providers/money-records.ts';
import type { Profile } from '#lib/providers/records.ts';
import { readHubCallback } from '#lib/webhooks/callback-body.ts';

const limits = (off: string[], other: Record<string, unknown> = {}): Limits => ({
  operations: ['payment', 'withdraw', 'internalTransfer'].map((name) => ({
    name,
    enabled: !off.includes(name),
    ...{ min: null, max: null, feeFixed: null, feeBasisPoints: null, other: {} },
  })),
  other,
  asOf: '2026-11-22T12:00:00.000Z',
});

test('D: an ACCOUNT_* event says what is refused and since when, whatever it calls that', () => {
  const event = (name: string, data: object) =>
    readHubCallback(JSON.stringify({ event: name, id: 'dlv_1', sentAt: '2026-11-22T12:00:05Z', data }), {})
      ?.block;
  expect(
    event('ACCOUNT_BLOCKED', {
      blockedOperations: ['WITHDRAW', { operation: 'REFUND' }],
      changedAt: '2026-11-22T12:00:00Z',
    }),
  ).toEqual({ blocked: true, operations: ['WITHDRAW', 'REFUND'], changedAt: '2026-11-22T12:00:00.000Z' });
  expect(event('ACCOUNT_UNBLOCKED', { changed_at: '2026-11-22T13:00:00Z' })).toEqual({
    ...{ blocked: false, operations: [], changedAt: '2026-11-22T13:00:00.000Z' },
  });
  expect(event('ACCOUNT_BLOCKED', {}), 'no time: when it was first built').toMatchObject({
    ...{ blocked: true, operations: [], changedAt: '2026-11-22T12:00:05.000Z' },
  });
  expect(event('PAYMENT_PAID', { paymentId: 'pay_1', changedAt: '2026-11-22T12:00:00Z' })).toBeUndefined();
  expect(blockInEvent('ACCOUNT_RENAMED', {})).toBeNull();
});

test('D: limits lift a block whose operations are all on again, and make none of what is off', () => {
  const known = { blocked: true, operations: ['WITHDRAW', 'INTERNAL_TRANSFER'] };
  expect(blockInLimits(limits([]), known)).toMatchObject({ blocked: false });
  expect(blockInLimits(limits(['withdraw']), known)).toBeNull();
  expect(blockInLimits(limits(['withdraw']), null)).toBeNull();
  expect(blockInLimits(limits([]), { blocked: true, operations: [] }), 'which ones is not known').toBeNull();
  const named = { blockedOperations: ['PAYMENT'], changedAt: '2026-11-22T11:00:00Z' };
  expect(blockInLimits(limits([], named), null)).toEqual({
    ...{ blocked: true, operations: ['PAYMENT'], changedAt: '2026-11-22T11:00:00.000Z' },
  });
});

test('D: a Pix account whose profile says that it is blocked is, and an active one is not', () => {
  const profile = (status: string | null, allowWithdraw: boolean | null = true) =>
    ({ status, allowWithdraw, allowDeposit: true }) as Profile;
  expect(blockInProfile(profile('BLOCKED', false))).toMatchObject({
    blocked: true,
    operations: ['WITHDRAW'],
  });
  expect(blockInProfile(profile('ACTIVE', false)), 'not enabled is no block').toMatchObject({
    blocked: false,
  });
  expect(blockInProfile(profile('UNDER_REVIEW'))).toBeNull();
  for (const lifted of ['Conta desbloqueada', 'NOT_BLOCKED', 'ACCOUNT_UNBLOCKED'])
    expect(blockInProfile(profile(lifted)), `R7: ${lifted}`).toMatchObject({ blocked: false });
});

test('D: a form is told of a block that concerns it, of one that does not say what, and of an unknown word', () => {
  const block = (...operations: string[]) => ({ blocked: true, operations });
  expect(blocksForm(block('WITHDRAW'), 'withdrawals')).toBe(true);
  expect(blocksForm(block('WITHDRAW'), 'charges')).toBe(false);
  expect(blocksForm(block(), 'charges')).toBe(true);
  expect(blocksForm(block('CREDIT_LINE'), 'transfers')).toBe(true);
  expect(blocksForm({ blocked: false, operations: [] }, 'refunds')).toBe(false);
});
