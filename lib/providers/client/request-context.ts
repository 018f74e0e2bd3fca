import 'server-only';
import type { Budget, LeaseSource } from '#lib/core/http/budget.ts';
import type { AccountMonitor } from '#lib/core/http/health.ts';
import type { Timeouts, Transport } from '#lib/core/http/request.ts';
import type { sleep } from '#lib/core/http/retry.ts';
import type { Secret } from '#lib/core/masking/secret.ts';
import type { ErrorDialect, Failure, Refusal } from '#lib/providers/client/errors.ts';
import type { Call } from '#lib/providers/port.ts';

/** One call as logs may hold it: no credential, no personal value. */
export type CallLog = {
  account: string;
  method: string;
  url: string;
  /** HTTP status, the kind of fault, or what held the call back. */
  outcome: number | string;
  code: string | null;
  requestId: string | null;
  ms: number;
};

export type Clock = { now: () => number; sleep: typeof sleep; random: () => number };

/** Headers that a call may go out with, or why it may not. */
export type Granted = { ok: true; headers: Record<string, string> } | { ok: false; failure: Failure };

/** How an account's calls show who they are. */
export type Authorize = {
  grant(signal: AbortSignal | undefined): Promise<Granted>;
  /** Those headers met a 401: whether another `grant` may give others. Absent: never. */
  renew?(refused: Record<string, string>): boolean;
};

/** The same token with every call. */
export const bearer = (token: Secret): Authorize => ({
  grant: async () => ({ ok: true, headers: { authorization: `Bearer ${token.reveal()}` } }),
});

/** HTTP Basic with every call. */
export const basic = (id: string, secret: Secret): Authorize => ({
  grant: async () => ({ ok: true, headers: { authorization: basicHeader(id, secret) } }),
});

export const basicHeader = (id: string, secret: Secret) =>
  `Basic ${Buffer.from(`${id}:${secret.reveal()}`).toString('base64')}`;

export type ClientOptions = {
  account: { id: string; slug: string };
  /** Without a slash at its end. */
  baseUrl: string;
  authorize: Authorize;
  errors: ErrorDialect;
  transport: Transport;
  monitor: AccountMonitor;
  budget: Budget;
  log?: ((entry: CallLog) => void) | undefined;
  clock?: Clock | undefined;
  /** Told of every refusal: what it teaches of the account (a missing scope). The path is without its query. */
  refused?: ((refusal: Refusal, method: string, path: string) => void) | undefined;
};

/** Options of every provider's adapter, beside its credential. */
export type AdapterOptions = {
  account: { id: string; slug: string; simulator: boolean };
  /** With the version at its end: /v1 (documents 1 and 3), /api/v1 (document 2). */
  baseUrl: string;
  timeouts: Timeouts;
  log?: ClientOptions['log'];
  /** Where its calls are leased when several processes share its budget. */
  leases?: LeaseSource;
  // The rest has its place in tests only.
  transport?: Transport;
  monitor?: AccountMonitor;
  budget?: Budget;
  clock?: ClientOptions['clock'];
};

export type Answer = { json: unknown /** When it came, ISO 8601 UTC. */; asOf: string };

/** Parts that a client lends to its changing calls. */
export type Line = {
  options: Pick<ClientOptions, 'authorize' | 'errors' | 'transport' | 'monitor' | 'budget'>;
  clock: Clock;
  /** Waits for the budget and asks the circuit; what holds the call back, or null. */
  hold: (call: Call, signal: AbortSignal | undefined, longestWaitMs: number) => Promise<Failure | null>;
  log: (method: string, url: string, begun: number, ended: number | Failure) => void;
};
