import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import { joinedUnread, visibleProblemsOf } from '#lib/api/reading.ts';
import { presentOne, type ReadByIdArgs } from '#lib/api/serialize.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { Customer, type CustomerPart } from '#lib/customers/contract.ts';
import { customerKeys } from '#lib/customers/queries.ts';
import { historyOf, identityOf, paymentSpan, sumsOf } from '#lib/customers/rules.ts';
import { storedFilter, withDirection } from '#lib/customers/server/find-customer.ts';
import { databaseIso } from '#lib/data/clock.ts';
import type { Dispute } from '#lib/disputes/contract.ts';
import { listCustomerDisputes } from '#lib/disputes/server/list-customer-disputes.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import { isDocument } from '#lib/providers/filters.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { Page, PortPageRequest, Reading } from '#lib/providers/port.ts';
import type { Party, Transaction } from '#lib/providers/records.ts';
import { asDeposit } from '#lib/statement/as-deposit.ts';
import { NO_PARTY, sideOf } from '#lib/transactions/rules.ts';

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

export const prefetchCustomer = ({ ctx, id }: { ctx: Ctx; id: string }) =>
  dehydrateQueries(ctx, ({ one }) => [
    one(customerKeys.detail(ctx.account.slug, id), () => getCustomer({ ctx, id })),
  ]);

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
  const read = await readRows(PIX_PAGE, (ask) => transactions.list({ document }, ask, ctx.call)).catch(
    (error: unknown) => {
      const status = error instanceof GuicheError ? error.details.provider?.status : undefined;
      if (status === 400 && /\p{L}/u.test(document)) return null;
      throw error;
    },
  );
  if (read === null) return unsupported('transactions');
  const doubtful = read.reading.some(({ filtersUntold }) => filtersUntold?.includes('document'));
  const names = ({ payer, receiver, generatedDocument }: Transaction) =>
    isDocument([payer.document, receiver.document, generatedDocument], document) !== null;
  const untold = doubtful ? read.items.filter((row) => !names(row)).length : 0;
  return partOf('transactions', read, read.items, untold);
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
    readListed(charges && ((ask) => charges.list({ search: document }, ask, ctx.call))),
    readListed(lines && ((ask) => lines.list({ document }, ask, ctx.call))),
    readListed(withdrawals && ((ask) => withdrawals.list({}, ask, ctx.call))),
    readListed(transfers && ((ask) => transfers.list({}, ask, ctx.call))),
  ]);
  const isOfCharge = ({ payer, generatedDocument }: Payment) =>
    isDocument([payer.document, generatedDocument], document) !== false;
  const deposits = deposited?.items.flatMap((line) => asDeposit(line) ?? []) ?? [];
  return [
    charged === null
      ? unsupported('charges')
      : partOf(
          'charges',
          charged,
          charged.items.filter(isOfCharge).map((row) => withDirection(row, 'in')),
          0,
        ),
    deposited === null ? unsupported('deposits') : partOf('deposits', deposited, deposits, 0),
    ownPart('withdrawals', withdrawn, document),
    ownPart('transfers', transferred, document),
  ];
}

type Rows<T> = { items: T[]; total: number | null; more: boolean; reading: Reading[]; asOf: string | null };

/** Filters a list by document that the provider cannot filter. */
function ownPart(list: 'withdrawals' | 'transfers', read: Rows<Payment> | null, document: string): Part {
  if (read === null) return unsupported(list);
  const rows = read.items.map((row) => withDirection(row, 'out'));
  const matches = rows.map((row) => isDocument([otherSide(row).document], document));
  const theirs = rows.filter((_, at) => matches[at] === true);
  const one = partOf(list, read, theirs, matches.filter((answer) => answer === null).length);
  const masked = one.part.gap === null && theirs.some((row) => otherSide(row).document?.includes('*'));
  return masked ? { ...one, part: { ...one.part, gap: 'masked' } } : one;
}

function partOf<T>(list: CustomerPart['list'], read: Rows<T>, rows: Transaction[], untold: number): Part {
  const { items, total, more, reading, asOf } = read;
  const gap = more ? 'limit' : untold > 0 ? 'undocumented' : null;
  return { part: { list, read: items.length, total, untold, gap }, rows, reading, asOf };
}

const unsupported = (list: CustomerPart['list']): Part => ({
  part: { list, read: 0, total: null, untold: 0, gap: 'unsupported' },
  rows: [],
  reading: [],
  asOf: null,
});

/** Null: the account has no such list, or its service does not answer it. */
const readListed = async <T>(
  read: ((ask: PortPageRequest) => Promise<Page<T>>) | undefined,
): Promise<Rows<T> | null> => (read === undefined ? null : ifAnswered(readRows(HUB_PAGE, read)));

/**
 * Reads at most the newest `MOST` rows. The number of pages is limited too, because a filter may leave pages
 * empty.
 */
async function readRows<T>(
  limit: number,
  read: (ask: PortPageRequest) => Promise<Page<T>>,
): Promise<Rows<T>> {
  const pages: Page<T>[] = [];
  let position: unknown = null;
  do {
    const page = await read({ limit, position });
    pages.push(page);
    position = page.next;
  } while (position !== null && pages.length < MOST / limit);
  return {
    items: pages.flatMap(({ items }) => items),
    total: pages[0]?.total ?? null,
    more: position !== null,
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
  if (found === null) return { disputes: [], notes: [], parts: [unsupported('disputes').part] };
  const { disputes, notes, more, complete } = found;
  const gap = more ? 'limit' : complete ? null : 'unread';
  const part: CustomerPart = { list: 'disputes', read: disputes.length, total: null, untold: 0, gap };
  return { disputes, notes, parts: [part] };
}
