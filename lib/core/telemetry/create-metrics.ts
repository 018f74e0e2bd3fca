import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import {
  FIGURES,
  type Figure,
  type FigureName,
  limitLabels,
  type Reading,
} from '#lib/core/telemetry/metrics.ts';

/** A merchant has few accounts, and their providers some eighty routes. */
const MAX_ACCOUNTS = 100;
const MAX_PROVIDER_ROUTES = 200;

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const PROVIDER_SECONDS = [0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** All of Guichê's metrics in their own registry. `labels` limits the number of values of a label. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Gauge({ name, help, labelNames, registers });
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: counter(
      'guiche_requests_total',
      'Requests to pages and the API, by the pattern of their address.',
      ['route', 'method', 'status'],
    ),
    requestSeconds: new Histogram({
      name: 'guiche_request_duration_seconds',
      help: 'Until the whole answer was sent; no event streams.',
      labelNames: ['route', 'method'],
      buckets: REQUEST_SECONDS,
      registers,
    }),
    providerCalls: counter('guiche_provider_calls_total', 'Calls to providers, those held back included.', [
      'account',
      'method',
      'route',
      'outcome',
    ]),
    providerSeconds: new Histogram({
      name: 'guiche_provider_call_duration_seconds',
      help: 'How long calls to providers took.',
      labelNames: ['account', 'method', 'route'],
      buckets: PROVIDER_SECONDS,
      registers,
    }),
    operationChanges: counter(
      'guiche_operation_changes_total',
      'States that operations entered in this process.',
      ['kind', 'state'],
    ),
    deliveriesIndexed: counter(
      'guiche_deliveries_indexed_total',
      'Records of deliveries that this process indexed.',
      ['outcome'],
    ),
    ticks: counter('guiche_ticks_total', 'Runs of background work that ended: well or failed.', [
      'tick',
      'outcome',
    ]),
    tickEnded: gauge('guiche_tick_ended_timestamp_seconds', 'When background work last ended, else began.', [
      'tick',
    ]),
    tickInterval: gauge('guiche_tick_interval_seconds', 'How long background work rests between two runs.', [
      'tick',
    ]),
    labels: { account: limitLabels(MAX_ACCOUNTS), providerRoute: limitLabels(MAX_PROVIDER_ROUTES) },
    setReadings: createFigures(registers),
  };
}

/** Registers the figures; the returned function replaces all readings: one that was not read is absent. */
function createFigures(registers: Registry[]) {
  const figures = (Object.keys(FIGURES) as FigureName[]).map((name) => {
    const { help, labels, isCounter }: Figure = FIGURES[name];
    const kind = isCounter === true ? Counter : Gauge;
    return { name, labels, metric: new kind({ name, help, labelNames: [...labels], registers }) };
  });
  return (readings: readonly Reading[]) => {
    for (const { name, labels, metric } of figures) {
      metric.reset();
      // A metric without labels is 0 after a reset, which would seem a reading.
      if (labels.length === 0) metric.remove();
      for (const reading of readings.filter(({ figure }) => figure === name)) {
        const values = Object.fromEntries(labels.map((label, at) => [label, reading.labels[at] ?? '']));
        metric.inc(values, reading.value);
      }
    }
  };
}
