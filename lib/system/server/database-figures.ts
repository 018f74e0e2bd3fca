import 'server-only';
import { sql } from 'drizzle-orm';
import { ledgerOf } from '#lib/accounts/server/budget-leases.ts';
import { createAnswerCache } from '#lib/answer-cache.ts';
import { signedText } from '#lib/audit/chain.ts';
import { AuditVerdict } from '#lib/audit/verdict.ts';
import { db } from '#lib/db/client.ts';
import { roomIn } from '#lib/http/budget-leases.ts';
import { log } from '#lib/log.ts';
import { budgetsNow } from '#lib/providers/registry.ts';
import { allFigures } from '#lib/system/server/figures-query.ts';
import { within } from '#lib/system/server/within.ts';
import { FIGURES, type FigureName, type Reading } from '#lib/telemetry/figures.ts';

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

const processState = globalThis as { guicheFigures?: ReturnType<typeof createAnswerCache> };

/**
 * Figures that all instances share, in one question; scrapes within a few seconds get the same. While the database is
 * away they are absent: an old figure would say that all is well.
 */
export async function databaseFigures(): Promise<Reading[]> {
  processState.guicheFigures ??= createAnswerCache();
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
