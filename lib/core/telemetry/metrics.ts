import { perProcess } from '#lib/core/per-process.ts';
import type { createMetrics } from '#lib/core/telemetry/create-metrics.ts';

export type Metrics = ReturnType<typeof createMetrics>;

type State = { metrics: Metrics | null };
const state = () => perProcess('__guicheMetrics', (): State => ({ metrics: null }));

/** Null if neither METRICS_TOKEN nor OTEL_EXPORTER_OTLP_ENDPOINT is set: prom-client is not loaded then. */
export const metrics = (): Metrics | null => state().metrics;

export function setMetrics(created: Metrics): void {
  state().metrics = created;
}

/** The label of every value that a label's closed set does not contain. */
export const OTHER = 'other';

const FAILURES = new Set('connect tls timeout reset too_large aborted unreadable circuit budget'.split(' '));
/** Statuses with a label of their own: each needs its own reaction; others count as `4xx` and the like. */
const OWN_LABEL = new Set([401, 403, 404, 409, 424, 429]);

/** How a provider call ended (its status or a failure), as one of about twenty labels. */
export function outcomeLabel(outcome: number | string): string {
  if (typeof outcome === 'string') return FAILURES.has(outcome) ? outcome : OTHER;
  if (outcome >= 200 && outcome < 300) return 'ok';
  if (OWN_LABEL.has(outcome)) return String(outcome);
  return outcome >= 300 && outcome < 600 ? `${Math.floor(outcome / 100)}xx` : OTHER;
}

/** Limits a label that nothing else bounds to the first `limit` values it sees; later ones are `other`. */
export function limitLabels(limit: number): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= limit) return OTHER;
    known.add(value);
    return value;
  };
}

export type Figure = { help: string; labels: readonly string[]; isCounter?: true };

/** Figures that each scrape reads, by name: the database's (for all instances) and this process's own. */
export const FIGURES = {
  guiche_database_answers: {
    help: '1 where the database gave its figures to this scrape. At 0 the figures of the database are absent.',
    labels: [],
  },
  guiche_database_connections: {
    help: 'Connections of this process to PostgreSQL; waiting: calls that want one. Absent with the embedded database.',
    labels: ['state'],
  },
  guiche_instances: { help: 'Processes that share the database and were seen within 6 s.', labels: [] },
  guiche_sessions: { help: 'Sessions that still hold.', labels: [] },
  guiche_event_streams: { help: 'Open event streams of this process.', labels: [] },
  guiche_provider_circuit: {
    help: '1 for the state of the circuit of an account in this process.',
    labels: ['account', 'state'],
  },
  guiche_provider_refused: {
    help: '1 where the provider refuses the account itself: credential, address, contract.',
    labels: ['account'],
  },
  guiche_provider_retries_total: {
    help: 'Calls that were made once more after a fault.',
    labels: ['account'],
    isCounter: true,
  },
  guiche_provider_budget_left: {
    help: 'Calls that may still be made, by all processes; day only where the contract has a limit.',
    labels: ['account', 'budget', 'window'],
  },
  guiche_provider_budget_limit: {
    help: 'Calls that may be made in all, by all processes; of a minute as it was learnt.',
    labels: ['account', 'budget', 'window'],
  },
  guiche_operations_open: { help: 'Operations whose end is not known yet.', labels: ['account', 'state'] },
  guiche_operation_oldest_seconds: {
    help: 'Age of the oldest open operation: since it was sent, else since it was asked for.',
    labels: ['account', 'state'],
  },
  guiche_operations_late: {
    help: 'Operations that happened after they were given up, or with another amount, seen by nobody yet.',
    labels: ['account'],
  },
  guiche_deliveries_open_failures: {
    help: 'Deliveries of a current state that their address has not accepted.',
    labels: ['account'],
  },
  guiche_delivery_index_age_seconds: {
    help: 'Since when the index of deliveries was last read up to the newest.',
    labels: ['account'],
  },
  guiche_resends: { help: 'Resends by state.', labels: ['state'] },
  guiche_jobs: { help: 'Queued work by state.', labels: ['queue', 'state'] },
  guiche_job_oldest_seconds: {
    help: 'How long the oldest queued work that is due has been waiting.',
    labels: ['queue'],
  },
  guiche_notices_waiting: { help: 'Messages that still have to leave.', labels: ['channel'] },
  guiche_notice_oldest_seconds: { help: 'Age of the oldest message that waits.', labels: ['channel'] },
  guiche_notices_lost: { help: 'Messages given up within the last 24 h.', labels: ['channel'] },
  guiche_channel_failing_seconds: { help: 'Since when a channel takes nothing.', labels: ['channel'] },
  guiche_disputes_open: {
    help: 'Disputes without a defense, by the time left: passed, 6h, 24h, later, none (not known).',
    labels: ['account', 'left'],
  },
  guiche_audit_intact: { help: '1 where the last verification found the audit log whole.', labels: [] },
  guiche_audit_verified_timestamp_seconds: { help: 'When the last verification ended.', labels: [] },
} as const satisfies Record<string, Figure>;

export type FigureName = keyof typeof FIGURES;
/** `labels` in the order of the figure's own. */
export type Reading = { figure: FigureName; labels: readonly string[]; value: number };
