import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { MOST_LINES } from '#lib/closings/rules.ts';
import type { Progress } from '#lib/closings/server/day-row.ts';
import {
  ABSENT,
  isOn,
  lineRow,
  missingPayments,
  paymentRow,
  postedOf,
  type ReadingKey,
  storeLines,
  storePayments,
  unreadPaymentRow,
  whileReading,
} from '#lib/closings/server/stored-records.ts';
import { addDays, dayRange, saoPauloDay } from '#lib/core/dates.ts';
import { GuicheError, nullOn } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { closingLines, closingPayments } from '#lib/data/schema/closings.ts';
import type { Call, Page, ProviderPort } from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';
import type { Transaction } from '#lib/providers/records.ts';

/** What a step of a reading works on. */
export type Reading = ReadingKey & { port: ProviderPort; call: Call };
/** A page of a phase was read: where to go on, or null where the phase is over. */
type Next = Partial<Progress> | null;

const PAGE = 100;
const TRANSACTIONS_PAGE = 500;
/** Single transactions read for lines that name one of another day. */
const MOST_NAMED = 500;
const NAMED_AT_ONCE = 20;
/** Days after this one in which the line of a completed transaction is looked for. */
const LATER_DAYS = 3;

type Phase = (reading: Reading, progress: Progress) => Promise<Next>;

/** Statement lines posted on the day, newest first, page by page. */
const readLines: Phase = async (reading, { position, place }) => {
  const page = await statementPage(reading, position);
  const stored = await storePage(reading, page.items, place);
  const count = place + stored;
  if (count > MOST_LINES)
    throw new GuicheError('payload_too_large', `The day has more than ${MOST_LINES} statement lines.`);
  return page.next === null ? null : { position: page.next, place: place + page.items.length };
};

function statementPage({ port, call, day }: Reading, position: unknown) {
  const statement = partOf(port, 'statement');
  const sort = statement.filters.includes('sort') ? { sort: 'posted' as const } : {};
  return statement.list({ ...sort, ...dayRange(day, day) }, { limit: PAGE, position }, call);
}

type Lines = Awaited<ReturnType<typeof statementPage>>['items'];

const storePage = (reading: Reading, items: Lines, place: number): Promise<number> =>
  storeLines(
    reading,
    items.flatMap((line, at) =>
      isOn(postedOf(line), reading.day) ? lineRow(line, reading, place + at) : [],
    ),
  );

/** Lines that came while the reading ran: the first pages again, until one shows nothing new. */
const readLate: Phase = async (reading, { position, place }) => {
  const page = await statementPage(reading, position);
  // Newer than all others: their places count down from 0.
  const stored = await storePage(reading, page.items, -page.items.length - place);
  return stored === 0 || page.next === null
    ? null
    : { position: page.next, place: place + page.items.length };
};

type List = (position: unknown, reading: Reading) => Promise<Page<Transaction>>;

/** The lists that contain the account's transactions: one (document 1), or one for each kind (document 2). */
function listsOf({ transactions, charges, withdrawals, transfers }: ProviderPort): List[] {
  if (transactions !== undefined)
    return [
      (position, { day, call }) =>
        transactions.list(dayRange(day, day), { limit: TRANSACTIONS_PAGE, position }, call),
    ];
  return [charges, withdrawals, transfers].flatMap((part) =>
    part === undefined
      ? []
      : (position: unknown, { day, call }: Reading) =>
          part.list(dayRange(day, day), { limit: PAGE, position }, call),
  );
}

/** Transactions created on the day. */
const readPayments: Phase = async (reading, { list, position }) => {
  const lists = listsOf(reading.port);
  const read = lists[list];
  if (read === undefined) return null;
  const page = await read(position, reading);
  await storePayments(
    reading,
    page.items.filter(({ createdAt }) => isOn(createdAt, reading.day)).map((one) => paymentRow(one, reading)),
  );
  if (page.next !== null) return { position: page.next };
  return list + 1 < lists.length ? { list: list + 1, position: null } : null;
};

