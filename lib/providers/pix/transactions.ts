import 'server-only';
import { z } from 'zod';
import { GuicheError } from '#lib/api/errors.ts';
import { normalizeDocument } from '#lib/documents.ts';
import { centsToDecimal } from '#lib/money.ts';
import type { Query } from '#lib/providers/client/client.ts';
import type { Parts } from '#lib/providers/client/parts.ts';
import { TRANSACTION_MUST, toTransaction } from '#lib/providers/pix/map.ts';
import { type Ask, walk } from '#lib/providers/pix/walk.ts';
import { readTransactions } from '#lib/providers/pix/wire.ts';
import type { Call, Page, PageAsk, TransactionFilter } from '#lib/providers/port.ts';
import type { Transaction } from '#lib/providers/records.ts';
import { apart, unreadIn } from '#lib/providers/rows.ts';

const Position = z.object({
  by: z.literal(['time', 'page']),
  edge: z.number().nullable(),
  page: z.int().min(1),
  size: z.int().min(0).max(1000),
  sent: z.string(),
  total: z.int().nullable(),
});

/** GET /user/transactions, newest first; the list grows while it is read, and nothing comes twice. */
export async function listTransactions(
  { client, readable, now }: Parts,
  filter: TransactionFilter,
  { limit, position }: PageAsk,
  call: Call,
): Promise<Page<Transaction>> {
  const from = position === null || position === undefined ? null : Position.safeParse(position).data;
  if (from === undefined) throw new GuicheError('invalid_request', 'The position is not of this list.');
  let asOf = new Date(now()).toISOString();
  let strange = 0;
  const fetchWindow = async (ask: Ask) => {
    const answer = await client.read('/user/transactions', listQuery(filter, ask), call);
    asOf = answer.asOf;
    const { rows, strange: entries, total, pages } = readable(() => readTransactions(answer.json));
    const none = rows.length === 0 && entries === 0 && ask.page === 1 && from === null;
    strange += entries + (none ? (total ?? 0) : 0);
    return { rows: apart(rows.map(toTransaction)), total, pages };
  };
  const walked = walk(fetchWindow, { limit, position: from, now });
  const { items, next, total } = await walked.catch((error: unknown) =>
    readable(() => {
      throw error;
    }),
  );
  return { items, next, total, asOf, ...unreadIn(items, TRANSACTION_MUST, strange) };
}

/** Document 1's filters: instants with `dateTo` inclusive, lists comma-separated, the document without punctuation. */
function listQuery(filter: TransactionFilter, { dateTo, page, size }: Ask): Query {
  const end = filter.to === undefined ? undefined : Date.parse(filter.to) - 1;
  const last = dateTo ?? end;
  const list = (words: readonly string[] | undefined) => (words?.length ? words.join(',') : undefined);
  return {
    dateFrom: filter.from === undefined ? undefined : new Date(filter.from).toISOString(),
    dateTo: last === undefined ? undefined : new Date(last).toISOString(),
    status: list(filter.status),
    type: list(filter.type),
    method: list(filter.method),
    clientReference: filter.clientReference,
    virtualAccount: filter.virtualAccount,
    endToEndId: filter.endToEndId,
    document: filter.document === undefined ? undefined : normalizeDocument(filter.document),
    name: filter.name,
    amount: filter.amount === undefined ? undefined : centsToDecimal(filter.amount),
    page: String(page),
    limit: String(Math.min(1000, size)),
  };
}
