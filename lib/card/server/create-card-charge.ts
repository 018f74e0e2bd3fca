import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, asc, desc, eq, notInArray } from 'drizzle-orm';
import { type Account, cardEntryOn, openCredentials } from '#lib/accounts/server/account.ts';
import { addressPolicyOf } from '#lib/accounts/server/address-policy.ts';
import type { Ctx, Reply } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import type { Card, NewCardCharge } from '#lib/card/contract.ts';
import { AUTHORIZED, cardErrors, KINDS, PAID, PENDING, wholeExpiration } from '#lib/card/rules.ts';
import { type ChargeWithReference, withClientReference } from '#lib/card/server/list-card-charges.ts';
import { isLoopbackAddress } from '#lib/core/address-name.ts';
import { saoPauloDay } from '#lib/core/dates.ts';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError, nullOn } from '#lib/core/errors.ts';
import { checkForm } from '#lib/core/http/safe-url.ts';
import { cardDigits } from '#lib/core/masking/card-number.ts';
import { Secret } from '#lib/core/masking/secret.ts';
import { documentKind, normalizeDocument } from '#lib/core/pix/documents.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { databaseNow, dbNow } from '#lib/data/clock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { webhookReceivers } from '#lib/data/schema/webhooks.ts';
import type { LookUp, OperationKind, OperationRow } from '#lib/operations/server/kind.ts';
import {
  type FieldCheck,
  performAndAnswer,
  randomLetters,
  throwFieldErrors,
} from '#lib/operations/server/perform.ts';
import { aboutAnother, isStableId, listedSince, unclaimed } from '#lib/operations/server/reconcile.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import type { CardCharge } from '#lib/providers/card-records.ts';
import type { Call, NewCardCharge as ProviderCharge, ProviderPort } from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';
import { everyRowHas } from '#lib/providers/rows.ts';

/** The provider can send postbacks: the account has a secret to sign them, our address is reachable. */
export function takesPostbacks(account: Account): boolean {
  if (openCredentials(account).webhookSecret === undefined) return false;
  const { url } = settings();
  return isLoopbackAddress(url) ? addressPolicyOf(account).loopback : url.startsWith('https:');
}

/** Address for postbacks of charges created here (document 3, postbackUrl). Undefined: none. */
async function postbackAddress(account: Account): Promise<string | undefined> {
  if (!takesPostbacks(account)) return undefined;
  const base = `${settings().url}/api/hooks/${account.slug}`;
  const existing = await receiver(account.id, base);
  if (existing !== null) return existing;
  const endpoint = randomBytes(16).toString('hex');
  await db()
    .insert(webhookReceivers)
    // It needs no ownership challenge, because the account owns it from the start.
    .values({
      endpoint,
      accountId: account.id,
      url: `${base}/${endpoint}`,
      ownership: 'verified',
      createdAt: dbNow,
    });
  return (await receiver(account.id, base)) ?? undefined;
}

/** The oldest receiver at this address, so that two created at once resolve to the same one. */
async function receiver(accountId: string, base: string): Promise<string | null> {
  const rows = await db()
    .select({ url: webhookReceivers.url })
    .from(webhookReceivers)
    .where(and(eq(webhookReceivers.accountId, accountId), eq(webhookReceivers.ownership, 'verified')))
    .orderBy(asc(webhookReceivers.createdAt), asc(webhookReceivers.endpoint));
  return rows.find(({ url }) => url.startsWith(`${base}/`))?.url ?? null;
}

/**
 * Creates a card charge (document 3), at most once. 201 confirmed (its status shows whether it is paid), 202
 * not known yet, 409 `not_supported` where cards are off, `already_done` while the order has a paid or
 * pending charge. The card is never stored.
 */
export async function createCardCharge({ ctx, body }: Args<'POST /card/charges'>): Promise<Reply> {
  ctx.part('card');
  if (!cardEntryOn(ctx.account))
    throw new GuicheError('not_supported', 'Cards are not entered in this account.');
  checkFields(body);
  refusePostback(ctx, body.postbackUrl);
  const { customer, card, postbackUrl, externalId = `gch_${randomLetters(26)}`, ...rest } = body;
  const checkedIds = await requireOpenOrder(ctx, externalId);
  const { document, ...person } = customer;
  const identity = document === undefined ? undefined : normalizeDocument(document);
  const kind = withCard({
    ...rest,
    externalId,
    customer: { ...person, identity, identityType: identity && documentKind(identity)?.toUpperCase() },
    card: asSecrets(card),
    // A requested address replaces Guichê's, because document 3 accepts only one.
    postbackUrl: postbackUrl ?? (await postbackAddress(ctx.account)),
  });
  return performAndAnswer(
    ctx,
    kind,
    {
      target: externalId,
      request: { externalId },
      intent: {
        installments: body.installments,
        authenticate: body.authenticate,
        recurrence: body.recurrence?.interval ?? null,
        ...(postbackUrl === undefined ? {} : { callbackUrl: postbackUrl }),
      },
      clientReference: externalId,
      amount: body.amount,
      within: (tx) => requireNoNewCharge(tx, ctx, externalId, checkedIds),
    },
    { status: 201 },
  );
}

