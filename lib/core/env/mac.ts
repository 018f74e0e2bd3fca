import 'server-only';
import { hash } from 'node:crypto';

/** Bytes that SHA-256 takes in at once. */
const BLOCK = 64;
const DIGEST = 32;

/** Both hashes as a key begins them, the outer one with room for the inner's digest; they go when their key goes. */
type Begun = { inner: Buffer; outer: Buffer };
const begun = new WeakMap<Buffer, Begun>();

/**
 * HMAC-SHA256 (hex), for what makes many with the same few keys: `createHmac` has OpenSSL make a whole context for each,
 * and two plain hashes over what the key begins them with give the same in half the time.
 */
export function macOf(key: Buffer, text: string): string {
  const { inner, outer } = begun.get(key) ?? begin(key);
  const bytes = Buffer.alloc(BLOCK + Buffer.byteLength(text));
  inner.copy(bytes);
  bytes.write(text, BLOCK);
  hash('sha256', bytes, 'buffer').copy(outer, BLOCK);
  // No copy of the key's part stays behind in memory.
  bytes.fill(0, 0, BLOCK);
  return hash('sha256', outer, 'hex');
}

function begin(key: Buffer): Begun {
  const short = key.length > BLOCK ? hash('sha256', key, 'buffer') : key;
  const made = { inner: padded(short, 0x36, 0), outer: padded(short, 0x5c, DIGEST) };
  begun.set(key, made);
  return made;
}

function padded(key: Buffer, pad: number, room: number): Buffer {
  const bytes = Buffer.alloc(BLOCK + room);
  for (let at = 0; at < BLOCK; at += 1) bytes[at] = (key[at] ?? 0) ^ pad;
  return bytes;
}
