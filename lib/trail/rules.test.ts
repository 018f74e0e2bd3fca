import { describe, expect, it } from 'vitest';
import { fieldChanges, hrefOf, verifiedUntil } from '#lib/trail/rules.ts';

describe('before and after, field by field', () => {
  it('joins both sides, and names what stands within another field by both', () => {
    expect(
      fieldChanges(
        { name: 'A', settings: { approvalAbove: 100 } },
        { name: 'A', settings: { approvalAbove: null, deliveryDays: 3 } },
      ),
    ).toEqual([
      { field: 'name', before: 'A', after: 'A' },
      { field: 'settings.approvalAbove', before: 100, after: null },
      { field: 'settings.deliveryDays', before: undefined, after: 3 },
    ]);
  });

  it('keeps lists whole, takes a bare value, and has nothing to tell of nothing', () => {
    expect(fieldChanges(['a', 'b'], ['b', 'a'])).toEqual([
      { field: '', before: ['a', 'b'], after: ['b', 'a'] },
    ]);
    expect(fieldChanges(null, 'x')).toEqual([{ field: '', before: undefined, after: 'x' }]);
    expect(fieldChanges(null, null)).toEqual([]);
    expect(fieldChanges(null, {})).toEqual([]);
  });
});

it('the chain is known to hold up to its end, or to the entry before the first that does not', () => {
  expect(verifiedUntil(null)).toBe(0);
  expect(verifiedUntil({ intact: true, entries: 12, firstBroken: null })).toBe(12);
  expect(verifiedUntil({ intact: false, entries: 12, firstBroken: 5 })).toBe(4);
  expect(verifiedUntil({ intact: false, entries: 12, firstBroken: null })).toBe(0);
});

it('an entry leads to the page of its thing', () => {
  const entry = { action: 'dispute.note', target: 'd 1', operation: null, account: { slug: 'pix' } };
  expect(hrefOf(entry)).toBe('/pix/disputes/d%201');
  expect(hrefOf({ ...entry, action: 'defense.requested', operation: 'op_1' })).toBe('/pix/operations/op_1');
  expect(hrefOf({ ...entry, account: null })).toBeNull();
  expect(hrefOf({ ...entry, action: 'constructor.x' })).toBeNull();
  expect(hrefOf({ ...entry, target: null })).toBeNull();
});
