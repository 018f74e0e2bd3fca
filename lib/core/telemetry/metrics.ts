import type { createMetrics } from '#lib/core/telemetry/create-metrics.ts';

export type Metrics = ReturnType<typeof createMetrics>;

// On globalThis: each of Next's bundles loads this file.
const processState = globalThis as { __guicheMetrics?: Metrics };

/** Null if neither METRICS_TOKEN nor OTEL_EXPORTER_OTLP_ENDPOINT is set: prom-client is not loaded then. */
export const metrics = (): Metrics | null => processState.__guicheMetrics ?? null;

export function setMetrics(created: Metrics): void {
  processState.__guicheMetrics = created;
}
