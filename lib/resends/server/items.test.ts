import { describe, expect, it } from 'vitest';
import { type Aim, classify, type KnownDelivery } from '#lib/resends/server/items.ts';

const URL = 'https://loja.example/pix';
const NOW = Date.parse('2026-11-21T12:00:00Z');
const facts = { status: 'COMPLETED', createdAt: '2026-11-20T12:00:00.000Z', callbackUrl: URL };
const aim: Aim = { earliest: NOW - 30 * 86_400_000, everything: false, onlyFailed: false, webhook: null };
const known = (over: Partial<KnownDelivery> = {}): KnownDelivery => ({
  url: URL,
  webhookId: null,
  event: 'TRANSACTION_COMPLETED',
  delivered: true,
  transactionStatus: 'COMPLETED',
  ...over,
});

describe('a transaction', () => {
  it('whose current state was delivered at its address is skipped, unless everything is asked for', () => {
    expect(classify(facts, [known()], aim)).toBe('skipped');
    expect(classify(facts, [known({ event: null })], aim)).toBe('skipped');
    expect(classify(facts, [known()], { ...aim, everything: true })).toBe('remaining');
  });

  it('R6: is read by what its status means, as are the events and states that were delivered', () => {
    const paid = { ...facts, status: 'PAID' };
    expect(classify(paid, [known()], aim)).toBe('skipped');
    expect(classify(facts, [known({ event: 'TRANSACTION_PAID' })], aim)).toBe('skipped');
    expect(classify(paid, [known({ event: null })], aim)).toBe('skipped');
    expect(classify({ ...facts, status: 'estornado' }, [known()], aim)).toBe('remaining');
    expect(classify(paid, [known({ event: null, transactionStatus: 'PENDING' })], aim)).toBe('remaining');
    expect(classify(paid, [known({ event: null, transactionStatus: null })], aim)).toBe('remaining');
  });

  it.each([
    ['nothing was delivered', []],
    ['it failed', [known({ delivered: false })]],
    ['another state was delivered', [known({ event: 'TRANSACTION_PENDING', transactionStatus: 'PENDING' })]],
    ['a dispute of that state was delivered', [known({ event: 'INFRACTION_CHANGED' })]],
    ['it was delivered elsewhere', [known({ url: 'https://erp.example/', webhookId: 'wh_1' })]],
  ])('is asked for where %s', (_, deliveries) => {
    expect(classify(facts, deliveries, aim)).toBe('remaining');
  });

  it('without an address is unreachable, and too old before that', () => {
    expect(classify({ ...facts, callbackUrl: null }, [], aim)).toBe('unreachable');
    const old = { ...facts, callbackUrl: null, createdAt: '2026-10-01T00:00:00.000Z' };
    expect(classify(old, [], aim)).toBe('outside');
    expect(classify({ ...facts, createdAt: null }, [], aim)).toBe('remaining');
  });

  it('is left out of “only failed” where it did not fail, or was delivered since', () => {
    const failed = { ...aim, onlyFailed: true };
    expect(classify(facts, [], failed)).toBeNull();
    expect(classify(facts, [known({ delivered: false }), known()], failed)).toBeNull();
    expect(classify(facts, [known({ delivered: false })], failed)).toBe('remaining');
  });

  it('of a webhook needs no address of its own, but a time', () => {
    const webhook = { ...aim, webhook: { id: 'wh_1', url: null } };
    const bare = { ...facts, callbackUrl: null };
    expect(classify(bare, [], webhook)).toBe('remaining');
    expect(classify(bare, [known({ webhookId: 'wh_1', url: 'x' })], webhook)).toBe('skipped');
    expect(classify({ ...bare, createdAt: null }, [], webhook)).toBe('unreachable');
  });
});
