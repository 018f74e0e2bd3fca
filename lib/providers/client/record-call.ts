import 'server-only';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { redactUrl } from '#lib/core/http/redact.ts';
import { log } from '#lib/core/log.ts';
import { OTHER, outcomeLabel } from '#lib/core/telemetry/labels.ts';
import { metrics } from '#lib/core/telemetry/metrics.ts';
import type { CallLog } from '#lib/providers/client/request-context.ts';

/** Calls with these outcomes were not sent, so they have no duration. */
const HELD_BACK = new Set(['circuit', 'budget']);

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
  if (!HELD_BACK.has(outcome)) all.providerSeconds.observe(call, entry.ms / 1000);
  recordSpan(entry, call, outcome);
}

type Call = { account: string; method: string; route: string };

/** Creates the span after the call, with the call's start time, so that no caller needs to handle traces. */
function recordSpan({ ms, outcome }: CallLog, { account, method, route }: Call, label: string): void {
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
