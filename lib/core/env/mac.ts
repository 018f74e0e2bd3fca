import 'server-only';
import { hash } from 'node:crypto';

/** Block size of SHA-256 in bytes. */
const BLOCK = 64;
const DIGEST = 32;

/**
 * A key padded for the inner and the outer hash; `outer` ends with space for the inner digest. Freed with its
 * key.
 */
type PaddedKey = { inner: Buffer; outer: Buffer };
const paddedKeys = new WeakMap<Buffer, PaddedKey>();

/**
 * HMAC-SHA256 (hex) for many texts with the same few keys. `createHmac` makes OpenSSL build a whole context
 * for each; two plain hashes over the padded key give the same result in half the time.
 */
export function macOf(key: Buffer, text: string): string {
  const { inner, outer } = paddedKeys.get(key) ?? padKey(key);
  const bytes = Buffer.alloc(BLOCK + Buffer.byteLength(text));
  inner.copy(bytes);
  bytes.write(text, BLOCK);
  hash('sha256', bytes, 'buffer').copy(outer, BLOCK);
  // Removes the copy of the padded key from memory.
  bytes.fill(0, 0, BLOCK);
  return hash('sha256', outer, 'hex');
}

function padKey(key: Buffer): PaddedKey {
  const short = key.length > BLOCK ? hash('sha256', key, 'buffer') : key;
  const created = { inner: padded(short, 0x36, 0), outer: padded(short, 0x5c, DIGEST) };
  paddedKeys.set(key, created);
  return created;
}

function padded(key: Buffer, pad: number, extra: number): Buffer {
  const bytes = Buffer.alloc(BLOCK + extra);
  for (let at = 0; at < BLOCK; at += 1) bytes[at] = (key[at] ?? 0) ^ pad;
  return bytes;
}
