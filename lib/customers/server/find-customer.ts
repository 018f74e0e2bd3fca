import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { invalidField } from '#lib/api/list-window.ts';
import type { Args } from '#lib/api/serve.ts';
import { filterStore } from '#lib/api/stored-filter.ts';
import { documentKind, normalizeDocument } from '#lib/core/pix/documents.ts';
import { CustomerFilter, type CustomerOf } from '#lib/customers/contract.ts';
import { getDisputedPayment } from '#lib/disputes/server/get-dispute.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import type { Transaction } from '#lib/providers/records.ts';
import { asDeposit } from '#lib/statement/as-deposit.ts';
import { counterpartOf, sideOf } from '#lib/transactions/rules.ts';

export const { storeFilter, storedFilter } = filterStore(CustomerFilter);

/**
 * Stores the filter of one person, so that addresses carry only its id. The person is the counterparty of the
 * given record. Throws GuicheError `invalid_request` when no complete document is known.
 */
export async function storeCustomer({ ctx, body }: Args<'POST /customers/filters'>): Promise<{ f: string }> {
  const document = normalizeDocument(await documentOf(ctx, body));
  const { id } = await storeFilter({ ctx, body: { document } });
  return { f: id };
}

async function documentOf(ctx: Ctx, body: CustomerOf): Promise<string> {
  const provided = Object.values(body).filter((value) => value !== undefined);
  if (provided.length !== 1) throw invalidField('document', provided.length === 0 ? 'required' : 'only_one');
  if (body.document !== undefined)
    return whole(normalizeDocument(body.document), 'document', 'document_invalid');
  if (body.transactionId !== undefined)
    return whole(await counterpartDocument(ctx, body.transactionId), 'transactionId', 'no_document');
  const { document, transactionId } = await getDisputedPayment(ctx, body.disputeId ?? '');
  if (document !== null && documentKind(document) !== null) return document;
  const paid = transactionId === null ? null : await counterpartDocument(ctx, transactionId);
  return whole(paid, 'disputeId', 'no_document');
}

/** Refuses a masked or mistyped document, which identifies nobody. */
function whole(document: string | null, field: string, message: string): string {
  if (document === null || documentKind(document) === null) throw invalidField(field, message);
  return document;
}

/** Document 2 routes payments by the kind prefix of their id. */
const PARTS = { payment: 'charges', withdraw: 'withdrawals', transfer: 'transfers' } as const;

/** The counterparty's document. If the service masks the payer's, the document the charge was issued to. */
async function counterpartDocument(ctx: Ctx, id: string): Promise<string | null> {
  const { transactions, deposits } = ctx.port;
  if (transactions !== undefined) return wholeIn((await transactions.get(id, ctx.call)).transaction);
  const [kind] = id.split(':');
  if (kind === 'deposit' && deposits !== undefined) return depositDocument(ctx, id, deposits);
  const part = PARTS[kind as keyof typeof PARTS];
  const payment = part === undefined ? null : await ctx.part(part).find({ id }, ctx.call);
  return payment === null ? null : wholeIn(withDirection(payment, part === 'charges' ? 'in' : 'out'));
}

function wholeIn(row: Transaction): string | null {
  const { document } = counterpartOf(row);
  return document?.includes('*') && sideOf(row) === 'in' ? row.generatedDocument : document;
}

/** The payer's document of a deposit, from its statement line if no route reads the deposit. */
async function depositDocument(
  ctx: Ctx,
  id: string,
  deposits: NonNullable<Ctx['port']['deposits']>,
): Promise<string | null> {
  const deposit = await ifAnswered(deposits.get(id, ctx.call));
  if (deposit !== null) return deposit.payer.document;
  const page = await ctx.port.statement?.list({ transactionId: id }, { limit: 20, position: null }, ctx.call);
  return page?.items.map(asDeposit).find((one) => one?.id === id)?.payer.document ?? null;
}

/** Adds the direction of a document 2 payment, known from its list, where the row has none. */
export const withDirection = <T extends Transaction>(row: T, way: 'in' | 'out'): T =>
  row.way === undefined && sideOf(row) !== way ? { ...row, way } : row;
