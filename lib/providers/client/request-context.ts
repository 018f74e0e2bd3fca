import 'server-only';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { AccountMonitor } from '#lib/core/http/health.ts';
import { redactUrl } from '#lib/core/http/redact.ts';
import type { Timeouts, Transport } from '#lib/core/http/request.ts';
import { log } from '#lib/core/log.ts';
import type { Secret } from '#lib/core/masking/secret.ts';
import type { sleep } from '#lib/core/sleep.ts';
import { metrics, OTHER, outcomeLabel } from '#lib/core/telemetry/metrics.ts';
import type { CallBudget } from '#lib/data/rate-limit/calls.ts';
import type { CallLimits } from '#lib/data/rate-limit/ledger.ts';
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

export const bearer = (token: Secret): Authorize => ({
  grant: async () => ({ ok: true, headers: { authorization: `Bearer ${token.reveal()}` } }),
});

export const basic = (id: string, secret: Secret): Authorize => ({
  grant: async () => ({ ok: true, headers: { authorization: basicHeader(id, secret) } }),
});

export const basicHeader = (id: string, secret: Secret) =>
  `Basic ${Buffer.from(`${id}:${secret.reveal()}`).toString('base64')}`;

/** The calls that a credential may make. Taken before each call, also before each retry. */
export type Budget = Pick<CallBudget, 'take' | 'exceeded'>;

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
  /** The budget of one of the account's credentials, by its name. */
  budgetOf: (name: string, limits: CallLimits) => Budget;
  // The rest is for tests only.
  transport?: Transport;
  monitor?: AccountMonitor;
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

/** Calls with these outcomes were not sent, so they have no duration. */
const UNSENT = new Set(['circuit', 'budget']);

/** Passes a finished call to the log. `ended`: its HTTP status, or its failure. */
export function logCall(
  { log, account }: Pick<ClientOptions, 'log' | 'account'>,
  call: Pick<CallLog, 'method' | 'url' | 'ms'>,
  ended: number | Failure,
): void {
  const refusal = typeof ended !== 'number' && ended.kind === 'refused' ? ended : null;
  log?.({
    account: account.slug,
    ...call,
    outcome: typeof ended === 'number' ? ended : wordOf(ended),
    code: refusal?.code ?? null,
    requestId: refusal?.requestId ?? null,
  });
}

function wordOf(failure: Failure): number | string {
  // A page that an intermediary sent with a 2xx is no answer.
  if (failure.kind === 'refused') return failure.status < 300 ? 'unreadable' : failure.status;
  return failure.kind === 'fault' ? failure.fault.fault : failure.kind;
}

/** Records a finished provider call in the log, the metrics and its request's trace. */
export function recordCall(entry: CallLog, slug: string): void {
  // In a log line, `requestId` is Guichê's own request.
  const { requestId: providerRequestId, ...fields } = entry;
  log().debug({ ...fields, providerRequestId }, 'provider call');
  const all = metrics();
  if (all === null) return;
  const account = all.labels.account(slug);
  const route = all.labels.providerRoute(routeOf(entry.url));
  const call = { account, method: entry.method, route };
  const outcome = outcomeLabel(entry.outcome);
  all.providerCalls.inc({ ...call, outcome });
  if (!UNSENT.has(outcome)) all.providerSeconds.observe(call, entry.ms / 1000);
  recordSpan(entry, call, outcome);
}

type SpanLabels = { account: string; method: string; route: string };

/** Creates the span after the call, with the call's start time, so that no caller needs to handle traces. */
function recordSpan({ ms, outcome }: CallLog, { account, method, route }: SpanLabels, label: string): void {
  const now = Date.now();
  const span = trace.getTracer('guiche').startSpan(`provider ${method} ${route}`, {
    kind: SpanKind.CLIENT,
    startTime: now - ms,
    attributes: { 'guiche.account': account, 'http.request.method': method, 'url.template': route },
  });
  if (typeof outcome === 'number') span.setAttribute('http.response.status_code', outcome);
  if (label !== 'ok') span.setAttribute('error.type', label).setStatus({ code: SpanStatusCode.ERROR });
  span.end(now);
}

/** The path of a URL, with `:id` for whatever may be an id, a key or a name. */
export function routeOf(url: string): string {
  const [, path] = /^[a-z]+:\/\/[^/]*(\/[^?]*)/.exec(redactUrl(url)) ?? [];
  return path?.replaceAll('…', ':id') ?? OTHER;
}
