import 'server-only';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { and, eq } from 'drizzle-orm';
import { lengthOf } from '#lib/auth/password-rules.ts';
import { readPolicies } from '#lib/auth/server/policies.ts';
import { GuicheError, invalidField } from '#lib/core/errors.ts';
import { perProcess } from '#lib/core/per-process.ts';
import { Semaphore } from '#lib/core/semaphore.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { operators } from '#lib/data/schema/operators.ts';

/** argon2id with 19 MiB, two passes and one lane (the OWASP minimum). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One form of what keyboards and systems encode differently, such as `é` or full-width letters. */
const normalized = (password: string) => password.normalize('NFKC');
/** Forms that an older hash may be of: normalized, as typed, or as other systems encode it. */
const formsOf = (password: string) => [
  ...new Set([normalized(password), password, password.normalize('NFC'), password.normalize('NFD')]),
];

const hashSlots = () =>
  perProcess(
    '__guicheHashSlots',
    () =>
      new Semaphore({
        // A hash occupies a core and 19 MiB while it runs. The other half of the cores serves everything
        // else.
        atOnce: Math.max(1, Math.floor(availableParallelism() / 2)),
        mostWaiting: 32,
        patienceMs: 2_000,
        refusal: () =>
          new GuicheError('rate_limited', 'Too many passwords are being checked.', { retryAfterSeconds: 2 }),
      }),
  );

/** Runs a password hash in a slot. GuicheError `rate_limited` where too many wait, or after two seconds. */
export async function inHashSlot<T>(run: () => Promise<T>): Promise<T> {
  await hashSlots().acquire();
  try {
    return await run();
  } finally {
    hashSlots().release();
  }
}

/** Hashes a password. GuicheError `rate_limited` when too many are being hashed. */
export const hashPassword = (password: string) => inHashSlot(() => hash(normalized(password), COST));

/** True when the stored hash is of another form of this right password and should be renewed. */
export const isOfOtherForm = (stored: string, password: string): Promise<boolean> =>
  formsOf(password).length === 1
    ? Promise.resolve(false)
    : inHashSlot(async () => !(await verify(stored, normalized(password)).catch(() => false)));

/** A hash of no real password, so that an unknown e-mail takes as long as a wrong password. */
let decoy: Promise<string> | undefined;

/**
 * False for a wrong password, for an operator without one and, after the same work, for no operator.
 * GuicheError `rate_limited` when too many are being checked.
 */
export function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  return inHashSlot(async () => {
    decoy ??= hash(crypto.randomUUID(), COST);
    const withoutErased = await decoy;
    let matches = false;
    for (const form of formsOf(password))
      matches ||= await verify(stored ?? withoutErased, form).catch(() => false);
    return matches && typeof stored === 'string';
  });
}

type Proved = { id: string; passwordHash: string | null };

/** The stored hash after a right password. One of another form is replaced by the normalized form's. */
export async function renewHash(
  { id, passwordHash: stored }: Proved,
  password: string,
): Promise<string | null> {
  if (stored === null || !(await isOfOtherForm(stored, password))) return stored;
  const passwordHash = await hashPassword(password);
  const renewed = await invalidateAfter('people', () =>
    db()
      .update(operators)
      .set({ passwordHash })
      .where(and(eq(operators.id, id), eq(operators.passwordHash, stored)))
      .returning({ id: operators.id }),
  );
  return renewed.length > 0 ? passwordHash : stored;
}

/** zxcvbn's score, 0 to 4. Less means fewer than 10^8 guesses with the lists and the person's data. */
const LEAST_SCORE = 3;
/**
 * Checking blocks the process, longer for longer texts and more l33t spellings. The first 20 letters must be
 * strong by themselves; that takes about ten milliseconds at most.
 */
const CHECKED_LETTERS = 20;
const MOST_SPELLINGS = 2;

type Person = { name: string; email: string };

let loading: Promise<(password: string, own: string[]) => number> | undefined;

/** The lists take 37 MB of memory: they load when a password is first set, never for a sign-in. */
async function load() {
  const [{ ZxcvbnFactory }, common, portuguese] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-pt-br'),
  ]);
  const judge = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...portuguese.dictionary },
    graphs: common.adjacencyGraphs,
    l33tMaxSubstitutions: MOST_SPELLINGS,
  });
  return (password: string, own: string[]) => judge.check(password.slice(0, CHECKED_LETTERS), own).score;
}

/** True when the password is common, or consists of common words or of the person's name and address. */
export async function isGuessable(password: string, { name, email }: Person): Promise<boolean> {
  loading ??= load().catch((cause: unknown) => {
    loading = undefined;
    throw cause;
  });
  const [local = '', host = ''] = email.split('@');
  const joined = [name, local].map((text) => text.replace(/[^\p{L}\p{N}]/gu, ''));
  const pieces = `${name} ${local} ${host}`.split(/[\s._+-]+/);
  const own = [email, local, host, name, ...joined, ...pieces, 'guiche', 'guichê'];
  const score = await loading;
  const terms = own
    .filter((word) => word.length > 2)
    .map((word) => word.toLowerCase().slice(0, CHECKED_LETTERS));
  return score(password, [...new Set(terms)]) < LEAST_SCORE;
}

/** Every setting of a password calls this. GuicheError `invalid_request` at `field`: short or guessable. */
export async function refuseWeak(typed: string, person: Person, field = 'password'): Promise<void> {
  const { passwordLength } = await readPolicies();
  const short = lengthOf(typed) < passwordLength;
  if (short || (await isGuessable(normalized(typed), person)))
    throw invalidField(field, short ? 'short' : 'guessable', 'The password is too short or easy to guess.');
}
