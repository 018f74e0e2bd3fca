import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { deriveKey, keyId } from '#lib/core/env/secret.ts';
import { canonicalJson } from '#lib/core/text.ts';
import { AUDIT_CHAIN, type Hashed, hashOf, judgeEntry, signedText, signText } from '#lib/data/audit/chain.ts';

process.env.GUICHE_SECRET = 'for this test only, thirty-two bytes';

const row: Hashed = {
  ...{ seq: 7, at: new Date('2026-11-26T12:00:00Z'), operatorId: 'op', accountId: null, action: 'sign-in' },
  ...{
    target: 'ação 😀',
    result: 'ok',
    before: null,
    after: { b: 1, a: [null, 'x'] },
    address: '203.0.113.7',
  },
  ...{ userAgent: null, session: 's00001', providerRequestId: null, previousHash: '0'.repeat(64) },
};
const text = canonicalJson({ ...row, at: row.at.toISOString() });

it('an entry’s hash is an HMAC-SHA256 under the chain’s key, as the entries of earlier versions have it', () => {
  const mac = createHmac('sha256', deriveKey(AUDIT_CHAIN)).update(text).digest('hex');
  expect(hashOf(row)).toBe(`k1.${keyId()}.${mac}`);
  // Written down from OpenSSL's own, before two plain hashes took its place.
  expect(hashOf(row)).toBe('k1.e5781656.7d13de9dc0fe0b32801b67af19cbb6788edb91184510a8aca7dde53097b621c3');
  expect(judgeEntry(row, hashOf(row), [])).toBe('holds');
  expect(judgeEntry({ ...row, result: 'failed' }, hashOf(row), [])).toBe('differs');
});

it('a replaced secret’s key proves the entries of its time, beside the present one', () => {
  const key = Buffer.alloc(32, 5);
  const old = `k1.00000005.${createHmac('sha256', key).update(text).digest('hex')}`;
  const retired = (lastSeq: number) => [{ keyId: '00000005', key, lastSeq }];
  expect(judgeEntry(row, old, retired(7))).toBe('holds');
  expect(judgeEntry({ ...row, target: null }, old, retired(7))).toBe('differs');
  expect(judgeEntry(row, old, retired(6))).toBe('no key');
  expect(signedText(signText('x y'))).toBe('x y');
});
