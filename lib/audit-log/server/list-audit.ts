import 'server-only';
import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, lte, or, type SQL } from 'drizzle-orm';
import { type OperatorCtx, Reply } from '#lib/api/context.ts';
import { instantsOf, listScope } from '#lib/api/list-window.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { actionsNamed } from '#lib/audit-log/actions.ts';
import { type AuditFilter, AuditPage } from '#lib/audit-log/contract.ts';
import { NONE } from '#lib/audit-log/rules.ts';
import { linesOf } from '#lib/audit-log/server/lines.ts';
import type { AuditVerdict } from '#lib/core/audit-verdict.ts';
import { sleep } from '#lib/core/sleep.ts';
import { lastVerdict, requestVerification, runningVerification } from '#lib/data/audit/verify.ts';
import { db } from '#lib/data/client.ts';
import { databaseIso } from '#lib/data/clock.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { createdIdIn, operations } from '#lib/data/schema/operations.ts';
import { operators } from '#lib/data/schema/operators.ts';
import { servePage } from '#lib/list/server/export-list.ts';
import { cutPage } from '#lib/list/server/ranges.ts';
import type { PortPageRequest } from '#lib/providers/port.ts';

/** A filter's condition. `span`: a period as a range of entry numbers, which are in order of time. */
type Where = { of: SQL | undefined; span: { from: number; to: number } | null };

/** Resolves names to ids and instants to entry numbers first, so that the database picks the best index. */
export async function whereOf(filter: AuditFilter): Promise<Where> {
  const { operator, account, action, target, session, result } = filter;
  const [span, places, targets] = await Promise.all([
    spanOf(filter),
    account === undefined || account === NONE ? [] : idsOf(account),
    target === undefined ? [] : targetsOf(target),
  ]);
  const of = and(
    span === null ? undefined : and(gte(auditLog.seq, span.from), lte(auditLog.seq, span.to)),
    operator === undefined ? undefined : oneOf(auditLog.operatorId, [operator]),
    account === undefined ? undefined : oneOf(auditLog.accountId, account === NONE ? [NONE] : places),
    action === undefined ? undefined : inArray(auditLog.action, actionsNamed(action)),
    target === undefined ? undefined : inArray(auditLog.target, targets),
    session === undefined ? undefined : eq(auditLog.session, session),
    result === undefined ? undefined : inArray(auditLog.result, result),
  );
  return { of, span: isPlain(filter) ? (span ?? { from: 1, to: await lastSeq() }) : null };
}

/** Limits the condition to these entry numbers. An id that is no number matches nothing. */
export function amongThem({ of, span }: Where, ids: readonly string[] | undefined): Where {
  if (ids === undefined) return { of, span };
  const numbers = ids.filter((id) => /^[1-9]\d{0,14}$/.test(id)).map(Number);
  return { of: and(of, inArray(auditLog.seq, numbers)), span: null };
}

const isPlain = ({ from: _, to: __, ...others }: AuditFilter) =>
  Object.values(others).every((value) => value === undefined);

const oneOf = (column: typeof auditLog.operatorId | typeof auditLog.accountId, ids: string[]) =>
  ids[0] === NONE ? isNull(column) : inArray(column, ids);

/** Ids of all accounts, archived ones included, that have this slug. */
async function idsOf(slug: string): Promise<string[]> {
  const rows = await db().select({ id: accounts.id }).from(accounts).where(eq(accounts.slug, slug));
  return rows.map(({ id }) => id);
}

/**
 * Targets that match a text: the text itself, or the target of the operation with this reference, this id, or
 * this provider id of its result. The log lists a payment requested in Guichê under its reference.
 */
async function targetsOf(text: string): Promise<string[]> {
  const rows = await db()
    .selectDistinct({ target: operations.target })
    .from(operations)
    .where(
      or(
        eq(operations.clientReference, text),
        eq(operations.id, text),
        and(isNotNull(operations.result), eq(createdIdIn(operations.result), text)),
      ),
    )
    .limit(50);
  return [text, ...rows.map(({ target }) => target)];
}

