import 'server-only';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey, masterSecrets } from '#lib/env/secret.ts';

export { seal, unseal } from '#lib/env/sealing.ts';

/** Keyed hash (hex), for values that must be recognised and not read. */
export function keyedHash(value: string, purpose: string): string {
  return hashWith(deriveKey(purpose), value);
}

/** The same under each secret of this process, the current one first: what was kept before a rotation is still found. */
export function keyedHashes(value: string, purpose: string): string[] {
  return masterSecrets().map((master) => hashWith(deriveKey(purpose, master), value));
}

export const hashWith = (key: Buffer, value: string): string =>
  createHmac('sha256', key).update(value).digest('hex');

/** `<value>.<mac>`: readable by anyone, made only here. `bound`: whom it holds for, signed and not in the text. */
export function sign(value: string, purpose: string, bound = ''): string {
  return `${value}.${macOf(deriveKey(purpose), value, bound)}`;
}

const macOf = (key: Buffer, value: string, bound: string) =>
  createHmac('sha256', key)
    .update(bound === '' ? value : `${value}\0${bound}`)
    .digest('base64url');

/** The value of what `sign` made, with the current or the previous secret, or null. Compared in constant time. */
export function verifySigned(text: string, purpose: string, bound = ''): string | null {
  const cut = text.lastIndexOf('.');
  if (cut < 1) return null;
  const value = text.slice(0, cut);
  const given = Buffer.from(text.slice(cut + 1));
  const holds = masterSecrets().some((master) => {
    const expected = Buffer.from(macOf(deriveKey(purpose, master), value, bound));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  return holds ? value : null;
}
