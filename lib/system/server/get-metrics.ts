import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { ledgerOf } from '#lib/accounts/server/budget-leases.ts';
import { AuditVerdict } from '#lib/core/audit-verdict.ts';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { budgetHeadroom } from '#lib/core/http/budget-leases.ts';
import { log } from '#lib/core/log.ts';
import { FIGURES, type FigureName, type Reading } from '#lib/core/telemetry/figures.ts';
import { metrics } from '#lib/core/telemetry/metrics.ts';
import { createCache } from '#lib/data/answer-cache.ts';
import { signedText } from '#lib/data/audit/chain.ts';
import { connectionsNow, db } from '#lib/data/client.ts';
import { streamsNow } from '#lib/events/server/hub.ts';
import { budgetsNow, monitorsNow } from '#lib/providers/registry.ts';
import { within } from '#lib/system/server/check-ready.ts';
import { allFigures } from '#lib/system/server/figures-query.ts';

export const CIRCUIT_STATES = ['closed', 'open', 'half_open'] as const;

/** Figures this process knows without a query. */
function processFigures(): Reading[] {
  return [
    { figure: 'guiche_event_streams', labels: [], value: streamsNow() },
    ...Object.entries(connectionsNow() ?? {}).map(
      ([state, value]): Reading => ({ figure: 'guiche_database_connections', labels: [state], value }),
    ),
    ...monitorsNow().flatMap(({ slug, monitor }): Reading[] => [
      ...CIRCUIT_STATES.map(
        (state): Reading => ({
          figure: 'guiche_provider_circuit',
          labels: [slug, state],
          value: Number(monitor.circuit.state === state),
        }),
      ),
      { figure: 'guiche_provider_retries_total', labels: [slug], value: monitor.retries.taken },
      {
        figure: 'guiche_provider_refused',
        labels: [slug],
        value: Number(monitor.health().blockedBy !== null),
      },
    ]),
  ];
}

const CACHED_MS = 5_000;

/** The database aborts the query after this; PATIENCE_MS covers a database that does not answer at all. */
const STATEMENT_MS = 2_000;

const PATIENCE_MS = 2_500;

/** `detail`: a budget's row. For the audit log, `one` is its signed verdict. */
type Row = {
  figure: string;
  one: string | null;
  two: string | null;
  value: unknown;
  detail: unknown;
};

const processState = globalThis as { guicheFigures?: ReturnType<typeof createCache> };

/**
 * Figures shared by all instances, in one query, cached for a few seconds. They are absent while the database
 * does not answer: an old figure would suggest that all is well.
 */
async function databaseFigures(): Promise<Reading[]> {
  processState.guicheFigures ??= createCache();
  try {
    const rows = await within(
      PATIENCE_MS,
      processState.guicheFigures('all', () => CACHED_MS, read),
    );
    return [...rows.flatMap(readingsOf), { figure: 'guiche_database_answers', labels: [], value: 1 }];
  } catch (error) {
    // The driver's error repeats the whole query; its cause has the reason.
    const err = error instanceof Error ? (error.cause ?? error) : error;
    log().warn({ err }, 'the figures of the database could not be read');
    return [{ figure: 'guiche_database_answers', labels: [], value: 0 }];
  }
}

function read(): Promise<Row[]> {
  return db().transaction(async (tx) => {
    await tx.execute(sql.raw(`set local statement_timeout = ${STATEMENT_MS}`));
    return ((await tx.execute(allFigures())) as unknown as { rows: Row[] }).rows;
  });
}

function readingsOf({ figure, one, two, value, detail }: Row): Reading[] {
  if (figure === 'budget') return budgetReadings(one ?? '', Number(value), detail);
  if (figure === 'audit') return auditReadings(one ?? '');
  const name = figure as FigureName;
  return [
    {
      figure: name,
      labels: [one ?? '', two ?? ''].slice(0, FIGURES[name].labels.length),
      value: Number(value),
    },
  ];
}

type BudgetRow = Parameters<typeof ledgerOf>[0];

type BudgetDetail = Omit<BudgetRow, 'raisedAt' | 'halvedAt'> & { raisedAt: number; halvedAt: number | null };

/** The remaining budget depends on the account's limits, known only to a process that calls the account. */
function budgetReadings(id: string, now: number, detail: unknown): Reading[] {
  const known = budgetsNow().get(id);
  if (known === undefined) return [];
  const { raisedAt, halvedAt, ...row } = detail as BudgetDetail;
  const halved = halvedAt === null ? null : new Date(halvedAt);
  const ledger = ledgerOf({ ...row, raisedAt: new Date(raisedAt), halvedAt: halved });
  return Object.entries(budgetHeadroom(ledger, known.limits, now)).flatMap(
    ([window, { left, limit }]): Reading[] => {
      const labels = [known.slug, known.name, window];
      return [
        { figure: 'guiche_provider_budget_left', labels, value: left },
        { figure: 'guiche_provider_budget_limit', labels, value: limit },
      ];
    },
  );
}

/** A verdict with an invalid signature counts as not intact. */
function auditReadings(signed: string): Reading[] {
  const text = signedText(signed);
  if (text === null) return [{ figure: 'guiche_audit_intact', labels: [], value: 0 }];
  const { intact, at } = AuditVerdict.parse(JSON.parse(text));
  return [
    { figure: 'guiche_audit_intact', labels: [], value: Number(intact) },
    { figure: 'guiche_audit_verified_timestamp_seconds', labels: [], value: Date.parse(at) / 1000 },
  ];
}

/** All metrics, for callers with METRICS_TOKEN; everybody else gets `not_found`. */
export async function getMetrics(authorization: string | null): Promise<Response> {
  const { metricsToken } = settings();
  const counted = metrics();
  if (counted === null || metricsToken === null || !isSame(authorization ?? '', `Bearer ${metricsToken}`))
    throw new GuicheError('not_found', 'No such endpoint.');
  const read = await databaseFigures();
  counted.setReadings([...read, ...processFigures()]);
  const headers = { 'content-type': counted.registry.contentType, 'cache-control': 'private, no-store' };
  return new Response(await counted.registry.metrics(), { headers });
}

/** Compares in constant time. */
function isSame(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(actual), digest(expected));
}
