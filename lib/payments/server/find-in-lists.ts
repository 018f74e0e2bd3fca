import 'server-only';
import { heldByOthers, listedSince } from '#lib/operations/server/in-lists.ts';
import type { LookUp, OperationRow } from '#lib/operations/server/kind.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { Call, Page, PageAsk, PaymentFilter } from '#lib/providers/port.ts';

const PAGE = 100;
const MOST_PAGES = 20;

type Lists = { list(filter: PaymentFilter, page: PageAsk, call: Call): Promise<Page<Payment>> };

/**
 * Document 2 looks nothing up by reference: the payment is searched in the list since it was first sent, by its
 * reference, else by amount and receiver. Only a single one that is nobody else's counts; where it cannot be told
 * which is ours, nothing is concluded.
 */
export async function findInLists(
  { list }: Lists,
  row: OperationRow,
  sameReceiver: (payment: Payment) => boolean | null,
  call: Call,
): Promise<LookUp<Payment>> {
  const from = listedSince(row);
  const seen: Payment[] = [];
  let position: unknown = null;
  for (let pages = 0; ; pages += 1) {
    if (pages === MOST_PAGES) return { found: 'unsure' };
    const page: Page<Payment> = await list({ from }, { limit: PAGE, position }, call);
    const ours = page.items.find((one) => one.clientReference === row.clientReference);
    if (ours !== undefined) return { found: 'there', value: ours };
    seen.push(...page.items);
    position = page.next;
    if (position === null) break;
  }
  return choose(row, seen, from, sameReceiver);
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
    ({ amount, createdAt }) => amount === row.amount && (createdAt === null || createdAt >= from),
  );
  const taken = await heldByOthers(
    row,
    'payment',
    like.map(({ id }) => id),
  );
  const free = like.filter(({ id }) => !taken.has(id));
  const sure = free.filter((payment) => sameReceiver(payment) === true);
  const [only] = sure;
  if (only !== undefined && sure.length === 1) return { found: 'there', value: only };
  const possible = free.some((payment) => sameReceiver(payment) !== false);
  return possible ? { found: 'unsure' } : { found: 'absent', next: 'wait' };
}
