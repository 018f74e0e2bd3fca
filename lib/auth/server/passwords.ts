import 'server-only';
import { hash, verify } from '@node-rs/argon2';
import { inHashSlot } from '#lib/auth/server/hash-slots.ts';

/** argon2id with 19 MiB, two passes, one lane (the OWASP floor). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One form for what keyboards and systems write in several: `é` as one sign or as two, full-width letters. */
const normalized = (password: string) => password.normalize('NFKC');
/** The forms that a hash may have been made of before there was one: as it is typed now, or as another system writes it. */
const formsOf = (password: string) => [
  ...new Set([normalized(password), password, password.normalize('NFC'), password.normalize('NFD')]),
];

/** GuicheError `rate_limited` when too many are hashed at once. */
export const hashPassword = (password: string) => inHashSlot(() => hash(normalized(password), COST));

/** Tells if a hash that this password opens was made of another form of it, so that it should be made anew. */
export const isOfOtherForm = (stored: string, password: string): Promise<boolean> =>
  formsOf(password).length === 1
    ? Promise.resolve(false)
    : inHashSlot(async () => !(await verify(stored, normalized(password)).catch(() => false)));

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
    let matches = false;
    for (const form of formsOf(password))
      matches ||= await verify(stored ?? nobodys, form).catch(() => false);
    return matches && stored !== null && stored !== undefined;
  });
}
