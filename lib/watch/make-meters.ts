import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { firstWords } from '#lib/watch/closed-words.ts';
import { FIGURES, type FigureName, figureOf, type Reading } from '#lib/watch/figures.ts';
import type { Meters } from '#lib/watch/meters.ts';

/** A merchant has few accounts, and their providers some eighty routes. */
const MOST_ACCOUNTS = 100;
const MOST_ROUTES = 200;

const ANSWER_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const PROVIDER_SECONDS = [0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** All that is counted, in a registry of its own. */
export function makeMeters(): Meters {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    ...requestMeters(registers),
    ...providerMeters(registers),
    ...workMeters(registers),
    words: { account: firstWords(MOST_ACCOUNTS), providerRoute: firstWords(MOST_ROUTES) },
    show: figuresOf(registers),
  };
}

const requestMeters = (registers: Registry[]) => ({
  requests: new Counter({
    ...{ name: 'guiche_requests_total', help: 'Requests answered, by the pattern of their address.' },
    ...{ labelNames: ['route', 'method', 'status'] as const, registers },
  }),
  requestSeconds: new Histogram({
    ...{
      name: 'guiche_request_duration_seconds',
      help: 'Until the whole answer was sent; no event streams.',
    },
    ...{ labelNames: ['route', 'method'] as const, buckets: ANSWER_SECONDS, registers },
  }),
});

const providerMeters = (registers: Registry[]) => ({
  providerCalls: new Counter({
    ...{ name: 'guiche_provider_calls_total', help: 'Calls to providers, those held back included.' },
    ...{ labelNames: ['account', 'method', 'route', 'outcome'] as const, registers },
  }),
  providerSeconds: new Histogram({
    ...{ name: 'guiche_provider_call_duration_seconds', help: 'How long calls to providers took.' },
    ...{ labelNames: ['account', 'method', 'route'] as const, buckets: PROVIDER_SECONDS, registers },
  }),
});

const workMeters = (registers: Registry[]) => ({
  operationChanges: new Counter({
    ...{ name: 'guiche_operation_changes_total', help: 'States that operations entered in this process.' },
    ...{ labelNames: ['kind', 'state'] as const, registers },
  }),
  deliveriesIndexed: new Counter({
    ...{ name: 'guiche_deliveries_indexed_total', help: 'Records of deliveries that this process indexed.' },
    ...{ labelNames: ['outcome'] as const, registers },
  }),
  ticks: new Counter({
    ...{ name: 'guiche_ticks_total', help: 'Runs of background work that ended: well or failed.' },
    ...{ labelNames: ['tick', 'outcome'] as const, registers },
  }),
  tickEnded: new Gauge({
    ...{ name: 'guiche_tick_ended_timestamp_seconds', help: 'When background work last ended, else began.' },
    ...{ labelNames: ['tick'] as const, registers },
  }),
  tickInterval: new Gauge({
    ...{ name: 'guiche_tick_interval_seconds', help: 'How long background work rests between two runs.' },
    ...{ labelNames: ['tick'] as const, registers },
  }),
});

/** Puts these readings in the place of all earlier ones: what was not read now is absent. */
function figuresOf(registers: Registry[]): Meters['show'] {
  const names = Object.keys(FIGURES) as FigureName[];
  const all = names.map((name) => {
    const { help, labels, counts } = figureOf(name);
    const kind = counts === true ? Counter : Gauge;
    return { name, meter: new kind({ name, help, labelNames: [...labels], registers }) };
  });
  return (readings: readonly Reading[]) => {
    for (const { name, meter } of all) {
      meter.reset();
      // Without a label of its own a meter that is reset stands at 0, which would be a reading.
      if (figureOf(name).labels.length === 0) meter.remove();
      for (const { labels, value } of readings.filter(({ figure }) => figure === name))
        meter.inc(
          Object.fromEntries(figureOf(name).labels.map((label, at) => [label, labels[at] ?? ''])),
          value,
        );
    }
  };
}
