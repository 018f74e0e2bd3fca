import 'server-only';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { GuicheError } from '#lib/core/errors.ts';

/** argon2id with 19 MiB, two passes, one lane (the OWASP floor). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One form for what keyboards and systems write in several: `é` as one sign or as two, full-width letters. */
const normalized = (password: string) => password.normalize('NFKC');
/** The forms that a hash may have been made of before there was one: as it is typed now, or as another system writes it. */
const formsOf = (password: string) => [
  ...new Set([normalized(password), password, password.normalize('NFC'), password.normalize('NFD')]),
];

/** A slot costs a core and 19 MiB for as long as one hash takes; the other half of the cores answers everybody else. */
const SLOTS = Math.max(1, Math.floor(availableParallelism() / 2));

const MOST_WAITING = 32;

const LONGEST_WAIT_MS = 2_000;

const RETRY_AFTER_SECONDS = 2;

type Waiting = { begin: () => void };

type Slots = { free: number; line: Waiting[] };

// On globalThis: the framework loads this file once for pages and once for handlers.
const processState = globalThis as { __guicheHashSlots?: Slots };

/**
 * Runs a password hash in one of the few slots of this process, first come first served. GuicheError `rate_limited`
 * when the line is full, or when it did not move within two seconds.
 */
export async function inHashSlot<T>(run: () => Promise<T>): Promise<T> {
  processState.__guicheHashSlots ??= { free: SLOTS, line: [] };
  const slots = processState.__guicheHashSlots;
  if (slots.free > 0) slots.free -= 1;
  else await inLine(slots.line);
  try {
    return await run();
  } finally {
    const next = slots.line.shift();
    if (next === undefined) slots.free += 1;
    else next.begin();
  }
}

function inLine(line: Waiting[]): Promise<void> {
  return new Promise((resolve, reject) => {
    if (line.length >= MOST_WAITING) return reject(tooMany());
    const waiting: Waiting = {
      begin: () => {
        clearTimeout(late);
        resolve();
      },
    };
    const late = setTimeout(() => {
      line.splice(line.indexOf(waiting), 1);
      reject(tooMany());
    }, LONGEST_WAIT_MS);
    line.push(waiting);
  });
}

const tooMany = () =>
  new GuicheError('rate_limited', 'Too many passwords are being checked.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });

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
