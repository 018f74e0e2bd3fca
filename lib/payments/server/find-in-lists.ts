import 'server-only';
import { mayBeDuplicate } from '#lib/operations/server/duplicates.ts';
import type { LookUp, OperationRow } from '#lib/operations/server/kind.ts';
import { claimedByOther, isStableId, listedSince } from '#lib/operations/server/reconcile.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { Call, Page, PaymentFilter, PortPageRequest } from '#lib/providers/port.ts';
import { everyRowHas } from '#lib/providers/rows.ts';

const PAGE = 100;
const MOST_PAGES = 20;

type Lists = { list(filter: PaymentFilter, page: PortPageRequest, call: Call): Promise<Page<Payment>> };

/**
 * Document 2 has no look-up by reference, so the list since the first send is searched by reference, else by
 * amount and receiver. Only a single match of no other operation counts; `unsure` otherwise, as with
 * incomplete rows.
 */
export async function findInLists(
  { list }: Lists,
  row: OperationRow,
  sameReceiver: (payment: Payment) => boolean | null,
  call: Call,
): Promise<LookUp<Payment>> {
  const from = listedSince(row);
  const seen: Payment[] = [];
  let whole = true;
  let position: unknown = null;
  for (let pages = 0; ; pages += 1) {
    if (pages === MOST_PAGES) return { found: 'unsure' };
    const page: Page<Payment> = await list({ from }, { limit: PAGE, position }, call);
    const ours = page.items.find((one) => one.clientReference === row.clientReference);
    if (ours !== undefined) return { found: 'there', value: ours };
    seen.push(...page.items);
    whole = whole && everyRowHas(page, 'row');
    position = page.next;
    if (position !== null) continue;
    whole = whole && (page.total === null || page.total <= seen.length);
    break;
  }
  const found = await choose(row, seen, from, sameReceiver);
  return whole ? found : { found: 'unsure' };
}

async function choose(
  row: OperationRow,
  seen: readonly Payment[],
  from: string,
  sameReceiver: (payment: Payment) => boolean | null,
): Promise<LookUp<Payment>> {
  // If rows have references, a row without ours belongs to somebody else.
  const hasReferences = seen.some(({ clientReference }) => clientReference !== null);
  const similar = (hasReferences ? [] : seen).filter(
    (payment) =>
      hasSameAmount(row, payment) !== false &&
      sameReceiver(payment) !== false &&
      (payment.createdAt === null || payment.createdAt >= from),
  );
  // Run before `claimedByOther`, so that an operation that ends in between is seen by one of the two.
  const hasDuplicates = await mayBeDuplicate(row, similar);
  const taken = await claimedByOther(
    row,
    'payment',
    similar.map(({ id }) => id),
  );
  const free = similar.filter(({ id }) => !taken.has(id));
  const [only] = free;
  if (only === undefined) return { found: 'absent', next: 'wait' };
  const sure = hasSameAmount(row, only) && sameReceiver(only) && isStableId(only.id);
  const single = free.length === 1 && !hasDuplicates && sure === true;
  return single ? { found: 'there', value: only } : { found: 'unsure' };
}

/** Null: one of the two amounts is unknown. */
const hasSameAmount = (row: OperationRow, { amount }: Payment): boolean | null =>
  amount === null || row.amount === null ? null : amount === row.amount;

/** A service may answer a repeated reference with the first payment. One older than this (ms) is not ours. */
const OLDER_MS = 10 * 60_000;

type RequestFacts = {
  /** Cents. Undefined where only the code has it. */
  amount: number | undefined;
  /** Time of the first send, by the provider's clock (ms). */
  firstSentMs: number;
};

/** Same amount and receiver (null: not reported), created at most ten minutes before the first send. */
export function matchesRequest(payment: Payment, request: RequestFacts, sameReceiver: boolean | null) {
  if (request.amount !== undefined && payment.amount !== null && payment.amount !== request.amount)
    return false;
  if (sameReceiver === false) return false;
  const created = Date.parse(payment.createdAt ?? '');
  return Number.isNaN(created) || created >= request.firstSentMs - OLDER_MS;
}
