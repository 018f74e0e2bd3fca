import { describe, expect, test } from 'vitest';
import { EMPTY_SCOPE_FORM, isRangeInverted, lacking, scopeOf } from './choice.ts';

const FILTER = { ...EMPTY_SCOPE_FORM, what: 'filter' as const };
const PERIOD = { from: '2026-10-20', to: '2026-11-19' };

describe('what the preview is asked for', () => {
  test('a filter needs its period', () => {
    expect(scopeOf(FILTER)).toBeNull();
    expect(scopeOf({ ...FILTER, from: '2026-10-20' })).toBeNull();
    expect(scopeOf({ ...FILTER, ...PERIOD })).toEqual({
      scope: 'filter',
      filter: { ...PERIOD, onlyFailed: true },
    });
  });
  test('a filter carries what was narrowed and nothing else', () => {
    const choice = {
      ...FILTER,
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
    const crossed = { ...FILTER, from: '2026-11-19', to: '2026-11-18' };
    expect(isRangeInverted(crossed)).toBe(true);
    expect(scopeOf(crossed)).toBeNull();
    expect(isRangeInverted({ from: '2026-11-19', to: '2026-11-19' })).toBe(false);
    expect(isRangeInverted({ from: '2026-11-19T12:00:00Z', to: '2026-11-19' })).toBe(false);
  });
  test('each transaction of a selection once; none is nothing', () => {
    const selection = { ...EMPTY_SCOPE_FORM, what: 'selection' as const };
    expect(scopeOf(selection)).toBeNull();
    expect(scopeOf({ ...selection, ids: ['a', 'b', 'a'] })).toEqual({
      scope: 'selection',
      transactionIds: ['a', 'b'],
    });
  });
  test('U4: the failures of an address need the address, and no period', () => {
    expect(scopeOf(EMPTY_SCOPE_FORM)).toBeNull();
    expect(scopeOf({ ...EMPTY_SCOPE_FORM, webhookId: 'wh_1' })).toEqual({
      scope: 'failures',
      webhookId: 'wh_1',
    });
    expect(scopeOf({ ...EMPTY_SCOPE_FORM, host: 'shop.example', from: '2026-11-18T12:00:00Z' })).toEqual({
      scope: 'failures',
      host: 'shop.example',
      from: '2026-11-18T12:00:00Z',
    });
  });
  test('U4: what cannot be checked says what it lacks', () => {
    expect(lacking(EMPTY_SCOPE_FORM)).toBe('address');
    expect(lacking(FILTER)).toBe('period');
    expect(lacking({ ...EMPTY_SCOPE_FORM, what: 'selection' })).toBe('selection');
    expect(lacking({ ...EMPTY_SCOPE_FORM, host: 'a.example', from: '2026-11-19', to: '2026-11-18' })).toBe(
      'crossed',
    );
    expect(lacking({ ...FILTER, ...PERIOD })).toBeNull();
  });
  test('P9: a date that nobody can read is no missing bound: it is named, and nothing is asked', () => {
    const failures = { ...EMPTY_SCOPE_FORM, webhookId: 'wh_1' };
    for (const odd of ['20/11/202', '20/11', '2026-02-30', 'ontem'])
      for (const choice of [
        { ...FILTER, ...PERIOD, from: odd },
        { ...FILTER, ...PERIOD, to: odd },
        { ...failures, from: odd },
        { ...failures, to: odd },
      ]) {
        expect(lacking(choice)).toBe('day');
        expect(isRangeInverted(choice)).toBe(false);
        expect(scopeOf(choice)).toBeNull();
      }
    expect(lacking({ ...failures, from: '2026-11-19T12:00:00.000Z' })).toBeNull();
  });
});
