import 'server-only';
import { KINDS } from '#lib/card/rules.ts';
import { type ChargeWithReference, withClientReference } from '#lib/card/server/list-card-charges.ts';
import { GuicheError } from '#lib/core/errors.ts';
import type { LookUp, OperationKind, OperationRow } from '#lib/operations/server/kind.ts';
import { aboutAnother, isStableId, listedSince, unclaimed } from '#lib/operations/server/reconcile.ts';
import type { CardCharge } from '#lib/providers/card-records.ts';
import type { Call, NewCardCharge, ProviderPort } from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';
import { everyRowHas } from '#lib/providers/rows.ts';

/** What is stored of a requested charge: the reference to find it by. Nothing of its card or customer. */
type CardChargeRequest = { externalId: string };

const PAGE = 100;
const MOST_PAGES = 20;

const NO_CUSTOMER = { name: null, document: null, documentType: null, email: null, phone: null };

/** The charge as operations, repeats and refusals store it: without personal data, which its id reads again. */
export const redactCharge = (charge: CardCharge): CardCharge => ({
  ...charge,
  customer: NO_CUSTOMER,
  other: {},
});

/** The card exists only in the original request: no crash recovery, job or button ever sends it again. */
export const CARD_CHARGE: OperationKind<CardChargeRequest, ChargeWithReference> = {
  name: KINDS.create,
  permission: 'charge',
  stepUp: false,
  afterCrash: 'never_sent',
  repeatable: false,
  makes: 'charge',
  touches: ['card'],
  send: async () => ({
    kind: 'refused',
    sent: false,
    error: new GuicheError('unavailable', 'The card is no longer here; it has to be entered again.'),
  }),
  lookUp: ({ row, port, call }) => findCharge(row, port, call),
  matches: ({ row, seen }) => {
    const { amount, createdAt } = seen as unknown as ChargeWithReference;
    return amount === row.amount && (createdAt === null || createdAt >= listedSince(row));
  },
  show: (charge) => ({ charge: redactCharge(charge) }),
};

/** `CARD_CHARGE` with the card, which exists only in the memory of the present request: it can send. */
export const withCard = (charge: NewCardCharge): typeof CARD_CHARGE => ({
  ...CARD_CHARGE,
  send: async ({ row, port, change }) => {
    const outcome = await partOf(port, 'card').charges.create(charge, change);
    if (outcome.kind !== 'done') return outcome;
    const { externalId, amount } = outcome.value;
    const matchesRequest =
      (externalId === null || externalId === row.clientReference) &&
      (amount === null || amount === row.amount);
    // An answer about another charge proves nothing; a later look-up in the list decides.
    return matchesRequest
      ? { ...outcome, value: withClientReference(outcome.value) }
      : aboutAnother('charge');
  },
});

/** Document 3 has no look-up by reference: searches the list. An unclear row may be this charge. */
async function findCharge(
  row: OperationRow,
  port: ProviderPort,
  call: Call,
): Promise<LookUp<ChargeWithReference>> {
  const from = listedSince(row);
  const possible: CardCharge[] = [];
  let rows = 0;
  for (let page = 1; ; page += 1) {
    if (page > MOST_PAGES) return { found: 'unsure' };
    const read = await partOf(port, 'card').charges.list({ from }, { page, limit: PAGE }, call);
    rows += read.items.length;
    possible.push(...read.items.filter((charge) => mayBe(row, charge, from)));
    if (!everyRowHas(read, 'row')) return { found: 'unsure' };
    if (read.more) continue;
    if (read.total !== null && read.total > rows) return { found: 'unsure' };
    break;
  }
  // An order may have charges of several cards.
  const free = await unclaimed(row, 'charge', possible);
  const [only] = free;
  if (only === undefined) return { found: 'absent', next: 'wait' };
  return free.length === 1 && isOf(row, only)
    ? { found: 'there', value: withClientReference(only) }
    : { found: 'unsure' };
}

/** Whether this may be our charge: one of this order, or one without a reference and with the same amount. */
function mayBe(row: OperationRow, { externalId, amount, createdAt }: CardCharge, from: string): boolean {
  if (createdAt !== null && createdAt < from) return false;
  if (externalId !== null) return externalId === row.clientReference;
  return amount === null || row.amount === null || amount === row.amount;
}

const isOf = (row: OperationRow, { id, externalId, amount }: CardCharge) =>
  externalId === row.clientReference && (amount === null || amount === row.amount) && isStableId(id);
