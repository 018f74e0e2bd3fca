import type { AccountKind } from '#lib/core/account-kinds.ts';
import { clean, strangeSign } from '#lib/core/clean.ts';
import { isLoopbackAddress } from '#lib/core/env/loopback.ts';

/** The environment as it is read: empty values count as absent. */
export type Env = Record<string, string | undefined>;

/** An account given by the environment or by the simulator's start line. Credentials are plain text here. */
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
 * Tells if any setting of a group is there; a fault names each one that the group needs and lacks. `group` is
 * every name that belongs to it.
 */
export function hasGroup(env: Env, group: string[], needed: string[], faults: string[]): boolean {
  const given = group.filter((name) => env[name] !== undefined);
  if (given.length === 0) return false;
  for (const name of needed)
    if (env[name] === undefined)
      faults.push(`${name}: missing; ${given.join(', ')} is set, and the group needs it.`);
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

/** An http or https address without a slash at its end; null with a fault, or where it is absent. */
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

/** A credential without what was copied along (`Bearer …`, quotes); a fault where a header cannot carry it. */
export function readToken(
  env: Env,
  name: string,
  faults: string[],
  kind: 'token' | 'secret' = 'token',
): string | undefined {
  const text = env[name];
  if (text === undefined) return undefined;
  const value = clean(kind, text);
  const sign = strangeSign(kind, value);
  if (sign !== null) faults.push(`${name}: holds ${sign}, which no credential can hold.`);
  return value;
}

/** Only what has a value. */
export function present(values: Env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
