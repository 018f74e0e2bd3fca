import 'server-only';
import { hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '#lib/core/env/settings.ts';

const processState = globalThis as { guicheMasterSecret?: string };

/** GUICHE_SECRET, or the one generated in the data folder at the first start (0600). */
function masterSecret(): string {
  processState.guicheMasterSecret ??= settings().secret ?? generated(settings().dataDir);
  return processState.guicheMasterSecret;
}

/** Tells if there is a secret, without making one. */
export const hasSecret = (): boolean =>
  settings().secret !== null || existsSync(join(settings().dataDir, 'secret'));

function generated(dataDir: string): string {
  const file = join(dataDir, 'secret');
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text.length >= 32) return text;
  } catch {
    // First start: made below.
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const secret = randomBytes(32).toString('base64url');
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return secret;
}

/** Derived keys by purpose, for the secrets of this process (two at most). */
const derived = new Map<string, Map<string, Buffer>>();

/** A key of its own for each purpose, so that no two uses share one. 32 bytes; purposes are a fixed few. */
export function deriveKey(purpose: string, master: string = masterSecret()): Buffer {
  const keys = derived.get(master) ?? new Map<string, Buffer>();
  derived.set(master, keys);
  const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', master, 'guiche', purpose, 32));
  keys.set(purpose, key);
  return key;
}

/** The current secret first, then the previous one, which still opens what it sealed. */
export function masterSecrets(): string[] {
  const previous = settings().previousSecret;
  return previous === null ? [masterSecret()] : [masterSecret(), previous];
}

/** Names a secret without telling it: 8 hexadecimal digits. */
export const keyId = (master?: string): string => deriveKey('key-id', master).toString('hex').slice(0, 8);
