import 'server-only';
import type { Budget } from '#lib/http/budget.ts';
import type { AccountMonitor } from '#lib/http/health.ts';
import type { Transport } from '#lib/http/request.ts';
import type { sleep } from '#lib/http/retry.ts';
import type { Failure } from '#lib/providers/pix/errors.ts';
import type { Call } from '#lib/providers/port.ts';
import type { Secret } from '#lib/secret.ts';

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

export type ClientOptions = {
  account: { id: string; slug: string };
  /** Ends with /v1, without a slash. */
  baseUrl: string;
  token: Secret;
  transport: Transport;
  monitor: AccountMonitor;
  budget: Budget;
  log?: (entry: CallLog) => void;
  clock?: { now: () => number; sleep: typeof sleep; random: () => number };
};

export type Answer = { json: unknown /** When it came, ISO 8601 UTC. */; asOf: string };

/** What a client lends to its changing calls. */
export type Line = {
  options: Pick<ClientOptions, 'token' | 'transport' | 'monitor' | 'budget'>;
  clock: NonNullable<ClientOptions['clock']>;
  /** Waits for the budget and asks the circuit; what holds the call back, or null. */
  hold: (call: Call, signal: AbortSignal | undefined, longestWaitMs: number) => Promise<Failure | null>;
  log: (method: string, url: string, begun: number, ended: number | Failure) => void;
};
