import { hkdfSync } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { passkeyRequestOptions } from '#lib/auth/server/passkeys.ts';
import { keyedHash, seal, sign, unseal, verifySigned } from '#lib/auth/server/seal.ts';

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  return { ...crypto, hkdfSync: vi.fn(crypto.hkdfSync) };
});
process.env.GUICHE_SECRET = 'a secret of thirty-two bytes or more';

it('derives as many keys for a thousand sessions as for one', async () => {
  const deriveKeys = async (sessionId: string) => {
    await passkeyRequestOptions({ kind: 'step-up', sessionId }, null);
    await passkeyRequestOptions({ kind: 'register', sessionId }, null);
    await passkeyRequestOptions({ kind: 'sign-in' }, null);
    unseal(seal('text', `things:${sessionId}`), `things:${sessionId}`);
    verifySigned(sign('value', 'cursor', sessionId), 'cursor', sessionId);
    keyedHash(sessionId, 'throttle');
  };
  await deriveKeys('the first');
  const derived = vi.mocked(hkdfSync).mock.calls.length;
  for (let session = 0; session < 1_000; session += 1) await deriveKeys(`session ${session}`);
  expect(vi.mocked(hkdfSync).mock.calls.length).toBe(derived);
});

it('what is bound holds for nobody else, and does not stand in the text', () => {
  const text = sign('value', 'passkey step-up', 'session one');
  expect(text).not.toContain('session one');
  expect(verifySigned(text, 'passkey step-up', 'session one')).toBe('value');
  for (const [purpose, bound] of [
    ['passkey step-up', 'session two'],
    ['passkey step-up', ''],
    ['passkey register', 'session one'],
  ] as const)
    expect(verifySigned(text, purpose, bound)).toBe(null);
  expect(verifySigned(sign('value\0session one', 'p'), 'p', 'session one')).toBe(null);
});
