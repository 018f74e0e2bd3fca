import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { filterStore } from '#lib/api/personal-filter.ts';
import { joinedUnread, visibleProblemsOf } from '#lib/api/reading.ts';
import { presentOne, type ReadByIdArgs } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { GuicheError, invalidField } from '#lib/core/errors.ts';
import { documentKind, normalizeDocument } from '#lib/core/pix/documents.ts';
import { Customer, CustomerFilter, type CustomerOf, type CustomerPart } from '#lib/customers/contract.ts';
import { historyOf, identityOf, paymentSpan, sumsOf } from '#lib/customers/rules.ts';
import { databaseIso } from '#lib/data/clock.ts';
import type { Dispute } from '#lib/disputes/contract.ts';
import { getDisputedPayment } from '#lib/disputes/server/get-dispute.ts';
import { listCustomerDisputes } from '#lib/disputes/server/list-disputes.ts';
import { firstPages } from '#lib/list/server/ranges.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import { isDocument } from '#lib/providers/filters.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { Page, PortPageRequest, Reading } from '#lib/providers/port.ts';
import type { Party, Transaction } from '#lib/providers/records.ts';
import { asDeposit } from '#lib/statement/readings.ts';
import { counterpartOf, NO_PARTY, sideOf } from '#lib/transactions/rules.ts';

const { storeFilter, storedFilter } = filterStore(CustomerFilter);

/** Maximum rows read of one list, and page sizes: document 1 returns a thousand, document 2 a hundred. */
const MOST = 1000;
const PIX_PAGE = 1000;
const HUB_PAGE = 100;

type Part = { part: CustomerPart; rows: Transaction[]; reading: Reading[]; asOf: string | null };

/**
 * Everything between the account and one person or company. Masked; with `reveal` unmasked and audited before
 * the answer leaves. Reads at most `MOST` rows per list; `parts` reports how far.
 */
export function getCustomer(args: ReadByIdArgs): Promise<Customer> {
  const { ctx, id } = args;
  return presentOne(args, [Customer, 'customer.reveal'], async () => {
    const filter = await storedFilter(ctx, id);
    if (filter === null) throw new GuicheError('not_found', 'No such customer.');
    return readCustomer(ctx, filter.document);
  });
}

async function readCustomer(ctx: Ctx, document: string): Promise<Customer> {
  const isTheirs = (other: string | null) => isDocument([other], document) !== false;
  const money =
    ctx.port.transactions === undefined ? await hubParts(ctx, document) : [await pixPart(ctx, document)];
  const rows = money.flatMap((part) => part.rows);
  const theirs = rows.filter((row) => isTheirs(otherSide(row).document));
  const disputed = await disputesPart(ctx, document, theirs);
  const items = historyOf({ rows, disputes: disputed.disputes, isTheirs });
  const parts = [...money.map(({ part }) => part), ...disputed.parts];
  const { unread, filtersUntold } = joinedUnread(
    money.flatMap(({ reading }) => reading.map(visibleProblemsOf)),
  );
  const times = money.flatMap(({ asOf }) => asOf ?? []);
  return {
    ...(unread === null ? {} : { unread }),
    ...(filtersUntold.length === 0 ? {} : { filtersUntold }),
    ...identityOf([...newestFirst(theirs).map(otherSide), ...disputed.disputes.map(payerOf)]),
    document,
    ...paymentSpan(items),
    sums: sumsOf(items),
    complete: parts.every(({ gap }) => gap === null),
    parts,
    items,
    notes: disputed.notes,
    asOf: times.sort()[0] ?? databaseIso(),
  };
}

const payerOf = ({ payerName, payerDocument }: Dispute): Party => ({
  ...NO_PARTY,
  name: payerName,
  document: payerDocument,
});

/** The counterparty of a row. For an unpaid charge, the person it was issued to. */
function otherSide(row: Transaction): Party {
  if (sideOf(row) === 'out') return row.receiver;
  const { payer, generatedName: name, generatedDocument: document } = row;
  return payer.name === null && payer.document === null ? { ...payer, name, document } : payer;
}

const newestFirst = (rows: readonly Transaction[]) =>
  rows.toSorted((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''));

/** Document 1 filters its only list by document, but answers 400 for a document with letters. */
async function pixPart(ctx: Ctx, document: string): Promise<Part> {
  const transactions = ctx.part('transactions');
  const read = await readRows(PIX_PAGE, (request) =>
    transactions.list({ document }, request, ctx.call),
  ).catch((error: unknown) => {
    const status = error instanceof GuicheError ? error.details.provider?.status : undefined;
    if (status === 400 && /\p{L}/u.test(document)) return null;
    throw error;
  });
  const isUncertain = read?.reading.some(({ filtersUntold }) => filtersUntold?.includes('document'));
  const names = ({ payer, receiver, generatedDocument }: Transaction) =>
    isDocument([payer.document, receiver.document, generatedDocument], document) !== null;
  const unnamed = isUncertain ? read?.items.filter((row) => !names(row)).length : 0;
  return partOf('transactions', read, (rows) => rows, unnamed);
}

