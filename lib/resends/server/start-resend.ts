import 'server-only';
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { log } from '#lib/core/log.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { resendLines, resends } from '#lib/data/schema/resends.ts';
import { getCoveredIndex } from '#lib/deliveries/server/get-index-reach.ts';
import type { ResendScope, ResendState } from '#lib/resends/contract.ts';
import { hasFailures } from '#lib/resends/server/collect-failures.ts';
import { countsOf } from '#lib/resends/server/counts.ts';
import { limitsOf, lineOf } from '#lib/resends/server/rate-state.ts';
import { enqueueResend } from '#lib/resends/server/resend-job.ts';
import { announceResend, previewRow, type ResendRow } from '#lib/resends/server/resend-row.ts';
import { receiversToAwait } from '#lib/resends/server/wait-for-recovery.ts';
import { writeResend } from '#lib/resends/server/write-resend.ts';

/** Time for updating the delivery index before Guichê reports that there are no open failures. */
const INDEX_MS = 6_000;

/**
 * Starts a resend: the preview's frozen transactions, or a scope that the job reads first. A second start of
 * a preview is `already_done`. `invalid_request` (`nothing`) if an empty preview or no open failures would
 * request nothing.
 */
export async function startResend({
  ctx,
  body,
}: Args<'POST /resends'>): Promise<{ id: string; state: ResendState }> {
  ctx.part('resends');
  await lineOf(ctx.account.id);
  const row =
    'previewId' in body
      ? await startPreview(ctx, body.previewId, body.whenAnswers ?? false)
      : await startScope(ctx, body);
  if (row.state === 'paused') return headOf(row);
  // If this fails, `maintainResends` starts the chain later.
  await enqueueResend(row.id, row.chain).catch((error: unknown) =>
    log().error({ resend: row.id, err: error }, 'a resend could not be queued'),
  );
  return headOf(row);
}

const headOf = ({ id, state }: ResendRow) => ({ id, state: state as ResendState });

async function startScope(ctx: Ctx, scope: ResendScope): Promise<ResendRow> {
  const covered = scope.scope === 'failures' && (await isIndexed(ctx));
  return writeResend(ctx, scope, 'queued', async (tx, written) => {
    if (covered && !(await hasFailures(tx, written))) throw nothing('scope');
    return begin(tx, ctx, written);
  });
}

/** Updates the index; true if it reaches as far back as the provider resends. */
async function isIndexed({ account, call }: Ctx): Promise<boolean> {
  const now = Date.now();
  const from = now - limitsOf(account).maxAgeMs;
  return (await getCoveredIndex(account, { from, until: now + INDEX_MS, call })).from === null;
}

const nothing = (field: string) =>
  new GuicheError('invalid_request', 'Nothing to resend: no transaction matches.', {
    fields: [{ field, message: 'nothing' }],
  });

async function startPreview(ctx: Ctx, id: string, whenAnswers: boolean): Promise<ResendRow> {
  const preview = await previewRow(ctx, id);
  if (preview.plannedAt === null) throw new GuicheError('conflict', 'This preview is not complete yet.');
  // If the figures are estimated, the provider decides by its own history.
  if (!preview.estimated && (await countsOf(preview)).counts.remaining === 0) throw nothing('previewId');
  const waitsFor = whenAnswers ? await receiversToAwait(preview) : null;
  const begun =
    waitsFor === null ? { state: 'queued' } : { state: 'paused', pauseReason: 'receiver_down', waitsFor };
  return db().transaction(async (tx) => {
    const [started] = await tx
      .update(resends)
      .set({ ...begun, expiresAt: null, operatorId: ctx.operator.id, createdAt: dbNow })
      .where(
        and(
          eq(resends.id, id),
          eq(resends.state, 'preview'),
          isNotNull(resends.plannedAt),
          gt(resends.expiresAt, dbNow),
        ),
      )
      .returning();
    if (started === undefined) throw new GuicheError('conflict', 'This preview was started or is over.');
    return begin(tx, ctx, started);
  });
}

/** Assigns its number, schedules its first step and writes its audit entry. */
async function begin(tx: Transaction, ctx: Ctx, row: ResendRow): Promise<ResendRow> {
  const [line] = await tx
    .update(resendLines)
    .set({ lastNumber: sql`${resendLines.lastNumber} + 1`, matchedSeq: matchedFrom(row.accountId) })
    .where(eq(resendLines.accountId, row.accountId))
    .returning({ number: resendLines.lastNumber });
  const [begun] = await tx
    .update(resends)
    .set({ number: line?.number ?? 1, stepDueAt: row.state === 'paused' ? null : dbNow })
    .where(eq(resends.id, row.id))
    .returning();
  if (begun === undefined) throw new Error('A resend vanished.');
  await appendAudit(
    tx,
    ctx.auditEntry({
      action: 'resend.started',
      target: begun.id,
      after: {
        number: begun.number,
        scope: begun.scope,
        filter: begun.filter,
        everything: begun.everything,
        ...(begun.waitsFor === null ? {} : { whenAnswers: true }),
      },
    }),
  );
  await announceResend(tx, row.accountId);
  await bindAnswer(tx, ctx.intent, headOf(begun));
  return begun;
}

/** If no resend is followed, records read so far belong to none: matching starts after them. */
const matchedFrom = (accountId: string) => sql`case
  when exists (
    select 1 from resends where account_id = ${accountId} and started_at is not null and counts is null
  ) then ${resendLines.matchedSeq}
  else (select coalesce(max(seq), 0) from deliveries where account_id = ${accountId}) end`;
