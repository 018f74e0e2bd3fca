import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { NodeSDK } from '@opentelemetry/sdk-node';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  createAlwaysRecordSampler,
  ParentBasedSampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import { log } from '#lib/core/log.ts';
import { onShutdown } from '#lib/core/shutdown.ts';
import { createMetrics } from '#lib/core/telemetry/create-metrics.ts';
import { setMetrics } from '#lib/core/telemetry/metrics.ts';
import { createSpanProcessor } from '#lib/core/telemetry/span-processor.ts';

const EXPORT_MS = 3_000;
const WARN_EVERY_MS = 60_000;

/**
 * Counts metrics and, with an endpoint, sends traces to its collector (OTLP over HTTP). Next writes its spans
 * to the tracer registered here. Every span is recorded, because requests are counted by them. Without a
 * collector, or when a trusted proxy decided against the trace, none is exported.
 */
export function startTelemetry(otlpEndpoint: string | null): void {
  const metrics = createMetrics();
  setMetrics(metrics);
  const sampler =
    otlpEndpoint === null ? new AlwaysOffSampler() : new ParentBasedSampler({ root: new AlwaysOnSampler() });
  const sdk = new NodeSDK({
    serviceName: process.env.OTEL_SERVICE_NAME || 'guiche',
    // Detectors would add the host's name and the command line.
    autoDetectResources: false,
    sampler: createAlwaysRecordSampler(sampler),
    spanProcessors: [
      createSpanProcessor(metrics, otlpEndpoint === null ? null : createExporter(otlpEndpoint)),
    ],
    metricReaders: [],
    logRecordProcessors: [],
  });
  sdk.start();
  // Unsent spans are sent at shutdown, within the time limit of one export.
  onShutdown('telemetry', () =>
    Promise.race([
      sdk.shutdown().catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, EXPORT_MS).unref()),
    ]),
  );
}

function createExporter(endpoint: string): BatchSpanProcessor {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_MS });
  return new BatchSpanProcessor({ exporter: logFailures(exporter), exportTimeoutMillis: EXPORT_MS });
}

/** Logs, at most once a minute, that the collector does not accept spans. */
function logFailures(exporter: SpanExporter): SpanExporter {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    shutdown: () => exporter.shutdown(),
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== 0 && performance.now() - loggedAt > WARN_EVERY_MS) {
          loggedAt = performance.now();
          log().warn({ err: result.error }, 'traces could not be sent');
        }
        done(result);
      }),
  };
}
