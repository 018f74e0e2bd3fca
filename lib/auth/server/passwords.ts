import 'server-only';
import { hash, verify } from '@node-rs/argon2';

/** argon2id with 19 MiB, two passes, one lane (the OWASP floor). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string) => hash(password, COST);

/** A hash nobody's password has: an unknown e-mail costs the same time as a wrong password. */
let decoy: Promise<string> | undefined;

/** False for a wrong password, an operator without one, and (after the same work) nobody. */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword(crypto.randomUUID());
  const matches = await verify(stored ?? (await decoy), password).catch(() => false);
  return matches && stored !== null && stored !== undefined;
}
