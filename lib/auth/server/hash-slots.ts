import 'server-only';
import { availableParallelism } from 'node:os';
import { GuicheError } from '#lib/errors.ts';

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
