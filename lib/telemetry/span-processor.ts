import type { Attributes } from '@opentelemetry/api';
import type { ReadableSpan, Span, SpanProcessor } from '@opentelemetry/sdk-trace';
import type { Metrics } from '#lib/telemetry/metrics.ts';
import { type RequestContext, requestContext } from '#lib/telemetry/request-context.ts';

/** The scope of spans that Guichê opens itself. */
export const TRACER = 'guiche';
/** Next's span of one request; a page has a second one without a route, of the run of `proxy.ts`. */
const ROOT_TYPE = 'BaseServer.handleRequest';

/**
 * Attributes that leave the process: closed words and ids that Guichê created. Next's `http.target`, `next.span_name`,
 * `http.url` and the messages of exceptions hold addresses as they were asked, and what people typed.
 */
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

/** Counts and times requests by Next's span of each, and passes on what may leave of every span. */
export class RequestSpanProcessor implements SpanProcessor {
  readonly #metrics: Metrics;
  readonly #exporter: SpanProcessor | null;

  /** `exporter`: receives the cleaned spans; null where no traces are collected. */
  constructor(metrics: Metrics, exporter: SpanProcessor | null) {
    this.#metrics = metrics;
    this.#exporter = exporter;
  }

  onStart(span: Span): void {
    const request = requestContext();
    if (request === null) return;
    const route = span.attributes['next.route'];
    if (typeof route === 'string') request.route ??= route;
    if (isRoot(span)) span.setAttribute('guiche.request_id', request.requestId);
  }

  onEnd(span: ReadableSpan): void {
    const request = requestContext();
    if (isRoot(span)) this.#count(span, request);
    const cleaned = cleanSpan(span, request?.route);
    if (cleaned !== null) this.#exporter?.onEnd(cleaned);
  }

  #count({ attributes, duration: [seconds, nanos] }: ReadableSpan, request: RequestContext | null): void {
    const route = request?.route ?? attributes['next.route'];
    if (typeof route !== 'string') return;
    const method = String(attributes['http.method']);
    this.#metrics.requests.inc({ route, method, status: String(attributes['http.status_code']) });
    // A stream lasts as long as its page is open, which says nothing about how fast anything is.
    if (request?.isStream !== true)
      this.#metrics.requestSeconds.observe({ route, method }, seconds + nanos / 1e9);
  }

  async forceFlush(): Promise<void> {
    await this.#exporter?.forceFlush();
  }

  async shutdown(): Promise<void> {
    await this.#exporter?.shutdown();
  }
}

const isRoot = ({ attributes }: { attributes: Attributes }) => attributes['next.span_type'] === ROOT_TYPE;

/**
 * A span with nothing but its times, its place in the trace, a name of closed words and the attributes above; null for
 * one of an unknown scope. `route`: the pattern of the request, by which Next's span of it is named.
 */
export function cleanSpan(span: ReadableSpan, route: string | undefined): ReadableSpan | null {
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
