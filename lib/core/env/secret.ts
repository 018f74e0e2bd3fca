import 'server-only';
import { hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '#lib/core/env/settings.ts';
import { perProcess } from '#lib/core/per-process.ts';

/** GUICHE_SECRET, or the one generated in the data folder at the first start (0600). */
const masterSecret = () =>
  perProcess('guicheMasterSecret', () => settings().secret ?? generated(settings().dataDir));

/** True if there is a secret; creates none. */
export const hasSecret = (): boolean =>
  settings().secret !== null || existsSync(join(settings().dataDir, 'secret'));

function generated(dataDir: string): string {
  const file = join(dataDir, 'secret');
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text.length >= 32) return text;
  } catch {
    // First start: created below.
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const secret = randomBytes(32).toString('base64url');
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return secret;
}

/** Derived keys by secret and purpose; this process has at most two secrets. */
const derived = new Map<string, Map<string, Buffer>>();

/** Derives and caches the key of a purpose (32 bytes), so that no two uses share one. */
export function deriveKey(purpose: string, master: string = masterSecret()): Buffer {
  const keys = derived.get(master) ?? new Map<string, Buffer>();
  derived.set(master, keys);
  const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', master, 'guiche', purpose, 32));
  keys.set(purpose, key);
  return key;
}

/** The current secret first, then the previous one, which still decrypts what it sealed. */
export function masterSecrets(): string[] {
  const previous = settings().previousSecret;
  return previous === null ? [masterSecret()] : [masterSecret(), previous];
}

/** Compares two texts of public length, such as hashes, in constant time. */
export function isSameHash(expected: string, actual: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(actual)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Identifies a secret without revealing it: 8 hexadecimal digits. */
export const keyId = (master?: string): string => deriveKey('key-id', master).toString('hex').slice(0, 8);
