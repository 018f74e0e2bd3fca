import 'server-only';
import { BlockList, isIP } from 'node:net';
import { sql } from 'drizzle-orm';
import { cached } from '#lib/data/cache.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { signInPolicies } from '#lib/data/schema/operators.ts';
import type { Policies } from '#lib/policies/contract.ts';

export const DEFAULT_POLICIES: Policies = {
  secondFactor: 'optional',
  idleMinutes: 720,
  absoluteHours: 168,
  allowedNetworks: [],
  passwordLength: 12,
};
/** The session cookie's lifetime is the longest that any policy allows. The session row decides. */
export const LONGEST_ABSOLUTE_HOURS = 720;

const literal = (minutes: number) => sql.raw(String(minutes));
/** Session limits, read from the table by each query: a changed policy applies from the next request. */
export const idleLimit = sql`make_interval(mins => coalesce((select idle_minutes from sign_in_policies), ${literal(DEFAULT_POLICIES.idleMinutes)}))`;
export const absoluteLimit = sql`make_interval(hours => coalesce((select absolute_hours from sign_in_policies), ${literal(DEFAULT_POLICIES.absoluteHours)}))`;

/** The policies in force. Other instances on the same database see a change within 5 s. */
export async function readPolicies(): Promise<Policies> {
  return (await cached('people', 'policies', () => policiesIn(db()))) ?? DEFAULT_POLICIES;
}

/** Reads the policies within a transaction that relies on them. */
export async function policiesIn(on: Database | Transaction): Promise<Policies> {
  const [row] = await on.select().from(signInPolicies);
  if (row === undefined) return DEFAULT_POLICIES;
  const { secondFactor, allowedNetworks, idleMinutes, absoluteHours, passwordLength } = row;
  return {
    secondFactor: secondFactor as Policies['secondFactor'],
    allowedNetworks: allowedNetworks as string[],
    idleMinutes,
    absoluteHours,
    passwordLength,
  };
}

/** True when the session must set up a second factor first. Single sign-on has its own. */
export const needsFactor = (
  { secondFactor }: Pick<Policies, 'secondFactor'>,
  { method, factors }: { method: string; factors: readonly string[] },
): boolean => secondFactor === 'required' && method !== 'oidc' && factors.length === 0;

/** True when the address is in one of the networks, or there are none. An unknown address is in none. */
export function isWithin(networks: readonly string[], address: string | null): boolean {
  if (networks.length === 0) return true;
  const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? '';
  const family = isIP(plain);
  if (family === 0) return false;
  const list = new BlockList();
  for (const network of networks) {
    const read = readNetwork(network);
    if (read !== null) list.addSubnet(read.address, read.prefix, read.family);
  }
  return list.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

/** Parses `10.0.0.0/8` or `2001:db8::/32`; a single address is a network of one. Null for anything else. */
export function readNetwork(text: string) {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
  if (version === 0 || more.length > 0 || prefix < 0 || prefix > most) return null;
  return { address, prefix, family: version === 4 ? ('ipv4' as const) : ('ipv6' as const) };
}
