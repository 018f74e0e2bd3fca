import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { documentKind, normalizeDocument } from '#lib/core/pix/documents.ts';
import { db } from '#lib/data/client.ts';
import { disputes } from '#lib/data/schema/disputes.ts';
import type { Infraction, Transaction } from '#lib/providers/records.ts';

const MOST = 50;

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
  const page = await ctx.port.transactions.list(filter, { limit: MOST, position: null }, ctx.call);
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
