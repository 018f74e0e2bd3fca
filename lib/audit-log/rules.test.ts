import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { entryJson, fieldChanges, hrefOf, THINGS, verifiedUntil } from '#lib/audit-log/rules.ts';

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

it('an entry is handed on with its hashes and how far the chain was verified', () => {
  const entry = { id: '5', previousHash: 'a', hash: 'b', before: null };
  const verdict = { intact: false, entries: 12, firstBroken: 5, at: '2026-11-25T12:00:00.000Z' };
  expect(JSON.parse(entryJson({ entry, verdict }))).toEqual({
    ...entry,
    verified: { until: 4, at: verdict.at, intact: false },
  });
  expect(JSON.parse(entryJson({ entry, verdict: null })).verified).toBeNull();
});

it.each(THINGS)('what happened to a %s is reached from where it is shown, and leads back there', (thing) => {
  const from = globSync('components/**/*.tsx').filter((path) =>
    readFileSync(path, 'utf8').includes(`<AuditLink of="${thing}"`),
  );
  expect(from).not.toEqual([]);
  const entry = { action: `${thing}.any`, target: 'one', operation: null, account: { slug: 'pix' } };
  expect(hrefOf(entry)).toMatch(/^\/(pix|settings)\//);
});

it('people, policies and channels are shown above all accounts', () => {
  const entry = { target: 'op 1', operation: null, account: null };
  expect(hrefOf({ ...entry, action: 'operator.roles' })).toBe('/settings/team?open=person&of=op%201');
  expect(hrefOf({ ...entry, action: 'profile.passkey' })).toBe('/settings/team?open=person&of=op%201');
  expect(hrefOf({ ...entry, action: 'policies.change', target: null })).toBe('/settings/policies');
  expect(hrefOf({ ...entry, action: 'channel.tested', target: 'email' })).toBe('/settings/channels');
  expect(hrefOf({ ...entry, action: 'sign-in' })).toBeNull();
  expect(hrefOf({ ...entry, action: 'webhook.tested', account: { slug: 'pix' }, target: 'w1' })).toBe(
    '/pix/webhooks?open=endpoint:w1',
  );
});
