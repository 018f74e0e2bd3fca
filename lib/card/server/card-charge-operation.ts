import 'server-only';
import { KINDS } from '#lib/card/rules.ts';
import { type ReferredCharge, referred } from '#lib/card/server/local-charges.ts';
import { GuicheError } from '#lib/core/errors.ts';
import type { LookUp, OperationKind, OperationRow } from '#lib/operations/server/kind.ts';
import { claimedByOther, listedSince, namesItself } from '#lib/operations/server/reconcile-list.ts';
import { aboutAnother } from '#lib/operations/server/verify-outcome.ts';
import type { CardCharge } from '#lib/providers/card-records.ts';
import type { Call, NewCardCharge, ProviderPort } from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';
import { tellsEach } from '#lib/providers/rows.ts';

/** All that is kept of a charge that was asked for: what finds it again. Of its card nothing, of its customer nothing. */
export type CardChargeRequest = { externalId: string };
/** The charge as it is sent: in the memory of the one call that sends it, and nowhere else. */
export type CardChargeInHand = NewCardCharge;

const PAGE = 100;
const MOST_PAGES = 20;

const NOBODY = { name: null, document: null, documentType: null, email: null, phone: null };

/**
 * The charge kept with operations, repeats and refusals: no personal data; the rest is read again by its id.
 */
export const redactCharge = (charge: CardCharge): CardCharge => ({ ...charge, customer: NOBODY, other: {} });

/**
 * A card charge. What it takes to send it lives in the request that asked for it; the kind by itself cannot send, so
 * that nothing is ever sent again: not after a crash, not by a job, not by a button.
 */
export const CARD_CHARGE: OperationKind<CardChargeRequest, ReferredCharge> = {
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
    const charge = seen as unknown as ReferredCharge;
    return (
      charge.amount === row.amount && (charge.createdAt === null || charge.createdAt >= listedSince(row))
    );
  },
  show: (charge) => ({ charge: redactCharge(charge) }),
};

/** The same kind with the card in hand. */
export const withCard = (charge: CardChargeInHand): typeof CARD_CHARGE => ({
  ...CARD_CHARGE,
  send: async ({ row, port, change }) => {
    const outcome = await partOf(port, 'card').charges.create(charge, change);
    if (outcome.kind !== 'done') return outcome;
    const { externalId, amount } = outcome.value;
    const matchesRequest =
      (externalId === null || externalId === row.clientReference) &&
      (amount === null || amount === row.amount);
    // An answer about another charge says nothing of this one: the list tells later.
    return matchesRequest ? { ...outcome, value: referred(outcome.value) } : aboutAnother('charge');
  },
});

/**
 * Document 3 finds no charge by its reference: the list since it was sent is walked. A row that names no order, and
 * one that could not be read, may be it.
 */
async function findCharge(
  row: OperationRow,
  port: ProviderPort,
  call: Call,
): Promise<LookUp<ReferredCharge>> {
  const from = listedSince(row);
  const possible: CardCharge[] = [];
  let rows = 0;
  for (let page = 1; ; page += 1) {
    if (page > MOST_PAGES) return { found: 'unsure' };
    const read = await partOf(port, 'card').charges.list({ from }, { page, limit: PAGE }, call);
    rows += read.items.length;
    possible.push(...read.items.filter((charge) => mayBe(row, charge, from)));
    if (!tellsEach(read, 'row')) return { found: 'unsure' };
    if (read.more) continue;
    if (read.total !== null && read.total > rows) return { found: 'unsure' };
    break;
  }
  // An order may be tried with several cards.
  const taken = await claimedByOther(
    row,
    'charge',
    possible.map(({ id }) => id),
  );
  const free = possible.filter(({ id }) => !taken.has(id));
  const [only] = free;
  if (only === undefined) return { found: 'absent', next: 'wait' };
  return free.length === 1 && isOf(row, only)
    ? { found: 'there', value: referred(only) }
    : { found: 'unsure' };
}

/** A charge of this order, whatever it says of its amount; or one of that amount that names no order. */
function mayBe(row: OperationRow, { externalId, amount, createdAt }: CardCharge, from: string): boolean {
  if (createdAt !== null && createdAt < from) return false;
  if (externalId !== null) return externalId === row.clientReference;
  return amount === null || row.amount === null || amount === row.amount;
}

const isOf = (row: OperationRow, { id, externalId, amount }: CardCharge) =>
  externalId === row.clientReference && (amount === null || amount === row.amount) && namesItself(id);
