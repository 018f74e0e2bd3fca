import type { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Reading } from '#lib/watch/figures.ts';

/** Counters kept where things happen; the database's figures are read when somebody asks for all. */
export type Meters = {
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
  /** Labels whose words are taken as they come, up to a number. */
  words: { account: (word: string) => string; providerRoute: (word: string) => string };
  /** Puts what a scrape read in the place of what an earlier one did. */
  show: (readings: readonly Reading[]) => void;
};

// Made by the server script where METRICS_TOKEN is set: without it nothing is loaded and nothing counted.
const processState = globalThis as { __guicheMeters?: Meters };

export const meters = (): Meters | null => processState.__guicheMeters ?? null;

export function setMeters(given: Meters): void {
  processState.__guicheMeters = given;
}
