import { type Attributes, TraceFlags } from '@opentelemetry/api';
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace';
import type { Metrics } from '#lib/core/telemetry/metrics.ts';
import { type RequestContext, requestContext } from '#lib/core/telemetry/request-context.ts';

/** The scope of spans that Guichê opens itself. */
const TRACER = 'guiche';
/** Next's span of one request; a page has a second one without a route, from `proxy.ts`. */
const ROOT_TYPE = 'BaseServer.handleRequest';

/** Attributes that may leave: closed lists and Guichê's ids. Next's other ones contain what people typed. */
const EXPORTED = new Set([
  'error.type',
  'guiche.account',
  'guiche.request_id',
  'http.method',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'http.status_code',
  'next.route',
  'next.rsc',
  'next.span_type',
  'url.template',
]);

/** Counts and times requests by Next's spans; passes what may leave of a span to `exporter`, if any. */
export const createSpanProcessor = (metrics: Metrics, exporter: SpanProcessor | null): SpanProcessor => ({
  onStart(span) {
    const request = requestContext();
    if (request === null) return;
    const route = span.attributes['next.route'];
    if (typeof route === 'string') request.route ??= route;
    if (!isRoot(span)) return;
    span.setAttribute('guiche.request_id', request.requestId);
    const { traceId, traceFlags } = span.spanContext();
    if (exporter !== null && (traceFlags & TraceFlags.SAMPLED) !== 0) request.traceId = traceId;
  },
  onEnd(span) {
    const request = requestContext();
    if (isRoot(span)) countRequest(metrics, span, request);
    const cleaned = cleanSpan(span, request?.route);
    if (cleaned !== null) exporter?.onEnd(cleaned);
  },
  forceFlush: async () => exporter?.forceFlush(),
  shutdown: async () => exporter?.shutdown(),
});

function countRequest(metrics: Metrics, span: ReadableSpan, request: RequestContext | null): void {
  const route = request?.route ?? span.attributes['next.route'];
  if (typeof route !== 'string') return;
  const method = String(span.attributes['http.method']);
  metrics.requests.inc({ route, method, status: String(span.attributes['http.status_code']) });
  const [seconds, nanos] = span.duration;
  // A stream lasts as long as its page is open, which is no measure of speed.
  if (request?.isStream !== true) metrics.requestSeconds.observe({ route, method }, seconds + nanos / 1e9);
}

const isRoot = ({ attributes }: { attributes: Attributes }) => attributes['next.span_type'] === ROOT_TYPE;

/**
 * A span reduced to times, place, a known name and EXPORTED; null for an unknown scope. `route`: the
 * request's pattern, which names Next's span of it.
 */
function cleanSpan(span: ReadableSpan, route: string | undefined): ReadableSpan | null {
  const { name } = span.instrumentationScope;
  if (name !== TRACER && name !== 'next.js') return null;
  const attributes = Object.fromEntries(Object.entries(span.attributes).filter(([key]) => EXPORTED.has(key)));
  const cleaned = {
    name: name === TRACER ? span.name : String(attributes['next.span_type'] ?? 'next.js'),
    attributes,
    status: { code: span.status.code },
    events: [],
    links: [],
  };
  if (isRoot(span)) {
    cleaned.name = [attributes['http.method'], route].filter(Boolean).join(' ');
    if (route !== undefined) attributes['http.route'] = route;
  }
  return Object.assign(Object.create(span) as ReadableSpan, cleaned);
}
