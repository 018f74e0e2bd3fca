import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { log } from '#lib/log.ts';
import { type OpenSpan, type SpanFacts, setSpans } from '#lib/watch/spans.ts';

const EXPORT_MS = 3_000;
const SAID_EVERY_MS = 60_000;

/**
 * Keeps traces and sends them to a collector. Nothing is registered for all of the process: the framework, which would
 * write addresses as they were asked into spans of its own, stays out of it. Gives how to end: what is left is sent.
 */
export function startTraces(endpoint: string, service = process.env.OTEL_SERVICE_NAME || 'guiche') {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [new BatchSpanProcessor({ exporter: told(exporter), exportTimeoutMillis: EXPORT_MS })],
  });
  const tracer = provider.getTracer('guiche');
  const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT, server: SpanKind.SERVER };
  const opened = (name: string, kind: keyof typeof kinds, facts: SpanFacts, around: Context, at?: number) => {
    const given = { kind: kinds[kind], attributes: facts, ...(at === undefined ? {} : { startTime: at }) };
    return openSpan(tracer.startSpan(name, given, around));
  };
  function openSpan(span: Span): OpenSpan {
    const inside = trace.setSpan(ROOT_CONTEXT, span);
    return {
      traceId: span.spanContext().traceId,
      open: (name, kind, facts, at) => opened(name, kind, facts, inside, at),
      rename: (name) => void span.updateName(name),
      end(facts, { failed = false, at } = {}) {
        span.setAttributes(facts);
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end(at);
      },
    };
  }
  setSpans({
    begin: (name, kind, facts, { traceparent, at } = {}) =>
      opened(name, kind, facts, contextOf(traceparent), at),
  });
  return () => provider.shutdown().catch(() => undefined);
}

/** Of the header as the W3C words it; another form, or none, begins a trace of its own. */
export function contextOf(traceparent: string | undefined): Context {
  const [, traceId = '', spanId = '', flags = '0'] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}

/** A collector that takes nothing is told of, once a minute, and hinders nobody. */
function told(exporter: SpanExporter): SpanExporter {
  let saidAt = Number.NEGATIVE_INFINITY;
  return {
    shutdown: () => exporter.shutdown(),
    export: (batch, done) =>
      exporter.export(batch, (result) => {
        if (result.code !== 0 && performance.now() - saidAt > SAID_EVERY_MS) {
          saidAt = performance.now();
          log().warn({ err: result.error }, 'traces could not be sent');
        }
        done(result);
      }),
  };
}
