import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { FIGURES, type FigureName, figureOf, type Reading } from '#lib/telemetry/figures.ts';
import { limitLabels } from '#lib/telemetry/labels.ts';
import type { Metrics } from '#lib/telemetry/metrics.ts';

/** A merchant has few accounts, and their providers some eighty routes. */
const MAX_ACCOUNTS = 100;
const MAX_PROVIDER_ROUTES = 200;

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const PROVIDER_SECONDS = [0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** All metrics of the product, in a registry of their own. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Counter({
      name: 'guiche_requests_total',
      help: 'Requests that Next answered, by the pattern of their address.',
      labelNames: ['route', 'method', 'status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'guiche_request_duration_seconds',
      help: 'Until the whole answer was sent; no event streams.',
      labelNames: ['route', 'method'],
      buckets: REQUEST_SECONDS,
      registers,
    }),
    providerCalls: new Counter({
      name: 'guiche_provider_calls_total',
      help: 'Calls to providers, those held back included.',
      labelNames: ['account', 'method', 'route', 'outcome'],
      registers,
    }),
    providerSeconds: new Histogram({
      name: 'guiche_provider_call_duration_seconds',
      help: 'How long calls to providers took.',
      labelNames: ['account', 'method', 'route'],
      buckets: PROVIDER_SECONDS,
      registers,
    }),
    operationChanges: new Counter({
      name: 'guiche_operation_changes_total',
      help: 'States that operations entered in this process.',
      labelNames: ['kind', 'state'],
      registers,
    }),
    deliveriesIndexed: new Counter({
      name: 'guiche_deliveries_indexed_total',
      help: 'Records of deliveries that this process indexed.',
      labelNames: ['outcome'],
      registers,
    }),
    ticks: new Counter({
      name: 'guiche_ticks_total',
      help: 'Runs of background work that ended: well or failed.',
      labelNames: ['tick', 'outcome'],
      registers,
    }),
    tickEnded: new Gauge({
      name: 'guiche_tick_ended_timestamp_seconds',
      help: 'When background work last ended, else began.',
      labelNames: ['tick'],
      registers,
    }),
    tickInterval: new Gauge({
      name: 'guiche_tick_interval_seconds',
      help: 'How long background work rests between two runs.',
      labelNames: ['tick'],
      registers,
    }),
    labels: { account: limitLabels(MAX_ACCOUNTS), providerRoute: limitLabels(MAX_PROVIDER_ROUTES) },
    setReadings: createFigures(registers),
  };
}

/** Registers the figures; the returned function replaces all earlier readings: what was not read now is absent. */
function createFigures(registers: Registry[]): Metrics['setReadings'] {
  const figures = (Object.keys(FIGURES) as FigureName[]).map((name) => {
    const { help, labels, isCounter } = figureOf(name);
    const kind = isCounter === true ? Counter : Gauge;
    return { name, labels, metric: new kind({ name, help, labelNames: [...labels], registers }) };
  });
  return (readings: readonly Reading[]) => {
    for (const { name, labels, metric } of figures) {
      metric.reset();
      // A metric without labels stands at 0 after a reset, which would be a reading.
      if (labels.length === 0) metric.remove();
      for (const reading of readings.filter(({ figure }) => figure === name)) {
        const values = Object.fromEntries(labels.map((label, at) => [label, reading.labels[at] ?? '']));
        metric.inc(values, reading.value);
      }
    }
  };
}