/**
 * Document 2 has one list per kind. Charges are searched by document, deposits are only in the statement, and
 * withdrawals and transfers have no such filter, so their rows are compared here.
 */
async function hubParts(ctx: Ctx, document: string): Promise<Part[]> {
  const { charges, statement, withdrawals, transfers } = ctx.port;
  const lines = statement?.filters.includes('document') ? statement : undefined;
  if (charges === undefined && lines === undefined && withdrawals === undefined) ctx.part('transactions');
  const [charged, deposited, withdrawn, transferred] = await Promise.all([
    readListed(charges && ((request) => charges.list({ search: document }, request, ctx.call))),
    readListed(lines && ((request) => lines.list({ document }, request, ctx.call))),
    readListed(withdrawals && ((request) => withdrawals.list({}, request, ctx.call))),
    readListed(transfers && ((request) => transfers.list({}, request, ctx.call))),
  ]);
  const isOfCharge = ({ payer, generatedDocument }: Payment) =>
    isDocument([payer.document, generatedDocument], document) !== false;
  return [
    partOf('charges', charged, (rows) => rows.filter(isOfCharge).map((row) => withDirection(row, 'in'))),
    partOf('deposits', deposited, (rows) => rows.flatMap((line) => asDeposit(line) ?? [])),
    ownPart('withdrawals', withdrawn, document),
    ownPart('transfers', transferred, document),
  ];
}

type Rows<T> = { items: T[]; total: number | null; more: boolean; reading: Reading[]; asOf: string | null };

/** Filters a list by document that the provider cannot filter. */
function ownPart(list: 'withdrawals' | 'transfers', read: Rows<Payment> | null, document: string): Part {
  const rows = read?.items.map((row) => withDirection(row, 'out')) ?? [];
  const matches = rows.map((row) => isDocument([otherSide(row).document], document));
  const theirs = rows.filter((_, at) => matches[at] === true);
  const one = partOf(list, read, () => theirs, matches.filter((answer) => answer === null).length);
  const masked = one.part.gap === null && theirs.some((row) => otherSide(row).document?.includes('*'));
  return masked ? { ...one, part: { ...one.part, gap: 'masked' } } : one;
}

/** Null: the account has no such list, or its service does not answer it. */
function partOf<T>(
  list: CustomerPart['list'],
  read: Rows<T> | null,
  rowsOf: (items: T[]) => Transaction[],
  undocumented = 0,
): Part {
  if (read === null) return { part: unsupported(list), rows: [], reading: [], asOf: null };
  const { items, total, more, reading, asOf } = read;
  const gap = more ? 'limit' : undocumented > 0 ? 'undocumented' : null;
  return {
    part: { list, read: items.length, total, untold: undocumented, gap },
    rows: rowsOf(items),
    reading,
    asOf,
  };
}

const unsupported = (list: CustomerPart['list']): CustomerPart => ({
  list,
  read: 0,
  total: null,
  untold: 0,
  gap: 'unsupported',
});

const readListed = async <T>(
  read: ((request: PortPageRequest) => Promise<Page<T>>) | undefined,
): Promise<Rows<T> | null> => (read === undefined ? null : ifAnswered(readRows(HUB_PAGE, read)));

/** Reads at most the newest `MOST` rows. Pages are limited too, as a filter may leave them empty. */
async function readRows<T>(
  limit: number,
  read: (request: PortPageRequest) => Promise<Page<T>>,
): Promise<Rows<T>> {
  const pages: Page<T>[] = [];
  for await (const page of firstPages(MOST / limit, (position) => read({ limit, position })))
    pages.push(page);
  return {
    items: pages.flatMap(({ items }) => items),
    total: pages[0]?.total ?? null,
    more: pages.at(-1)?.next !== null,
    reading: pages,
    asOf: pages[0]?.asOf ?? null,
  };
}

type Disputed = Pick<Awaited<ReturnType<typeof listCustomerDisputes>>, 'disputes' | 'notes'> & {
  parts: CustomerPart[];
};

/** Disputes from the index. An account without disputes has no such part. */
async function disputesPart(ctx: Ctx, document: string, rows: readonly Transaction[]): Promise<Disputed> {
  if (ctx.port.disputes === undefined) return { disputes: [], notes: [], parts: [] };
  const transactionIds = rows.map(({ id }) => id);
  const found = await ifAnswered(listCustomerDisputes(ctx, { document, transactionIds, most: MOST }));
  if (found === null) return { disputes: [], notes: [], parts: [unsupported('disputes')] };
  const { disputes, notes, more, complete } = found;
  const gap = more ? 'limit' : complete ? null : 'unread';
  const part: CustomerPart = { list: 'disputes', read: disputes.length, total: null, untold: 0, gap };
  return { disputes, notes, parts: [part] };
}

/**
 * Stores the filter of one person, so that addresses carry only its id. The person is the counterparty of the
 * named record. Throws GuicheError `invalid_request` when no complete document is known.
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
const withDirection = <T extends Transaction>(row: T, way: 'in' | 'out'): T =>
  row.way === undefined && sideOf(row) !== way ? { ...row, way } : row;
