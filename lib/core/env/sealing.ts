import 'server-only';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey, keyId, masterSecrets } from '#lib/core/env/secret.ts';

/** AES-256-GCM as `v1.<key id>.<nonce>.<tag>.<text>`; `purpose` is authenticated: it fits one column. */
export function seal(text: string, purpose: string): string {
  const [master] = masterSecrets();
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', deriveKey('seal', master), nonce);
  cipher.setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const parts = [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'));
  return ['v1', keyId(master), ...parts].join('.');
}

/** Decrypts a result of `seal` with the same purpose. Throws if it was changed or its key is missing. */
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
