import 'server-only';
import { desc, inArray, or, sql } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import type { Dispute, DisputeNote } from '#lib/disputes/contract.ts';
import { limitsOf } from '#lib/disputes/server/disputes-of.ts';
import { notesOf } from '#lib/disputes/server/notes.ts';
import { queueOf, searched, showDisputes } from '#lib/disputes/server/queue-rows.ts';
import { beginIndex } from '#lib/disputes/server/request-sync.ts';

type Wanted = {
  /** Without punctuation. */
  document: string;
  /** The customer's payments. A dispute of one counts as theirs, also if the provider masks the payer. */
  transactionIds: readonly string[];
  most: number;
};
type Found = {
  /** Newest first, in clear. */
  disputes: Dispute[];
  notes: (DisputeNote & { disputeId: string })[];
  /** More than `most` exist. */
  more: boolean;
  /** Guichê has read all pages of the provider at least once. */
  complete: boolean;
};

/** Disputes of one payer from the index, with the operators' notes. */
export async function listCustomerDisputes(ctx: Ctx, wanted: Wanted): Promise<Found> {
  const { document, transactionIds, most } = wanted;
  const { completeAt } = await beginIndex(ctx);
  const accountId = ctx.account.id;
  const at = { accountId, windowHours: limitsOf(ctx.account).windowHours, now: databaseNow() };
  const queue = queueOf(at);
  const theirs =
    transactionIds.length === 0
      ? searched(queue, { document })
      : or(searched(queue, { document }), inArray(queue.transactionId, [...transactionIds]));
  const rows = await db()
    .select({ id: queue.id })
    .from(queue)
    .where(theirs)
    .orderBy(sql`${queue.opened} desc nulls last`, desc(queue.id))
    .limit(most + 1);
  const ids = rows.slice(0, most).map(({ id }) => id);
  const [disputes, notes] = await Promise.all([showDisputes(at, ids, null), notesOf(accountId, ids)]);
  return { disputes, notes, more: rows.length > most, complete: completeAt !== null };
}
