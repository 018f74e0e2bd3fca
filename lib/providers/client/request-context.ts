import 'server-only';
import type { Budget, LeaseSource } from '#lib/core/http/budget.ts';
import type { AccountMonitor } from '#lib/core/http/health.ts';
import type { Timeouts, Transport } from '#lib/core/http/request.ts';
import type { sleep } from '#lib/core/http/retry.ts';
import type { Secret } from '#lib/core/masking/secret.ts';
import type { ErrorDialect, Failure, Refusal } from '#lib/providers/client/errors.ts';
import type { Call } from '#lib/providers/port.ts';

/** A call as it is logged: no credential, no personal data. */
export type CallLog = {
  account: string;
  method: string;
  url: string;
  /** HTTP status, the kind of fault, or what blocked the call (`circuit`, `budget`). */
  outcome: number | string;
  code: string | null;
  requestId: string | null;
  ms: number;
};

export type Clock = { now: () => number; sleep: typeof sleep; random: () => number };

/** The authorization headers of a call, or why there are none. */
export type Granted = { ok: true; headers: Record<string, string> } | { ok: false; failure: Failure };

/** How an account's calls authenticate. */
export type Authorize = {
  grant(signal: AbortSignal | undefined): Promise<Granted>;
  /** Called with headers that received a 401. True if another `grant` may return others. Absent: never. */
  renew?(refused: Record<string, string>): boolean;
};

/** Sends the same Bearer token with every call. */
export const bearer = (token: Secret): Authorize => ({
  grant: async () => ({ ok: true, headers: { authorization: `Bearer ${token.reveal()}` } }),
});

/** Sends HTTP Basic with every call. */
export const basic = (id: string, secret: Secret): Authorize => ({
  grant: async () => ({ ok: true, headers: { authorization: basicHeader(id, secret) } }),
});

export const basicHeader = (id: string, secret: Secret) =>
  `Basic ${Buffer.from(`${id}:${secret.reveal()}`).toString('base64')}`;

export type ClientOptions = {
  account: { id: string; slug: string };
  /** No trailing slash. */
  baseUrl: string;
  authorize: Authorize;
  errors: ErrorDialect;
  transport: Transport;
  monitor: AccountMonitor;
  budget: Budget;
  log?: ((entry: CallLog) => void) | undefined;
  clock?: Clock | undefined;
  /** Called for every refusal, to learn about the account (a missing scope). `path` has no query. */
  refused?: ((refusal: Refusal, method: string, path: string) => void) | undefined;
};

/** Options of every provider's adapter, without its credential. */
export type AdapterOptions = {
  account: { id: string; slug: string; simulator: boolean };
  /** Ends with the version: /v1 (documents 1 and 3), /api/v1 (document 2). */
  baseUrl: string;
  timeouts: Timeouts;
  log?: ClientOptions['log'];
  /** The source of call leases when several processes share the budget. */
  leases?: LeaseSource;
  // The rest is for tests only.
  transport?: Transport;
  monitor?: AccountMonitor;
  budget?: Budget;
  clock?: ClientOptions['clock'];
};

/** `asOf`: when the answer came, ISO 8601 UTC. */
export type Answer = { json: unknown; asOf: string };

/** What a client provides for its changing calls. */
export type Line = {
  options: Pick<ClientOptions, 'authorize' | 'errors' | 'transport' | 'monitor' | 'budget'>;
  clock: Clock;
  /** Waits for the budget and checks the circuit. Returns what blocks the call, or null. */
  hold: (call: Call, signal: AbortSignal | undefined, longestWaitMs: number) => Promise<Failure | null>;
  log: (method: string, url: string, begun: number, ended: number | Failure) => void;
};
