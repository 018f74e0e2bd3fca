import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import { type AccountMonitor, monitorOf } from '#lib/core/http/health.ts';
import { type ClientTls, createTransport } from '#lib/core/http/request.ts';
import type { CallLimits } from '#lib/data/rate-limit/ledger.ts';
import { statusOf } from '#lib/providers/absence.ts';
import type { ProviderClient } from '#lib/providers/client/client.ts';
import { unreadable } from '#lib/providers/client/errors.ts';
import type { AdapterOptions, Answer, Budget } from '#lib/providers/client/request-context.ts';
import type { Call, Change, Outcome } from '#lib/providers/port.ts';
import { BareLists, UnreadableAnswer } from '#lib/providers/unwrap.ts';

/** Dependencies of an adapter's members. `now`: epoch ms; `bare` judges answers that are a list alone. */
export type AdapterDeps = { client: ProviderClient; readable: Readable; now: () => number; bare: BareLists };
export type Readable = <T>(read: () => T, requestId?: string | null) => T;

/** A contract limits sandbox tokens; others adapt, from 600 a minute. Null: the simulator has no limit. */
export function limitsFor(account: { simulator: boolean }, token: string): CallLimits | null {
  if (account.simulator) return null;
  return token.startsWith('sbx_')
    ? { perMinute: 60, perDay: 2_000, adaptive: false }
    : { perMinute: 600, perDay: null, adaptive: true };
}

export const NO_BUDGET: Budget = { take: async () => ({ ok: true }), exceeded: () => undefined };

/** The client's options without the credential; the account's budget belongs to `credential`. */
export function clientOptions(
  options: AdapterOptions,
  credential: string,
  { tls, name = 'main' }: { tls?: ClientTls | undefined; name?: string } = {},
) {
  const { account, log, clock, budgetOf } = options;
  const limits = limitsFor(account, credential);
  return {
    account,
    log,
    clock,
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    transport: options.transport ?? createTransport(options.timeouts, { tls }),
    monitor: options.monitor ?? monitorOf(account.id),
    budget: limits === null ? NO_BUDGET : budgetOf(name, limits),
  };
}

export const adapterDeps = (
  client: ProviderClient,
  { monitor, clock }: Pick<ReturnType<typeof clientOptions>, 'monitor' | 'clock'>,
): AdapterDeps => ({ client, readable: reader(monitor), now: clock?.now ?? Date.now, bare: new BareLists() });

/** Options of a read that belongs to a change: the caller's abort no longer counts. */
export const after = ({ priority }: Change): Call => (priority === undefined ? {} : { priority });

export const withoutUndefined = (body: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

/** Runs a wire reader. Reports another shape to the account's health and throws `provider_unreadable`. */
function reader(monitor: AccountMonitor): Readable {
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

/** Reads the answer of a done change. If unreadable, the outcome is `unknown` with `taken`. */
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

/** Reads a route that not every service has: null on a 404 or 405, and for an hour after it. */
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
