import 'server-only';
import { and, eq, ne, notInArray, type SQL } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import type { AuditAction } from '#lib/audit-log/actions.ts';
import { operatorNames } from '#lib/auth/server/holders.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { enqueue } from '#lib/data/jobs/queue.ts';
import { type resendItems, type resendRequests, resends } from '#lib/data/schema/resends.ts';
import { announce } from '#lib/events/server/announce.ts';
import type { ResendHead, ResendState } from '#lib/resends/contract.ts';
import type { StoredProblem } from '#lib/resends/server/change-resend.ts';
import { countsOfAll } from '#lib/resends/server/items.ts';
import { limitsOf } from '#lib/resends/server/rate-state.ts';

export type ResendRow = typeof resends.$inferSelect;
export type ItemRow = typeof resendItems.$inferSelect;
export type NewItem = typeof resendItems.$inferInsert;
export type RequestRow = typeof resendRequests.$inferSelect;

/** States of a resend that is not over. */
export const OPEN_STATES: string[] = ['queued', 'running', 'paused'] satisfies ResendState[];

const Labels = z.array(z.string()).optional();

/** The receiver of the callbacks: a registered webhook, or addresses at one host. */
const Receiver = {
  webhook: z.object({ id: z.string(), url: z.string().nullable() }).nullable().default(null),
  host: z.string().nullable().default(null),
};

/** Progress of reading a resend's transactions. Instants are ISO 8601 UTC, `to` exclusive. */
export const Collection = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('walk'),
    from: z.string(),
    to: z.string(),
    type: Labels,
    status: Labels,
    onlyFailed: z.boolean(),
    webhook: z.object({ id: z.string(), url: z.string().nullable() }).nullable(),
    begun: z.boolean(),
    position: z.unknown(),
  }),
  z.object({
    kind: z.literal('selection'),
    phase: z.enum(['choose', 'walk', 'rest', 'get']),
    position: z.unknown(),
    ...Receiver,
  }),
  z.object({
    kind: z.literal('failures'),
    from: z.string().nullable(),
    to: z.string().nullable(),
    ...Receiver,
  }),
  z.object({
    kind: z.literal('webhook'),
    webhook: z.object({ id: z.string(), url: z.string().nullable() }),
  }),
]);
export type Collection = z.infer<typeof Collection>;

export async function resendById(id: string): Promise<ResendRow | null> {
  const [row] = await db().select().from(resends).where(eq(resends.id, id));
  return row ?? null;
}

/** Changes a resend only if it still has the version that was read; null if another step came first. */
export async function stepRow(
  tx: Database | Transaction,
  row: ResendRow,
  change: PgUpdateSetSource<typeof resends>,
  also?: SQL,
): Promise<ResendRow | null> {
  const [after] = await tx
    .update(resends)
    .set({ ...change, version: row.version + 1 })
    .where(and(eq(resends.id, row.id), eq(resends.version, row.version), also))
    .returning();
  return after ?? null;
}

/** Records with their current counts, not masked yet; `serializeFor` drops the row's own columns. */
export async function resendRecords(ctx: Ctx, rows: readonly ResendRow[]): Promise<ResendHead[]> {
  const [counted, names] = await Promise.all([
    countsOfAll(rows),
    operatorNames(rows.map(({ operatorId }) => operatorId)),
  ]);
  const { perMinute } = limitsOf(ctx.account);
  return rows.flatMap((row) => {
    const found = counted.get(row.id);
    if (found === undefined) return [];
    const head = {
      ...row,
      number: row.number ?? 0,
      state: row.state as ResendState,
      pauseReason: row.pauseReason as ResendHead['pauseReason'],
      pausedUntil: instant(row.pausedUntil),
      problem: row.problem as StoredProblem | null,
      scope: row.scope as ResendHead['scope'],
      filter: { ...(row.filter as Record<string, unknown>), ...(row.everything && { everything: true }) },
      createdAt: row.createdAt.toISOString(),
      startedAt: instant(row.startedAt),
      completedAt: instant(row.completedAt),
      followedUntil: instant(row.followedUntil),
      indexFrom: instant(row.indexFrom),
      by: { id: row.operatorId, name: names.get(row.operatorId) ?? '' },
      perMinute,
    };
    return [{ ...head, ...found }];
  });
}

const instant = (date: Date | null) => date?.toISOString() ?? null;

/** A started resend of the account. Throws `not_found` for previews and other accounts' resends. */
export async function resendRow(ctx: Ctx, id: string): Promise<ResendRow> {
  const [row] = await startedResend(db(), ctx, id);
  return row ?? notFound();
}

/** The same, locked until the transaction ends: nobody can pause, cancel or step it meanwhile. */
export async function lockResend(tx: Transaction, ctx: Ctx, id: string): Promise<ResendRow> {
  const [row] = await startedResend(tx, ctx, id).for('update');
  return row ?? notFound();
}

function startedResend(tx: Pick<Transaction, 'select'>, { account }: Ctx, id: string) {
  const mine = and(eq(resends.id, id), eq(resends.accountId, account.id));
  const started = notInArray(resends.state, ['preview', 'expired']);
  return tx.select().from(resends).where(and(mine, started));
}

function notFound(): never {
  throw new GuicheError('not_found', 'No such resend.');
}

/** A preview of the account, by any operator. `conflict` after it expired. */
export async function previewRow(ctx: Ctx, id: string): Promise<ResendRow> {
  const [row] = await db()
    .select()
    .from(resends)
    .where(and(eq(resends.id, id), eq(resends.accountId, ctx.account.id), ne(resends.state, 'expired')));
  if (row === undefined) throw new GuicheError('not_found', 'No such preview; it may be over.');
  if (row.state !== 'preview')
    throw new GuicheError('already_done', 'This preview was started already.', {
      existing: { id: row.id, state: row.state },
    });
  if (row.expiresAt !== null && row.expiresAt.getTime() < databaseNow())
    throw new GuicheError('conflict', 'This preview is over: its transactions may have changed.');
  return row;
}

/** Starts a chain; only the chain in the row's `chain` column is active. */
export const enqueueResend = (resendId: string, chain: number): Promise<void> =>
  enqueue('resend', { resendId, chain });

export const announceResend = (tx: Transaction, accountId: string): Promise<void> =>
  announce(tx, accountId, [['resends']]);

/** Audits an action of the job in the name of the operator who started it. */
export async function auditResend(
  tx: Transaction,
  row: ResendRow,
  what: {
    action: AuditAction;
    result?: 'ok' | 'refused' | 'failed';
    after?: Record<string, unknown>;
    requestId?: string | null;
  },
): Promise<void> {
  await appendAudit(tx, {
    operatorId: row.operatorId,
    accountId: row.accountId,
    action: what.action,
    target: row.id,
    result: what.result ?? 'ok',
    after: { number: row.number, ...what.after },
    providerRequestId: what.requestId ?? null,
  });
}