const asSecrets = ({ number, holder, expiration, cvv }: Card) => ({
  number: new Secret(cardDigits(number)),
  holder: new Secret(holder.trim()),
  expiration: new Secret(wholeExpiration(expiration)),
  cvv: new Secret(cvv.trim()),
});

/** Throws `invalid_request` with every field error that Guichê can judge. The provider checks the rest. */
function checkFields({ card, customer, recurrence, installments, ...rest }: NewCardCharge): void {
  const { document, email } = customer;
  const asRead = { ...card, expiration: wholeExpiration(card.expiration) };
  const ofCard = Object.entries(cardErrors(asRead, databaseNow()));
  const elsewhere = [
    rest.externalId,
    ...Object.values(customer),
    ...rest.cart.flatMap((one) => [one.name, one.sku]),
  ];
  const number = cardDigits(card.number);
  throwFieldErrors(
    ...ofCard.map(([name, error]): FieldCheck => error && [`card.${name}`, error]),
    document !== undefined && documentKind(document) === null && ['customer.document', 'document_invalid'],
    email !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && ['customer.email', 'email_invalid'],
    recurrence !== undefined && installments !== 1 && ['installments', 'one_with_recurrence'],
    endsBefore(recurrence?.endDate) && ['recurrence.endDate', 'day_past'],
    // A card number may appear only in its own field, because every other field is stored.
    elsewhere.some((text) => text && cardDigits(text).includes(number)) && ['card.number', 'card_elsewhere'],
  );
}

/** Checks the form of a postback address. Whether it can be reached is only a warning of the form. */
const refusePostback = ({ account }: Ctx, url: string | undefined): void =>
  throwFieldErrors(
    url !== undefined &&
      typeof checkForm(url, addressPolicyOf(account)) === 'string' && ['postbackUrl', 'url_invalid'],
  );

const endsBefore = (day: string | undefined) => day !== undefined && day <= saoPauloDay(databaseNow());

const ofOrder = (ctx: Ctx, externalId: string) =>
  and(
    eq(operations.accountId, ctx.account.id),
    eq(operations.kind, KINDS.create),
    eq(operations.clientReference, externalId),
    eq(operations.state, 'confirmed'),
  );

/**
 * Throws `already_done` if a charge of this order is paid or pending, read anew from the provider. After a
 * refusal another card may be tried. Returns the ids of the operations that were checked.
 */
async function requireOpenOrder(ctx: Ctx, externalId: string): Promise<string[]> {
  const rows = await db()
    .select()
    .from(operations)
    .where(ofOrder(ctx, externalId))
    .orderBy(desc(operations.createdAt))
    .limit(20);
  for (const row of rows) {
    const stored = (row.result as { charge?: CardCharge } | null)?.charge;
    const now = stored === undefined ? null : await readAgain(ctx, stored);
    if (now === null || now.statusCode === null || [AUTHORIZED, PAID, PENDING].includes(now.statusCode))
      throw alreadyCharged(row.id, now);
  }
  return rows.map(({ id }) => id);
}

/** The charge as it is now, or as first answered if it cannot be read. Null: the provider lacks it. */
async function readAgain(ctx: Ctx, stored: CardCharge): Promise<CardCharge | null> {
  const read = ifAnswered(ctx.part('card').charges.get(stored.id, ctx.call));
  return read.then((charge) => charge ?? stored).catch(nullOn('not_found'));
}

const alreadyCharged = (operationId: string, charge: CardCharge | null) =>
  new GuicheError('already_done', 'A charge of this order was made here already.', {
    operationId,
    ...(charge === null
      ? {}
      : { existing: CARD_CHARGE.show({ ...charge, clientReference: charge.externalId }) }),
    fields: [{ field: 'externalId', message: 'taken' }],
  });

async function requireNoNewCharge(tx: Transaction, ctx: Ctx, externalId: string, checkedIds: string[]) {
  const [other] = await tx
    .select({ id: operations.id })
    .from(operations)
    .where(
      and(
        ofOrder(ctx, externalId),
        checkedIds.length > 0 ? notInArray(operations.id, checkedIds) : undefined,
      ),
    )
    .limit(1);
  if (other !== undefined) throw alreadyCharged(other.id, null);
}

/** What is stored of a requested charge: the reference to find it by. Nothing of its card or customer. */
type CardChargeRequest = { externalId: string };

const PAGE = 100;
const MOST_PAGES = 20;

const NO_CUSTOMER = { name: null, document: null, documentType: null, email: null, phone: null };

/**
 * The charge as operations, repeats and refusals store it: without personal data, which its id reads again.
 */
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
const withCard = (charge: ProviderCharge): typeof CARD_CHARGE => ({
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
