import 'server-only';
import { and, eq, notInArray } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { operatorNames } from '#lib/auth/server/holders.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { log } from '#lib/core/log.ts';
import { type AuditEntry, appendAudit } from '#lib/data/audit/append.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { enqueue } from '#lib/data/jobs/queue.ts';
import { type resendItems, type resendRequests, resends } from '#lib/data/schema/resends.ts';
import { announce } from '#lib/events/server/announce.ts';
import type { ResendHead, ResendRequest, ResendState } from '#lib/resends/contract.ts';
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

const Webhook = z.object({ id: z.string(), url: z.string().nullable() });
export type Webhook = z.infer<typeof Webhook>;

/** The receiver of the callbacks: a registered webhook, or addresses at one host. */
const Receiver = { webhook: Webhook.nullable().default(null), host: z.string().nullable().default(null) };

/** Progress of reading a resend's transactions. Instants are ISO 8601 UTC, `to` exclusive. */
export const Collection = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('walk'),
    from: z.string(),
    to: z.string(),
    type: Labels,
    status: Labels,
    onlyFailed: z.boolean(),
    webhook: Webhook.nullable(),
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
  z.object({ kind: z.literal('webhook'), webhook: Webhook }),
]);
export type Collection = z.infer<typeof Collection>;
export type CollectionOf<Kind extends Collection['kind']> = Extract<Collection, { kind: Kind }>;

export async function resendById(id: string): Promise<ResendRow | null> {
  const [row] = await db().select().from(resends).where(eq(resends.id, id));
  return row ?? null;
}

/**
 * Changes a resend, and `also` more in the same transaction, only if it still has the version that was read;
 * null if another step came first.
 */
export function stepRow(
  row: ResendRow,
  change: PgUpdateSetSource<typeof resends>,
  also?: (tx: Transaction) => Promise<unknown>,
): Promise<ResendRow | null> {
  return db().transaction(async (tx) => {
    const [after] = await tx
      .update(resends)
      .set({ ...change, version: row.version + 1 })
      .where(and(eq(resends.id, row.id), eq(resends.version, row.version)))
      .returning();
    if (after === undefined) return null;
    await also?.(tx);
    return after;
  });
}

/** Records with their current counts, not masked yet; `serializeFor` drops the row's own columns. */
export async function resendRecords(ctx: Ctx, rows: readonly ResendRow[]): Promise<ResendHead[]> {
  const [countsOf, names] = await Promise.all([
    countsOfAll(rows),
    operatorNames(rows.map(({ operatorId }) => operatorId)),
  ]);
  const { perMinute } = limitsOf(ctx.account);
  return rows.map((row) => ({
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
    ...countsOf(row),
  }));
}

export const requestRecord = (request: RequestRow): ResendRequest => ({
  ...request,
  route: request.route as ResendRequest['route'],
  state: request.state as ResendRequest['state'],
  from: instant(request.from),
  to: instant(request.to),
  sentAt: instant(request.sentAt),
  endedAt: instant(request.endedAt),
});

export const instant = (date: Date | null) => date?.toISOString() ?? null;

/**
 * A started resend of the account. Throws `not_found` for previews and other accounts' resends. `lockIn`:
 * locked until that transaction ends, so nobody can pause, cancel or step it meanwhile.
 */
export async function resendRow({ account }: Ctx, id: string, lockIn?: Transaction): Promise<ResendRow> {
  const mine = and(eq(resends.id, id), eq(resends.accountId, account.id));
  const started = notInArray(resends.state, ['preview', 'expired']);
  const query = (lockIn ?? db()).select().from(resends).where(and(mine, started));
  const [row] = await (lockIn === undefined ? query : query.for('update'));
  if (row === undefined) throw new GuicheError('not_found', 'No such resend.');
  return row;
}

type Chained = Pick<ResendRow, 'id' | 'chain'>;

/** Starts a chain; only the chain in the row's `chain` column is active. */
export const startChain = ({ id: resendId, chain }: Chained): Promise<void> =>
  enqueue('resend', { resendId, chain });

/** The same after a commit that cannot be undone. If it fails, `maintainResends` starts the chain later. */
export const enqueueResend = (row: Chained): Promise<void> =>
  startChain(row).catch((error: unknown) =>
    log().error({ resend: row.id, err: error }, 'a resend could not be queued'),
  );

export const announceResend = (tx: Transaction, accountId: string): Promise<void> =>
  announce(tx, accountId, [['resends']]);

/** Audits an action of the job in the name of the operator who started it. */
export async function auditResend(
  tx: Transaction,
  { id, accountId, operatorId, number }: ResendRow,
  entry: Partial<AuditEntry> & { action: AuditEntry['action']; after?: object | null },
): Promise<void> {
  const after = { number, ...entry.after };
  await appendAudit(tx, { operatorId, accountId, target: id, result: 'ok', ...entry, after });
}
