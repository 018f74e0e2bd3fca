import 'server-only';
import { mayBeDuplicate } from '#lib/operations/server/duplicate-candidates.ts';
import type { LookUp, OperationRow } from '#lib/operations/server/kind.ts';
import { claimedByOther, listedSince, namesItself } from '#lib/operations/server/reconcile-list.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { Call, Page, PageAsk, PaymentFilter } from '#lib/providers/port.ts';
import { tellsEach } from '#lib/providers/rows.ts';

const PAGE = 100;
const MOST_PAGES = 20;

type Lists = { list(filter: PaymentFilter, page: PageAsk, call: Call): Promise<Page<Payment>> };

/**
 * Document 2 looks nothing up by reference: the payment is searched in the list since it was first sent, by its
 * reference, else by amount and receiver. Only a single one that is nobody else's counts; where it cannot be told
 * which is ours, nothing is concluded. What a row does not tell, and a row that could not be read, may be ours.
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
    whole = whole && tellsEach(page, 'row');
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
  // Where rows name references, one without is somebody else's.
  const tells = seen.some(({ clientReference }) => clientReference !== null);
  const like = (tells ? [] : seen).filter(
    (payment) =>
      hasSameAmount(row, payment) !== false &&
      sameReceiver(payment) !== false &&
      (payment.createdAt === null || payment.createdAt >= from),
  );
  // Before what others stand for: one that ends in between is seen as either.
  const twins = await mayBeDuplicate(row, like);
  const taken = await claimedByOther(
    row,
    'payment',
    like.map(({ id }) => id),
  );
  const free = like.filter(({ id }) => !taken.has(id));
  const [only] = free;
  if (only === undefined) return { found: 'absent', next: 'wait' };
  const sure = hasSameAmount(row, only) && sameReceiver(only) && namesItself(only.id);
  const single = free.length === 1 && !twins && sure === true;
  return single ? { found: 'there', value: only } : { found: 'unsure' };
}

/** Null: one of the two is not told. */
const hasSameAmount = (row: OperationRow, { amount }: Payment): boolean | null =>
  amount === null || row.amount === null ? null : amount === row.amount;

/** A service may answer a repeated reference with the first payment: one this much older is not ours. */
const OLDER_MS = 10 * 60_000;

type Asked = {
  /** Cents; undefined where the code itself names it. */
  amount: number | undefined;
  /** When it was first sent, by the provider's clock (ms). */
  firstSentMs: number;
};

/**
 * Tells if a payment found under a typed reference is the one asked for: the same amount and receiver
 * (`sameReceiver` null: the provider does not tell), created at most ten minutes before the first send.
 */
export function matchesRequest(payment: Payment, asked: Asked, sameReceiver: boolean | null): boolean {
  if (asked.amount !== undefined && payment.amount !== null && payment.amount !== asked.amount) return false;
  if (sameReceiver === false) return false;
  const created = Date.parse(payment.createdAt ?? '');
  return Number.isNaN(created) || created >= asked.firstSentMs - OLDER_MS;
}
