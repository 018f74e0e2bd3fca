import 'server-only';
import { BlockList, isIP } from 'node:net';
import { sql } from 'drizzle-orm';
import { cached } from '#lib/data/cache.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { signInPolicies } from '#lib/data/schema/operators.ts';

/** How people come in, and how long they stay. `allowedNetworks` are CIDR; none: from anywhere. */
export type SignInPolicies = {
  secondFactor: 'optional' | 'required';
  idleMinutes: number;
  absoluteHours: number;
  allowedNetworks: string[];
  passwordLength: number;
};

export const USUAL_POLICIES: SignInPolicies = {
  secondFactor: 'optional',
  idleMinutes: 720,
  absoluteHours: 168,
  allowedNetworks: [],
  passwordLength: 12,
};
/** A session's cookie lives as long as any policy lets a session live; its row decides. */
export const LONGEST_ABSOLUTE_HOURS = 720;

const usual = (minutes: number) => sql.raw(String(minutes));
/** The limits of a session as the table has them now: a policy acts with the next request. */
export const idleLimit = sql`make_interval(mins => coalesce((select idle_minutes from sign_in_policies), ${usual(USUAL_POLICIES.idleMinutes)}))`;
export const absoluteLimit = sql`make_interval(hours => coalesce((select absolute_hours from sign_in_policies), ${usual(USUAL_POLICIES.absoluteHours)}))`;

/** The policies in force; another instance of the same database reads them within 5 s. */
export async function readPolicies(): Promise<SignInPolicies> {
  return (await cached('people', 'policies', () => policiesIn(db()))) ?? USUAL_POLICIES;
}

/** For a transaction that relies on them. */
export async function policiesIn(on: Database | Transaction): Promise<SignInPolicies> {
  const [row] = await on.select().from(signInPolicies);
  if (row === undefined) return USUAL_POLICIES;
  const { secondFactor, allowedNetworks, idleMinutes, absoluteHours, passwordLength } = row;
  return {
    secondFactor: secondFactor as SignInPolicies['secondFactor'],
    allowedNetworks: allowedNetworks as string[],
    idleMinutes,
    absoluteHours,
    passwordLength,
  };
}

/** Tells if a session must set up a second factor before anything else; an issuer asks for its own. */
export const needsFactor = (
  { secondFactor }: Pick<SignInPolicies, 'secondFactor'>,
  { method, factors }: { method: string; factors: readonly string[] },
): boolean => secondFactor === 'required' && method !== 'oidc' && factors.length === 0;

/** Tells if an address lies in one of the networks; an unknown address lies in none. */
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

/** `10.0.0.0/8`, `2001:db8::/32`; a single address is a network of one. Null for what is neither. */
export function readNetwork(text: string) {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
  if (version === 0 || more.length > 0 || prefix < 0 || prefix > most) return null;
  return { address, prefix, family: version === 4 ? ('ipv4' as const) : ('ipv6' as const) };
}
