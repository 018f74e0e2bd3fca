import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { ledgerOf } from '#lib/accounts/server/budget-leases.ts';
import { AuditVerdict } from '#lib/core/audit-verdict.ts';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { roomIn } from '#lib/core/http/budget-leases.ts';
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

/** Figures that this process knows without asking anybody. */
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

const KEPT_MS = 5_000;

/** The database ends the question by then; where it does not answer at all, we do a little later. */
const STATEMENT_MS = 2_000;

const PATIENCE_MS = 2_500;

/** `detail`: of a budget its row, of the audit log its signed verdict. */
type Row = {
  figure: string;
  one: string | null;
  two: string | null;
  value: unknown;
  detail: unknown;
};

const processState = globalThis as { guicheFigures?: ReturnType<typeof createCache> };

/**
 * Figures that all instances share, in one question; scrapes within a few seconds get the same. While the database is
 * away they are absent: an old figure would say that all is well.
 */
async function databaseFigures(): Promise<Reading[]> {
  processState.guicheFigures ??= createCache();
  try {
    const rows = await within(
      PATIENCE_MS,
      processState.guicheFigures('all', () => KEPT_MS, read),
    );
    return [...rows.flatMap(readingsOf), { figure: 'guiche_database_answers', labels: [], value: 1 }];
  } catch (error) {
    // A driver's error repeats the whole question; why it failed stands behind it.
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

/** The budget left follows from the account's limits, which only a process that calls it knows. */
function budgetReadings(id: string, now: number, detail: unknown): Reading[] {
  const known = budgetsNow().get(id);
  if (known === undefined) return [];
  const { raisedAt, halvedAt, ...row } = detail as BudgetDetail;
  const halved = halvedAt === null ? null : new Date(halvedAt);
  const ledger = ledgerOf({ ...row, raisedAt: new Date(raisedAt), halvedAt: halved });
  return Object.entries(roomIn(ledger, known.limits, now)).flatMap(([window, { left, limit }]): Reading[] => {
    const labels = [known.slug, known.name, window];
    return [
      { figure: 'guiche_provider_budget_left', labels, value: left },
      { figure: 'guiche_provider_budget_limit', labels, value: limit },
    ];
  });
}

/** A verdict that somebody else wrote is none. */
function auditReadings(signed: string): Reading[] {
  const text = signedText(signed);
  if (text === null) return [{ figure: 'guiche_audit_intact', labels: [], value: 0 }];
  const { intact, at } = AuditVerdict.parse(JSON.parse(text));
  return [
    { figure: 'guiche_audit_intact', labels: [], value: Number(intact) },
    { figure: 'guiche_audit_verified_timestamp_seconds', labels: [], value: Date.parse(at) / 1000 },
  ];
}

/** Everything that is counted, for whoever holds METRICS_TOKEN; to everybody else there is no such address. */
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

/** Takes as long for any other text, whatever of it is right. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
