import { describe, expect, test } from 'vitest';
import { isCrossed, NO_CHOICE, scopeOf } from './choice.ts';

const PERIOD = { from: '2026-10-20', to: '2026-11-19' };

describe('what the preview is asked for', () => {
  test('a filter needs its period', () => {
    expect(scopeOf(NO_CHOICE)).toBeNull();
    expect(scopeOf({ ...NO_CHOICE, from: '2026-10-20' })).toBeNull();
    expect(scopeOf({ ...NO_CHOICE, ...PERIOD })).toEqual({
      scope: 'filter',
      filter: { ...PERIOD, onlyFailed: true },
    });
  });
  test('a filter carries what was narrowed and nothing else', () => {
    const choice = {
      ...NO_CHOICE,
      ...PERIOD,
      types: ['DEPOSIT'],
      statuses: ['COMPLETED', 'REFUNDED'],
      onlyFailed: false,
      everything: true,
      webhookId: 'wh_1',
      ids: ['left over'],
    };
    expect(scopeOf(choice)).toEqual({
      scope: 'filter',
      filter: { ...PERIOD, type: ['DEPOSIT'], status: ['COMPLETED', 'REFUNDED'], webhookId: 'wh_1' },
      everything: true,
    });
  });
  test('a period that ends before it begins is none', () => {
    const crossed = { ...NO_CHOICE, from: '2026-11-19', to: '2026-11-18' };
    expect(isCrossed(crossed)).toBe(true);
    expect(scopeOf(crossed)).toBeNull();
    expect(isCrossed({ from: '2026-11-19', to: '2026-11-19' })).toBe(false);
    expect(isCrossed({ from: '2026-11-19T12:00:00Z', to: '2026-11-19' })).toBe(false);
  });
  test('each transaction of a selection once; none is nothing', () => {
    const selection = { ...NO_CHOICE, what: 'selection' as const };
    expect(scopeOf(selection)).toBeNull();
    expect(scopeOf({ ...selection, ids: ['a', 'b', 'a'] })).toEqual({
      scope: 'selection',
      transactionIds: ['a', 'b'],
    });
  });
  test('the failures of an endpoint need the endpoint', () => {
    const webhook = { ...NO_CHOICE, what: 'webhook' as const };
    expect(scopeOf(webhook)).toBeNull();
    expect(scopeOf({ ...webhook, webhookId: 'wh_1' })).toEqual({ scope: 'webhook', webhookId: 'wh_1' });
  });
});
