import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { documentKind, normalizeDocument } from '#lib/core/pix/documents.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { disputes } from '#lib/data/schema/disputes.ts';
import { storedInfraction, upsertInfractions } from '#lib/disputes/server/upsert-infractions.ts';
import type { Infraction, InfractionDetail, Transaction } from '#lib/providers/records.ts';

/**
 * Reads the dispute from the provider and updates the index. If the provider fails, returns the index's copy
 * with its time in `asOf` and no raw answer. Throws `not_found`, or the provider's error if the index has no
 * copy.
 */
export async function readDispute(ctx: Ctx, id: string): Promise<InfractionDetail> {
  const port = ctx.part('disputes');
  const startedAt = databaseNow();
  try {
    const { tellsDefenses: _, ...detail } = await port.get(id, ctx.call);
    await upsertInfractions(ctx.account.id, [detail.infraction], startedAt);
    return detail;
  } catch (error) {
    if (!(error instanceof GuicheError) || error.code === 'not_found') throw error;
    const stored = await storedInfraction(ctx.account.id, id);
    if (stored === null) throw error;
    return { ...stored, raw: null };
  }
}

/** The record from the index, else from the provider, for fields that do not change. Throws `not_found`. */
export async function knownDispute(ctx: Ctx, id: string): Promise<Infraction> {
  ctx.part('disputes');
  return (await storedInfraction(ctx.account.id, id))?.infraction ?? (await readDispute(ctx, id)).infraction;
}

type Subject = { ctx: Ctx; id: string };

/**
 * Calls the handler with the dispute's main id. A provider may accept several ids for one dispute (document
 * 2: id and protocol); notes, drafts, files, assignee and defense belong to the dispute, not to the id in the
 * URL.
 */
export const byOwnId =
  <Input extends Subject, Answer>(handler: (input: Input) => Answer) =>
  async (input: Input): Promise<Awaited<Answer>> =>
    await handler({ ...input, id: (await knownDispute(input.ctx, input.id)).id });

const MOST_PAYMENTS = 50;

export type PayerPayments = {
  payments: Transaction[];
  total: number | null;
  /** Dispute ids from the index, by transaction id. */
  disputed: ReadonlyMap<string, string>;
};

/** The payer's other payments to this account, newest first; null if the payer's document is unknown. */
export async function payerPayments(
  ctx: Ctx,
  { payer, transactionId }: Pick<Infraction, 'payer' | 'transactionId'>,
): Promise<PayerPayments | null> {
  const document = normalizeDocument(payer.document ?? '');
  // A masked document identifies nobody.
  if (documentKind(document) === null || ctx.port.transactions === undefined) return null;
  const filter = { document, type: ['DEPOSIT'] };
  const page = await ctx.port.transactions.list(filter, { limit: MOST_PAYMENTS, position: null }, ctx.call);
  const payments = page.items.filter(({ id }) => id !== transactionId);
  const total = page.total === null ? null : Math.max(0, page.total - (page.items.length - payments.length));
  return { payments, total, disputed: await disputedAmong(ctx.account.id, payments) };
}

async function disputedAmong(accountId: string, payments: Transaction[]): Promise<Map<string, string>> {
  if (payments.length === 0) return new Map();
  const ids = payments.map(({ id }) => id);
  const rows = await db()
    .select({ id: disputes.id, transactionId: disputes.transactionId })
    .from(disputes)
    .where(and(eq(disputes.accountId, accountId), inArray(disputes.transactionId, ids)));
  return new Map(rows.flatMap((row) => (row.transactionId === null ? [] : [[row.transactionId, row.id]])));
}
