import 'server-only';
import { and, asc, count, desc, eq, gt, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { databaseNow, dbNow } from '#lib/data/clock.ts';
import { resendItems, resendLines, resendRequests, resends } from '#lib/data/schema/resends.ts';
import { eventOfStatus } from '#lib/deliveries/rules.ts';
import { getIncidents } from '#lib/deliveries/server/get-incidents.ts';
import { getCoveredIndex } from '#lib/deliveries/server/get-index-reach.ts';
import { ResendPreview, type ResendScope, type ResendState } from '#lib/resends/contract.ts';
import { collectUntil, hasFailures } from '#lib/resends/server/collect.ts';
import { countsOf } from '#lib/resends/server/items.ts';
import { limitsOf, lineOf } from '#lib/resends/server/rate-state.ts';
import {
  announceResend,
  enqueueResend,
  OPEN_STATES,
  type ResendRow,
  requestRecord,
} from '#lib/resends/server/resend-row.ts';
import { failingReceivers, receiversToAwait } from '#lib/resends/server/wait-for-recovery.ts';
import { writeResend } from '#lib/resends/server/write-resend.ts';

/** Longest read of one call; the next call continues the same preview. */
const READ_MS = 20_000;
const SHOWN_REQUESTS = 500;

/** Freezes a resend's transactions for 15 minutes; sends nothing. `{ previewId }` continues or repeats it. */
export async function previewResend({ ctx, body }: Args<'POST /resends/preview'>): Promise<ResendPreview> {
  ctx.part('resends');
  const row =
    'previewId' in body
      ? await previewRow(ctx, body.previewId)
      : await writeResend(ctx, body, 'preview', async (_, written) => written);
  const { account, port, call } = ctx;
  const read = await collectUntil(row, Date.now() + READ_MS, { account, port, call }).catch(
    async (error: unknown) => {
      // The caller never got this preview's id, so it expires at once.
      if (!('previewId' in body))
        await db()
          .update(resends)
          .set({ expiresAt: new Date(0) })
          .where(eq(resends.id, row.id));
      throw error;
    },
  );
  return show(ctx, read);
}

/** A preview of the account, by any operator. `conflict` after it expired. */
async function previewRow(ctx: Ctx, id: string): Promise<ResendRow> {
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

/** Another running resend of the account: both share the provider's rate limit. */
async function sharedWith(row: ResendRow): Promise<ResendPreview['sharedWith']> {
  const others = and(eq(resends.accountId, row.accountId), ne(resends.id, row.id));
  const [other] = await db()
    .select({ id: resends.id, number: sql<number>`${resends.number}` })
    .from(resends)
    .where(and(others, inArray(resends.state, OPEN_STATES), isNotNull(resends.number)))
    .orderBy(desc(resends.number))
    .limit(1);
  return other ?? null;
}

async function show(ctx: Ctx, row: ResendRow): Promise<ResendPreview> {
  const ofResend = eq(resendRequests.resendId, row.id);
  const requests = db().select().from(resendRequests).where(ofResend).orderBy(asc(resendRequests.number));
  const [{ counts, amount }, events, shown, requestsTotal, failing, shared] = await Promise.all([
    countsOf(row),
    eventsOf(row.id),
    requests.limit(SHOWN_REQUESTS),
    db().$count(resendRequests, ofResend),
    failingReceivers(row),
    sharedWith(row),
  ]);
  const nothing = row.plannedAt !== null && counts.remaining === 0;
  return serializeFor(ctx, ResendPreview, {
    previewId: row.id,
    complete: row.plannedAt !== null,
    expiresAt: (row.expiresAt ?? row.createdAt).toISOString(),
    scope: row.scope as ResendPreview['scope'],
    estimated: row.estimated,
    counts,
    amount,
    events,
    requests: shown.map(requestRecord),
    requestsTotal,
    indexFrom: row.indexFrom?.toISOString() ?? null,
    earliest: row.earliest.toISOString(),
    perMinute: limitsOf(ctx.account).perMinute,
    sharedWith: shared,
    failing: failing.map(({ url, lastStatus }) => ({ url, status: lastStatus })),
    instead: nothing ? await suggestionsFor(row) : [],
  });
}

/** The provider sends the event of the current status, unless a webhook's failures name their own event. */
async function eventsOf(resendId: string): Promise<ResendPreview['events']> {
  const rows = await db()
    .select({ event: resendItems.event, status: resendItems.status, count: count() })
    .from(resendItems)
    .where(and(eq(resendItems.resendId, resendId), eq(resendItems.state, 'remaining')))
    .groupBy(resendItems.event, resendItems.status)
    .orderBy(desc(count()));
  const eventOf = (status: string | null) => (status === null ? null : eventOfStatus(status));
  return rows.map((row) => ({ ...row, event: row.event === '' ? eventOf(row.status) : row.event }));
}

/** Other receivers with open failures, as a suggestion when the scope matches nothing. */
async function suggestionsFor(row: ResendRow): Promise<ResendPreview['instead']> {
  const { items } = await getIncidents(row.accountId);
  const { webhookId = null, host = null } = row.filter as { webhookId?: string; host?: string };
  return items
    .filter((one) =>
      one.webhookId === null ? webhookId !== null || one.host !== host : one.webhookId !== webhookId,
    )
    .map((one) => ({ webhookId: one.webhookId, host: one.host, count: one.callbacks }));
}

/** Time for updating the delivery index before Guichê reports that there are no open failures. */
const INDEX_MS = 6_000;

/**
 * Starts a resend: the preview's frozen transactions, or a scope that the job reads first. A second start of
 * a preview is `already_done`. `invalid_request` (`nothing`) if an empty preview or no open failures would
 * request nothing.
 */
export async function startResend({ ctx, body }: Args<'POST /resends'>) {
  ctx.part('resends');
  await lineOf(ctx.account.id);
  const row =
    'previewId' in body
      ? await startPreview(ctx, body.previewId, body.whenAnswers ?? false)
      : await startScope(ctx, body);
  if (row.state !== 'paused') await enqueueResend(row);
  return headOf(row);
}

const headOf = ({ id, state }: ResendRow) => ({ id, state: state as ResendState });

async function startScope(ctx: Ctx, scope: ResendScope): Promise<ResendRow> {
  const { account, call } = ctx;
  const now = Date.now();
  const window = { from: now - limitsOf(account).maxAgeMs, until: now + INDEX_MS, call };
  const covered = scope.scope === 'failures' && (await getCoveredIndex(account, window)).from === null;
  return writeResend(ctx, scope, 'queued', async (tx, written) => {
    if (covered && !(await hasFailures(tx, written))) throw nothing('scope');
    return begin(tx, ctx, written);
  });
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
  const mine = and(eq(resends.id, id), eq(resends.state, 'preview'));
  return db().transaction(async (tx) => {
    const [started] = await tx
      .update(resends)
      .set({ ...begun, expiresAt: null, operatorId: ctx.operator.id, createdAt: dbNow })
      .where(and(mine, isNotNull(resends.plannedAt), gt(resends.expiresAt, dbNow)))
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
  const number = line?.number ?? 1;
  await tx
    .update(resends)
    .set({ number, stepDueAt: row.state === 'paused' ? null : dbNow })
    .where(eq(resends.id, row.id));
  const { id, scope, filter, everything, waitsFor } = row;
  const after = { number, scope, filter, everything, ...(waitsFor !== null && { whenAnswers: true }) };
  await appendAudit(tx, ctx.auditEntry({ action: 'resend.started', target: id, after }));
  await announceResend(tx, row.accountId);
  await bindAnswer(tx, ctx.intent, headOf(row));
  return row;
}

/** If no resend is followed, records read so far belong to none: matching starts after them. */
const matchedFrom = (accountId: string) => sql`case
  when exists (
    select 1 from resends where account_id = ${accountId} and started_at is not null and counts is null
  ) then ${resendLines.matchedSeq}
  else (select coalesce(max(seq), 0) from deliveries where account_id = ${accountId}) end`;
