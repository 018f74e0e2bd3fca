import 'server-only';
import { and, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { presentOne, type ReadByIdArgs, serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { unseal } from '#lib/auth/server/seal.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { masked } from '#lib/core/masking/pii.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { disputeAttachments, disputeDrafts, disputes, disputeWork } from '#lib/data/schema/disputes.ts';
import { receivedCallbacks } from '#lib/data/schema/webhooks.ts';
import { DefenseList, DisputeDetail, type DisputeState } from '#lib/disputes/contract.ts';
import { checklist, guessSituation } from '#lib/disputes/rules.ts';
import {
  type DraftRow,
  defenseOf,
  namePurpose,
  type Of,
  openContent,
  rowsOf,
  type Sent,
  sentThrough,
} from '#lib/disputes/server/defense-store.ts';
import { defendersOf, limitsOf, namesOf } from '#lib/disputes/server/disputes-of.ts';
import { DRAFT_OF, queueOf, showDisputes, stateWith, WORK_OF } from '#lib/disputes/server/queue-rows.ts';
import {
  knownDispute,
  payerPayments,
  readDispute,
  storeDefenses,
} from '#lib/disputes/server/read-dispute.ts';
import { notesOf } from '#lib/disputes/server/work.ts';
import { type Defense, Party } from '#lib/providers/records.ts';
import { disputeSubject, hoursRemainingIn } from '#lib/webhooks/callback-body.ts';

/** Deadline notices, and earlier defenses. */
const MOST = 10;

/** Document 2, INFRACTION_DEADLINE: notices of one dispute that Guichê's own receiver got, newest first. */
export async function deadlineNoticesOf(accountId: string, protocol: string) {
  const rows = await db()
    .select({ body: receivedCallbacks.body, at: receivedCallbacks.receivedAt })
    .from(receivedCallbacks)
    .where(
      and(
        eq(receivedCallbacks.accountId, accountId),
        eq(receivedCallbacks.transactionId, disputeSubject(protocol)),
        eq(receivedCallbacks.event, 'INFRACTION_DEADLINE'),
      ),
    )
    .orderBy(desc(receivedCallbacks.receivedAt))
    .limit(MOST);
  return rows.map(({ body, at }) => ({ hours: hoursRemainingIn(body), at: at.toISOString() }));
}

/** Document 1, GET /user/infractions/{id}, with the operators' work. `reveal`: in clear and audited. */
export function getDispute(request: ReadByIdArgs): Promise<DisputeDetail> {
  const { ctx } = request;
  return presentOne(request, [DisputeDetail, 'dispute.reveal'], async () => {
    const detail = await readDispute(ctx, request.id);
    // The operators' work is stored under the dispute's main id, whatever id the URL has.
    const { id } = detail.infraction;
    const accountId = ctx.account.id;
    const limits = limitsOf(ctx.account);
    const at = { accountId, windowHours: limits.windowHours, now: databaseNow() };
    const [[dispute], notes, earlier, people, deadlineNotices] = await Promise.all([
      showDisputes(at, [id], null),
      notesOf(accountId, [id]),
      earlierOf(accountId, id, detail.infraction.type),
      defendersOf(accountId),
      deadlineNoticesOf(accountId, id),
    ]);
    if (dispute === undefined) throw new GuicheError('not_found', 'No such dispute.');
    const queue = await placeOf(at, dispute.id, dispute.state);
    return { ...detail, dispute, notes, earlier, people, deadlineNotices, queue, limits };
  });
}

async function earlierOf(accountId: string, id: string, ofType: string | null) {
  if (ofType === null) return [];
  const { id: disputeId, type, amount, answeredAt, state, result, files } = disputes;
  const rows = await db()
    .select({ disputeId, type, amount, answeredAt, state, result, files })
    .from(disputes)
    .where(
      and(
        eq(disputes.accountId, accountId),
        eq(type, ofType),
        ne(disputeId, id),
        inArray(state, ['answered', 'closed']),
        isNotNull(answeredAt),
      ),
    )
    .orderBy(desc(answeredAt))
    .limit(MOST);
  return rows.map((row) => ({
    ...row,
    answeredAt: row.answeredAt?.toISOString() ?? null,
    state: row.state as DisputeState,
  }));
}

/** The dispute's neighbours of the same state, in the queue's order. */
async function placeOf(at: Parameters<typeof queueOf>[0], id: string, state: DisputeState) {
  const queue = queueOf(at);
  const order = sql`(order by ${queue.rank}, ${queue.key}, ${queue.id})`;
  const placed = db()
    .select({
      id: queue.id,
      place: sql<number>`(row_number() over ${order})::int`.as('queue_place'),
      of: sql<number>`(count(*) over ())::int`.as('queue_of'),
      previous: sql<string | null>`lag(${queue.id}) over ${order}`.as('queue_previous'),
      next: sql<string | null>`lead(${queue.id}) over ${order}`.as('queue_next'),
    })
    .from(queue)
    .where(eq(queue.state, state))
    .as('placed');
  const [row] = await db().select().from(placed).where(eq(placed.id, id));
  if (row === undefined) return { place: null, of: 0, previous: null, next: null };
  return { ...row, place: state === 'open' ? row.place : null };
}

/** The payer's other payments. Without a document `items` is empty, `total` null. It stays on the server. */
export async function getPayer({ ctx, id }: Args<'GET /disputes/{id}/payer'>) {
  const found = await payerPayments(ctx, await knownDispute(ctx, id));
  if (found === null) return { items: [], total: null };
  const items = found.payments.map(({ id: transactionId, paidAt, createdAt, amount, status }) => ({
    transactionId,
    paidAt: paidAt ?? createdAt,
    amount,
    status,
    disputeId: found.disputed.get(transactionId) ?? null,
  }));
  return { items, total: found.total };
}

/** The payer's document in clear, and the disputed payment; for look-ups on the server only. */
export async function getDisputedPayment(ctx: Ctx, id: string) {
  const { payer, transactionId } = await knownDispute(ctx, id);
  return { document: payer.document, transactionId };
}

type Item = DefenseList['items'][number];
/** For masking: the people that the dispute names are hidden in the defenses' texts. */
const About = z.object({ payer: Party, receiver: Party, items: DefenseList.shape.items });

/**
 * Document 1, GET /user/infractions/{id}/defenses. If the account may not read them: the dispute's history,
 * otherwise what Guichê sent. Texts are masked for operators who may not answer disputes.
 */
export async function getDefenses({ ctx, id }: { ctx: Ctx; id: string }): Promise<DefenseList> {
  const infraction = await knownDispute(ctx, id);
  const sent = await sentThrough({ accountId: ctx.account.id, disputeId: id });
  const listed = await ctx
    .part('disputes')
    .defenses(id, ctx.call)
    .catch((error: unknown) => {
      if (sent === null) throw error;
      return null;
    });
  if (listed !== null && listed.length > 0) await storeDefenses(ctx.account.id, id, listed);
  const known = listed ?? infraction.defenses;
  const items = await withSender(known, sent);
  const inClear = ctx.permissions.has('dispute');
  const names = ctx.permissions.has('reveal');
  const shown = inClear ? items : masked(About, { ...infraction, items }, { names }).items;
  return serializeFor(ctx, DefenseList, { items: shown, available: listed !== null }, { inClear });
}

/** Marks the defense that Guichê sent; adds it if the provider does not list it yet. */
async function withSender(known: readonly Defense[], sent: Sent | null): Promise<Item[]> {
  const nobody = { sentBy: null, operationId: null };
  if (sent === null) return known.map((defense) => ({ ...defense, ...nobody }));
  const us = { sentBy: (await namesOf([sent.sentBy]))(sent.sentBy), operationId: sent.operationId };
  const ours = ourIndex(known, sent);
  const all = ours < 0 ? [defenseOf(sent), ...known] : known;
  return all.map((defense, index) => ({ ...defense, ...(index === Math.max(0, ours) ? us : nobody) }));
}

function ourIndex(known: readonly Defense[], { receipt }: Sent): number {
  const byId = known.findIndex(({ id }) => id !== null && id === receipt.defense?.id);
  return byId >= 0 ? byId : known.findIndex(({ text }) => text === null || text === receipt.text);
}

/** How far a dispute's defense is. People are ids. */
export type DefenseStatus = {
  state: DisputeState;
  assigneeId: string | null;
  answeredAt: Date | null;
  /** The operator who sent the defense through Guichê. */
  answeredBy: string | null;
  /** The stored draft, and how many persuasive arguments it makes (the same count as in the editor). */
  draft: { version: number; proofs: { made: number; of: number } } | null;
};

type File = { name: string; mimeType: string };

const keyOf = ({ accountId, disputeId }: Of) => `${accountId} ${disputeId}`;

/** How far the defense of each dispute is, across accounts; null for one that the index does not have. */
export async function defenseStatuses(these: readonly Of[]): Promise<(of: Of) => DefenseStatus | null> {
  if (these.length === 0) return () => null;
  const reason = sql<string | null>`${disputes.infraction} ->> 'reason'`;
  const { accountId, id: disputeId, state, answeredAt } = disputes;
  const rows = await db()
    .select({ accountId, disputeId, state, answeredAt, reason, work: disputeWork, draft: disputeDrafts })
    .from(disputes)
    .leftJoin(disputeWork, WORK_OF)
    .leftJoin(disputeDrafts, DRAFT_OF)
    .where(or(...these.map((of) => rowsOf({ accountId, disputeId }, of))));
  const files = await filesOf(rows.filter(({ draft }) => draft !== null));
  const found = new Map(
    rows.map((row): [string, DefenseStatus] => [
      keyOf(row),
      {
        state: stateWith(row),
        assigneeId: row.work?.assigneeId ?? null,
        answeredAt: row.work?.sentAt ?? row.answeredAt,
        answeredBy: row.work?.sentBy ?? null,
        draft: row.draft === null ? null : draftStatus(row.draft, row.reason, files.get(keyOf(row)) ?? []),
      },
    ]),
  );
  return (of) => found.get(keyOf(of)) ?? null;
}

function draftStatus(row: DraftRow, reason: string | null, files: readonly File[]): DefenseStatus['draft'] {
  const { situation, ...written } = openContent(row, row);
  const checks = checklist(situation ?? guessSituation(reason), written, files);
  const made = checks.filter(({ state }) => state !== 'open').length;
  return { version: row.version, proofs: { made, of: checks.length } };
}

async function filesOf(these: readonly Of[]): Promise<Map<string, File[]>> {
  if (these.length === 0) return new Map();
  const { id, accountId, disputeId, name, mimeType, removedAt } = disputeAttachments;
  const rows = await db()
    .select({ id, accountId, disputeId, name, mimeType })
    .from(disputeAttachments)
    .where(and(isNull(removedAt), or(...these.map((of) => rowsOf(disputeAttachments, of)))));
  const opened = rows.map((row) => ({ ...row, name: unseal(row.name, namePurpose(row.id)) }));
  return Map.groupBy(opened, keyOf);
}
