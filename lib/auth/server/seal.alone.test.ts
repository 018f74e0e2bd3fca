import { beforeAll, describe, expect, it } from 'vitest';
import { seal, sign, unseal, verifySigned } from '#lib/auth/server/seal.ts';

const processState = globalThis as { guicheSettings?: unknown; guicheMasterSecret?: string };
beforeAll(() => {
  process.env.GUICHE_SECRET = 'a'.repeat(40);
});

describe('sealing', () => {
  it('opens what it sealed, and never twice the same text', () => {
    const sealed = seal('sk_live_1', 'credentials:1');
    expect(unseal(sealed, 'credentials:1')).toBe('sk_live_1');
    expect(sealed).not.toContain('sk_live');
    expect(seal('sk_live_1', 'credentials:1')).not.toBe(sealed);
  });

  it('refuses another purpose and a changed byte', () => {
    const sealed = seal('x', 'credentials:1');
    expect(() => unseal(sealed, 'credentials:2')).toThrow();
    const parts = sealed.split('.');
    const text = Buffer.from(parts[4] ?? '', 'base64url');
    text[0] = (text[0] ?? 0) ^ 1;
    expect(() =>
      unseal([...parts.slice(0, 4), text.toString('base64url')].join('.'), 'credentials:1'),
    ).toThrow();
    expect(() => unseal('plain', 'credentials:1')).toThrow();
  });

  it('opens with the previous secret after a change, and not without it', () => {
    const sealed = seal('x', 'p');
    processState.guicheMasterSecret = 'b'.repeat(40);
    delete processState.guicheSettings;
    expect(() => unseal(sealed, 'p')).toThrow(/not among/);
    process.env.GUICHE_SECRET_PREVIOUS = 'a'.repeat(40);
    delete processState.guicheSettings;
    expect(unseal(sealed, 'p')).toBe('x');
  });
});

describe('signing', () => {
  it('gives the value back only when nothing was changed', () => {
    const signed = sign('operator-1', 'device');
    expect(verifySigned(signed, 'device')).toBe('operator-1');
    expect(verifySigned(signed, 'cursor')).toBeNull();
    expect(verifySigned(signed.replace('1.', '2.'), 'device')).toBeNull();
    expect(verifySigned('', 'device')).toBeNull();
  });
});