async function lastSeq(): Promise<number> {
  const [row] = await db().select({ seq: auditLog.seq }).from(auditLog).orderBy(desc(auditLog.seq)).limit(1);
  return row?.seq ?? 0;
}

async function spanOf(filter: AuditFilter): Promise<{ from: number; to: number } | null> {
  const { from, to } = instantsOf(filter);
  if (from === undefined && to === undefined) return null;
  const [first, last] = await Promise.all([
    outermost(from === undefined ? undefined : gte(auditLog.at, new Date(from)), asc),
    outermost(to === undefined ? undefined : lt(auditLog.at, new Date(to)), desc),
  ]);
  // No entry lies in the period: an empty range.
  return first === undefined || last === undefined ? { from: 1, to: 0 } : { from: first, to: last };
}

/** Number of the earliest (`asc`) or latest (`desc`) of these entries. */
async function outermost(which: SQL | undefined, order: typeof asc): Promise<number | undefined> {
  const { seq, at } = auditLog;
  const rows = db().select({ seq }).from(auditLog).where(which).orderBy(order(at), order(seq)).limit(1);
  return (await rows)[0]?.seq;
}

/** One page of the log, newest first, with the state of its chain. */
export async function listAudit({
  ctx,
  query: { limit, cursor, ...filter },
}: Args<'GET /api/audit'>): Promise<AuditPage> {
  const scope = listScope('audit', '', filter);
  const where = await whereOf(filter);
  const read = async ({ limit, position }: PortPageRequest) => {
    const { rows, next } = await readEntries(where, limit, position as number | null);
    return { items: await linesOf(rows), next };
  };
  const [page, total, people, last, verdict, running] = await Promise.all([
    servePage(scope, { limit, cursor }, read),
    countOf(where),
    db().select({ id: operators.id, name: operators.name }).from(operators).orderBy(asc(operators.name)),
    lastSeq(),
    lastVerdict(),
    runningVerification(),
  ]);
  return serializeFor(ctx, AuditPage, {
    ...page,
    total,
    people,
    asOf: databaseIso(),
    chain: { last, verdict, running: running?.checked ?? null },
  });
}

/** Entries below a number of the chain, newest first; `next` null: there are no more. */
export async function readEntries({ of }: Where, limit: number, below: number | null) {
  const found = await db()
    .select()
    .from(auditLog)
    .where(and(of, below === null ? undefined : lt(auditLog.seq, below)))
    .orderBy(desc(auditLog.seq))
    .limit(limit + 1);
  return cutPage(found, limit, ({ seq }) => seq);
}

/** Counting further would take longer than reading the rows. */
const MOST_COUNTED = 10_000;

/** Number of matching entries; null: more than MOST_COUNTED. */
export async function countOf({ of, span }: Where): Promise<number | null> {
  // The chain has no gaps.
  if (span !== null) return Math.max(0, span.to - span.from + 1);
  const { seq } = auditLog;
  const some = db()
    .select({ seq })
    .from(auditLog)
    .where(of)
    .limit(MOST_COUNTED + 1);
  const total = await db().$count(some.as('some'));
  return total > MOST_COUNTED ? null : total;
}

const WAIT_MS = 8_000;
const POLL_MS = 100;

/** Verifies the chain from its first entry. Answers 202 when it still runs after `waitMs`. */
export async function verifyNow({ ctx, waitMs = WAIT_MS }: { ctx: OperatorCtx; waitMs?: number }) {
  const run = await requestVerification(ctx.auditEntry({ action: 'audit.verify' }));
  const until = performance.now() + waitMs;
  for (;;) {
    const running = await runningVerification();
    if (running?.run !== run) return { ...((await lastVerdict()) ?? nothingYet(0)), running: false };
    if (performance.now() >= until) return new Reply(202, { ...nothingYet(running.checked), running: true });
    await sleep(POLL_MS, ctx.signal);
  }
}

const nothingYet = (entries: number): AuditVerdict => ({
  entries,
  intact: true,
  firstBroken: null,
  cause: null,
  at: databaseIso(),
});