/** Transactions of other days that lines name, one by one. `place`: how many were read. */
const readNamed: Phase = async (reading, { place }) => {
  const ids = await missingPayments(reading.readingId, NAMED_AT_ONCE);
  if (ids.length === 0) return null;
  for (const id of ids) {
    const found = place < MOST_NAMED ? await findPayment(reading.port, id, reading.call) : 'unread';
    if (found === 'unread') await storePayments(reading, [unreadPaymentRow(id, reading)]);
    // The absence of the transaction is what the reconciliation reports; it is not asked for again.
    else if (found === null) await markAbsent(reading, id);
    else await storeNamed(reading, id, found);
  }
  return { place: place + ids.length };
};

async function findPayment(
  port: ProviderPort,
  id: string,
  call: Call,
): Promise<Transaction | null | 'unread'> {
  const { transactions, charges, withdrawals, transfers, deposits } = port;
  if (transactions !== undefined)
    return (await transactions.get(id, call).catch(nullOn('not_found')))?.transaction ?? null;
  const [, kind] = /^(payment|withdraw|transfer|deposit):/.exec(id) ?? [];
  if (kind === 'deposit')
    return deposits === undefined ? 'unread' : deposits.get(id, call).catch(nullOn('not_found'));
  const part = kind === 'payment' ? charges : kind === 'withdraw' ? withdrawals : transfers;
  return kind === undefined || part === undefined ? 'unread' : part.find({ id }, call);
}

/** Document 2 names a charge in its lines otherwise than in its list: the lines get the list's id. */
async function storeNamed(reading: Reading, id: string, found: Transaction): Promise<void> {
  await storePayments(reading, [paymentRow(found, reading)]);
  if (found.id === id) return;
  const named = and(eq(closingLines.readingId, reading.readingId), eq(closingLines.transactionId, id));
  await whileReading(reading, (tx) => tx.update(closingLines).set({ transactionId: found.id }).where(named));
}

/** Its lines keep the name that the service gave; `ABSENT` excludes it from the comparison's payments. */
const markAbsent = (reading: Reading, id: string): Promise<void> =>
  storePayments(reading, [{ ...unreadPaymentRow(id, reading), status: ABSENT }]);

/** Completed transactions without a line: their line may be of one of the next days. */
const readElsewhere: Phase = async (reading, { place }) => {
  const { port, call, day, readingId } = reading;
  const statement = partOf(port, 'statement');
  if (!statement.filters.includes('transactionId')) return null;
  const ids = await withoutLine(readingId, place);
  const { to: from } = dayRange(day, day);
  for (const id of ids) {
    const filter = { transactionId: id, from, to: dayRange(day, addDays(day, LATER_DAYS)).to };
    const { items } = await statement.list(filter, { limit: 10, position: null }, call);
    const [at] = items.flatMap((line) => postedOf(line) ?? []).sort();
    if (at !== undefined)
      await db()
        .update(closingPayments)
        .set({ postedDay: saoPauloDay(at) })
        .where(and(eq(closingPayments.readingId, readingId), eq(closingPayments.id, id)));
  }
  const read = place + ids.length;
  return ids.length < NAMED_AT_ONCE || read >= MOST_NAMED ? null : { place: read };
};

async function withoutLine(readingId: string, offset: number): Promise<string[]> {
  const rows = await db()
    .select({ id: closingPayments.id })
    .from(closingPayments)
    .where(
      sql`${closingPayments.readingId} = ${readingId}
        and ${closingPayments.state} in ('done', 'partly', 'returned', 'returning')
        and not exists (
          select 1 from ${closingLines} l
          where l.reading_id = ${readingId} and l.transaction_id = ${closingPayments.id})
        and not exists (
          select 1 from ${closingLines} l
          where l.reading_id = ${readingId} and l.end_to_end_id = ${closingPayments.endToEndId})`,
    )
    .orderBy(closingPayments.id)
    .limit(NAMED_AT_ONCE)
    .offset(offset);
  return rows.map(({ id }) => id);
}

export const PHASES: Record<Exclude<Progress['phase'], 'compare'>, Phase> = {
  lines: readLines,
  payments: readPayments,
  late: readLate,
  named: readNamed,
  elsewhere: readElsewhere,
};

/** The order of the phases. Late lines may name transactions, so they are read before those. */
export const PHASE_ORDER: readonly Progress['phase'][] = [
  'lines',
  'payments',
  'late',
  'named',
  'elsewhere',
  'compare',
];
