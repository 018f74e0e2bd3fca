import 'server-only';
import { hash, verify } from '@node-rs/argon2';
import { inHashSlot } from '#lib/auth/server/hash-slots.ts';

/** argon2id with 19 MiB, two passes, one lane (the OWASP floor). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** GuicheError `rate_limited` when too many are hashed at once. */
export const hashPassword = (password: string) => inHashSlot(() => hash(password, COST));

/** A hash nobody's password has: an unknown e-mail costs the same time as a wrong password. */
let decoy: Promise<string> | undefined;

/**
 * False for a wrong password, an operator without one, and (after the same work) nobody. GuicheError `rate_limited`
 * when too many are checked at once.
 */
export function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  return inHashSlot(async () => {
    decoy ??= hash(crypto.randomUUID(), COST);
    const nobodys = await decoy;
    const matches = await verify(stored ?? nobodys, password).catch(() => false);
    return matches && stored !== null && stored !== undefined;
  });
}
