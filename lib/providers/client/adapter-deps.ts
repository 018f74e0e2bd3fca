import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import type { AccountMonitor } from '#lib/core/http/health.ts';
import { statusOf } from '#lib/providers/absence.ts';
import type { ProviderClient } from '#lib/providers/client/client.ts';
import { unreadable } from '#lib/providers/client/errors.ts';
import type { Answer } from '#lib/providers/client/request-context.ts';
import type { Outcome } from '#lib/providers/port.ts';
import { type BareLists, UnreadableAnswer } from '#lib/providers/unwrap.ts';

/**
 * Dependencies of an adapter's members. `now` returns epoch ms; `bare` judges answers that are a list alone.
 */
export type AdapterDeps = { client: ProviderClient; readable: Readable; now: () => number; bare: BareLists };
export type Readable = <T>(read: () => T, requestId?: string | null) => T;

/**
 * Runs a wire reader. Reports an answer of another shape as a failure to the account's health and throws it
 * as `provider_unreadable`.
 */
export function reader(monitor: AccountMonitor): Readable {
  return (read, requestId = null) => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof UnreadableAnswer)) throw error;
      monitor.report({ kind: 'failure' });
      throw unreadable({ status: 200, requestId, missing: error.missing });
    }
  };
}

/**
 * Reads the answer of a change that is done. If it cannot be read, the outcome is `unknown` with `taken`: the
 * change may have been applied.
 */
export async function ended<T>(
  readable: Readable,
  outcome: Outcome<Answer>,
  read: (answer: Answer) => T | Promise<T>,
): Promise<Outcome<T>> {
  if (outcome.kind !== 'done') return outcome;
  try {
    return { ...outcome, value: await read(outcome.value) };
  } catch (thrown) {
    return { kind: 'unknown', error: failureOf(readable, thrown, outcome.requestId), taken: true };
  }
}

/** Turns a reader's error into the provider's failure; rethrows a defect of Guichê. */
function failureOf(readable: Readable, thrown: unknown, requestId: string | null): GuicheError {
  try {
    return readable(() => {
      throw thrown;
    }, requestId);
  } catch (error) {
    if (error instanceof GuicheError) return error;
    throw error;
  }
}

const HOUR_MS = 3_600_000;

/**
 * Runs a read of a route that not every service has. A 404 or 405 returns null, and so does every call in the
 * hour after it.
 */
export function absentFor(now: () => number): <T>(read: () => Promise<T>) => Promise<T | null> {
  let until = 0;
  return async (read) => {
    if (now() < until) return null;
    try {
      return await read();
    } catch (error) {
      const status = statusOf(error);
      if (status !== 404 && status !== 405) throw error;
      until = now() + HOUR_MS;
      return null;
    }
  };
}
