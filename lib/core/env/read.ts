import type { AccountKind } from '#lib/core/account-kinds.ts';
import { clean, strangeCharacter } from '#lib/core/clean.ts';
import { isLoopbackAddress } from '#lib/core/env/loopback.ts';

/** The environment. Empty values count as absent. */
export type Env = Record<string, string | undefined>;

/** An account from the environment or the simulator's start line. Credentials are plain text here. */
export type AccountSettings = {
  slug: string;
  kind: AccountKind;
  environment: 'sandbox' | 'production';
  simulator: boolean;
  baseUrl: string;
  credentials: Record<string, string>;
  settings: Record<string, string>;
};

/**
 * True if any setting of a group is set; adds a fault for each needed one that is missing. `group` lists
 * every name of the group.
 */
export function hasGroup(env: Env, group: string[], needed: string[], faults: string[]): boolean {
  const setNames = group.filter((name) => env[name] !== undefined);
  if (setNames.length === 0) return false;
  for (const name of needed)
    if (env[name] === undefined)
      faults.push(`${name}: missing; ${setNames.join(', ')} is set, and the group needs it.`);
  return true;
}

export function readEnvironment(
  word: string | undefined,
  url: string | undefined,
  name: string,
  faults: string[],
): 'sandbox' | 'production' {
  if (word === 'sandbox' || word === 'production') return word;
  if (word !== undefined) faults.push(`${name}: must be sandbox or production.`);
  return url !== undefined && isLoopbackAddress(url) ? 'sandbox' : 'production';
}

/**
 * Reads an http or https address, without slashes at its end; null if it is absent, null and a fault if it is
 * invalid.
 */
export function readUrl(text: string | undefined, name: string, faults: string[]): string | null {
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    faults.push(`${name}: not an http or https address.`);
    return null;
  }
  if (url.protocol === 'http:' && !isLoopbackAddress(text))
    faults.push(`${name}: must be https (http only on a loopback address).`);
  return text.replace(/\/+$/, '');
}

/**
 * Reads a credential without what was copied along (`Bearer …`, quotes); adds a fault if a header cannot
 * carry it.
 */
export function readToken(
  env: Env,
  name: string,
  faults: string[],
  kind: 'token' | 'secret' = 'token',
): string | undefined {
  const text = env[name];
  if (text === undefined) return undefined;
  const value = clean(kind, text);
  const sign = strangeCharacter(kind, value);
  if (sign !== null) faults.push(`${name}: holds ${sign}, which no credential can hold.`);
  return value;
}

/** The entries that have a value. */
export function present(values: Env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
