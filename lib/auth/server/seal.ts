import 'server-only';
import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey, masterSecrets } from '#lib/auth/server/secret.ts';

/**
 * Seals text with AES-256-GCM. The result names its form and its key (`v1.<key id>.<nonce>.<tag>.<text>`), so that
 * a key can be replaced; `purpose` is authenticated, so that a sealed value cannot be moved to another column.
 */
export function seal(text: string, purpose: string): string {
  const [master] = masterSecrets();
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', deriveKey('seal', master), nonce);
  cipher.setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const parts = [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'));
  return ['v1', keyId(master), ...parts].join('.');
}

/** Opens what `seal` made with the same purpose; throws when it was changed or its key is gone. */
export function unseal(sealed: string, purpose: string): string {
  const [form, id, nonce, tag, text] = sealed.split('.');
  const master = masterSecrets().find((candidate) => keyId(candidate) === id);
  if (form !== 'v1' || nonce === undefined || tag === undefined || text === undefined)
    throw new Error('Not a sealed value.');
  if (master === undefined) throw new Error('The key that sealed this value is not among the secrets.');
  const decipher = createDecipheriv(
    'aes-256-gcm',
    deriveKey('seal', master),
    Buffer.from(nonce, 'base64url'),
  );
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8');
}

const keyId = (master: string | undefined) => deriveKey('key-id', master).toString('hex').slice(0, 8);

/** Keyed hash (hex), for values that must be recognised and not read. */
export function keyedHash(value: string, purpose: string): string {
  return createHmac('sha256', deriveKey(purpose)).update(value).digest('hex');
}

/** `<value>.<mac>`: readable by anyone, made only here. */
export function sign(value: string, purpose: string): string {
  return `${value}.${createHmac('sha256', deriveKey(purpose)).update(value).digest('base64url')}`;
}

/** The value of what `sign` made, or null. Compared in constant time. */
export function verifySigned(text: string, purpose: string): string | null {
  const cut = text.lastIndexOf('.');
  if (cut < 1) return null;
  const value = text.slice(0, cut);
  const expected = Buffer.from(sign(value, purpose));
  const given = Buffer.from(text);
  return expected.length === given.length && timingSafeEqual(expected, given) ? value : null;
}
