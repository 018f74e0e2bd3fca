import type { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Reading } from '#lib/telemetry/figures.ts';

/** Counters that are incremented where things happen, and the figures that a scrape reads from the database. */
export type Metrics = {
  registry: Registry;
  requests: Counter<'route' | 'method' | 'status'>;
  requestSeconds: Histogram<'route' | 'method'>;
  providerCalls: Counter<'account' | 'method' | 'route' | 'outcome'>;
  providerSeconds: Histogram<'account' | 'method' | 'route'>;
  operationChanges: Counter<'kind' | 'state'>;
  deliveriesIndexed: Counter<'outcome'>;
  ticks: Counter<'tick' | 'outcome'>;
  tickEnded: Gauge<'tick'>;
  tickInterval: Gauge<'tick'>;
  /** Labels limited in number. */
  labels: { account: (slug: string) => string; providerRoute: (route: string) => string };
  /** Replaces the readings of the previous scrape. */
  setReadings: (readings: readonly Reading[]) => void;
};

// On globalThis: each of Next's bundles loads this file.
const processState = globalThis as { __guicheMetrics?: Metrics };

/** Null where neither METRICS_TOKEN nor OTEL_EXPORTER_OTLP_ENDPOINT is set: prom-client is not loaded then. */
export const metrics = (): Metrics | null => processState.__guicheMetrics ?? null;

export function setMetrics(created: Metrics): void {
  processState.__guicheMetrics = created;
}
