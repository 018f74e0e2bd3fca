import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import { isOwnCharge } from '#lib/core/masking/mask.ts';
import { firstPages } from '#lib/list/server/ranges.ts';
import { EMPTY_RECEIVER, type OperationReceiver } from '#lib/operations/contract.ts';
import { mayBeDuplicate } from '#lib/operations/server/duplicates.ts';
import {
  type LookUp,
  mayBeSent,
  type OperationKind,
  type OperationRow,
  type SentAgo,
} from '#lib/operations/server/kind.ts';
import {
  aboutAnother,
  claimedByOther,
  errorOf,
  firstSendTime,
  isStableId,
  listedSince,
} from '#lib/operations/server/reconcile.ts';
import type { Shown } from '#lib/payments/server/receiver.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type {
  Call,
  KeyedChange,
  Outcome,
  Page,
  PaymentFilter,
  PortPageRequest,
  ProviderPort,
} from '#lib/providers/port.ts';
import { LOOK_UP_CALL, partOf } from '#lib/providers/reach.ts';
import { everyRowHas } from '#lib/providers/rows.ts';
import { NO_PARTY } from '#lib/transactions/rules.ts';

/** A payment's request, stored sealed. `typed`: a person chose the reference; otherwise Guichê generated it. */
export type MoneyRequest<Input> = {
  input: Input;
  typed: boolean;
  idempotencyKey: string;
  /** The receiver shown to the requester before the request. */
  shown?: Shown | undefined;
};

type Input = { clientReference: string; amount?: number | undefined };
type MoneyTerms<I extends Input> = {
  name: string;
  /** Part of the port that finds and lists these payments. Of all but charges, money leaves the account. */
  part: 'charges' | 'withdrawals' | 'transfers';
  send(port: ProviderPort, input: I, change: KeyedChange): Promise<Outcome<Payment>>;
  /** Whether a payment has this request's receiver. Null: not reported. */
  sameReceiver(input: I, payment: Payment): boolean | null;
  /** Whom it pays. `shown`: as the requester saw it. */
  receiver?(
    request: { input: I; shown: Shown | undefined },
    port: ProviderPort,
    call: Call,
  ): OperationReceiver | Promise<OperationReceiver>;
  /** The receiver sets the amount, so a payment just created with our reference is ours whatever its amount. */
  namedByReceiver?: true;
  /** Runs before a delayed send: the error if the payment is no longer what was requested. Null: unchanged. */
  changedSince?(
    request: { amount: number | null; input: I },
    port: ProviderPort,
  ): Promise<GuicheError | null>;
};

/**
 * Document 2: a repeat with the same key is another send. Automatic repeats happen only within this time (ms)
 * of the first send, and at most so often.
 */
const REPEATS_MS = 60_000;
const MOST_SENDS = 3;
/** Tolerance for "just created" (ms): a call's time limit and the clock's seconds. */
const JUST_NOW_MS = 15_000;

type Done = Extract<Outcome<Payment>, { kind: 'done' }>;

/**
 * A payment with one client reference: sent automatically only once (the Hub's idempotency key allows repeats
 * within a minute), looked up by that reference, and confirmed when the provider has it.
 */
export function moneyKind<I extends Input>(terms: MoneyTerms<I>): OperationKind<MoneyRequest<I>, Payment> {
  const leaves = terms.part !== 'charges';
  type Request = MoneyRequest<I>;
  type Sending = { row: OperationRow; request: Request; port: ProviderPort };

  const sameReceiver = ({ input }: Request, payment: Payment) => terms.sameReceiver(input, payment);

  async function lookUp({ row, request, port }: Sending, call: Call): Promise<LookUp<Payment>> {
    const { clientReference } = request.input;
    const routes = partOf(port, terms.part);
    // Document 2 filters only charges by reference. The other lists are scanned.
    const seen: LookUp<Payment> =
      port.kind === 'hub' && leaves
        ? await findInLists(routes, row, (payment) => sameReceiver(request, payment), call)
        : await thereOrAbsent(row, await routes.find({ clientReference }, call));
    if (seen.found !== 'there' || isRequested(row, request, seen.value)) return seen;
    return request.typed ? { found: 'other', existing: shown(seen.value) } : { found: 'unsure' };
  }

  const lookUpNow = (sending: Sending) =>
    lookUp(sending, LOOK_UP_CALL).catch((): LookUp<Payment> => ({ found: 'unsure' }));

  /** Whether a payment with this reference is the requested one. */
  function isRequested(row: OperationRow, request: Request, payment: Payment): boolean {
    // A payment with a generated reference is always ours.
    if (!request.typed && payment.clientReference !== null) return true;
    const firstSentMs = firstSendTime(row);
    const facts = { amount: row.amount ?? undefined, firstSentMs };
    if (matchesRequest(payment, facts, sameReceiver(request, payment))) return true;
    return isOursDespiteAmount(request, payment, firstSentMs);
  }

  /** Whether a payment with another amount is ours: its receiver sets the amount and may have changed it. */
  function isOursDespiteAmount(request: Request, payment: Payment, firstSentMs: number): boolean {
    if (terms.namedByReceiver !== true || payment.clientReference === null) return false;
    const justNow = Date.parse(payment.createdAt ?? '') >= firstSentMs - JUST_NOW_MS;
    return sameReceiver(request, payment) !== false && (!request.typed || justNow);
  }

  /** The error if the payment is no longer what was requested, or if that cannot be read. Null: unchanged. */
  const changedSince = ({ row: { amount }, request: { input }, port }: Sending) =>
    errorOf(async () => (await terms.changedSince?.({ amount, input }, port)) ?? null);

  /** Checks an answer that may be about another payment, and a refusal of an existing reference (PZC210). */
  async function matchOutcome(sending: Sending, outcome: Outcome<Payment>): Promise<Outcome<Payment>> {
    const { row, request } = sending;
    if (outcome.kind === 'done') {
      const { value, date } = outcome;
      const firstSentMs = !mayBeSent(row) && date !== null ? Date.parse(date) : firstSendTime(row);
      const facts = {
        amount: row.amount ?? undefined,
        firstSentMs: request.typed ? firstSentMs : Number.NEGATIVE_INFINITY,
      };
      if (!mayHaveReference(value, request.input)) return verifyByLookUp(sending, outcome, false);
      if (matchesRequest(value, facts, sameReceiver(request, value))) return outcome;
      return verifyByLookUp(sending, outcome, isOursDespiteAmount(request, value, firstSentMs));
    }
    if (outcome.kind !== 'refused' || outcome.error.details.provider?.code !== 'PZC210') return outcome;
    const seen = await lookUpNow(sending);
    if (seen.found === 'other') return conflict(seen.existing, outcome.error);
    if (seen.found !== 'there') return outcome;
    // A payment with a generated reference is ours. With a typed one it existed before our first send.
    return request.typed && !mayBeSent(row)
      ? conflict(shown(seen.value), outcome.error)
      : { kind: 'done', value: seen.value, requestId: null, date: null };
  }

  /** After an answer about something else. Ours with another amount stays if nothing better is found. */
  async function verifyByLookUp(sending: Sending, outcome: Done, ours: boolean): Promise<Outcome<Payment>> {
    const seen = await lookUpNow(sending);
    if (seen.found === 'there') return { ...outcome, value: seen.value };
    if (ours) return outcome;
    if (seen.found === 'other') return conflict(seen.existing);
    return aboutAnother('payment');
  }

  return {
    name: terms.name,
    permission: leaves ? 'withdraw' : 'charge',
    stepUp: leaves,
    approvable: leaves,
    afterCrash: 'never_sent',
    repeatable: true,
    renewable: true,
    touches: ['payments', 'transactions', 'overview'],
    makes: 'payment',
    async send({ change, ...sending }) {
      const { row, request, port } = sending;
      if (mayBeSent(row)) {
        const known = endOf(await lookUpNow(sending), port);
        if (known !== null) return known;
      }
      const changed = isSentAfresh(row) ? await changedSince(sending) : null;
      if (changed !== null) return { kind: 'refused', sent: false, error: changed };
      const { input, idempotencyKey } = request;
      return matchOutcome(sending, await terms.send(port, input, { ...change, idempotencyKey }));
    },
    async lookUp({ call, ago, ...sending }) {
      const seen = await lookUp(sending, call);
      const again = seen.found === 'absent' && sending.port.kind === 'hub' && mayRepeat(sending.row, ago);
      return again ? { found: 'absent', next: 'send_again', sentWithinMs: REPEATS_MS } : seen;
    },
    // A later refusal proves nothing about an earlier send, unless the reference belongs to another payment.
    refusal: (error, row) => (!mayBeSent(row) || error.code === 'conflict' ? 'rejected' : 'unknown'),
    matches: ({ row, request, seen }) => isRequested(row, request, seen),
    paid: ({ amount }) => amount,
    receiver: ({ request: { input, shown }, port, call }) =>
      terms.receiver?.({ input, shown }, port, call) ?? EMPTY_RECEIVER,
    show: shown,
  };
}

/** `Math.abs` excludes a clock set back: the age is unknown. `markSent` checks again: lists take time. */
function mayRepeat({ attempts }: OperationRow, { firstMs }: SentAgo): boolean {
  return attempts < MOST_SENDS && firstMs !== null && Math.abs(firstMs) < REPEATS_MS;
}

/** Outcome by the look-up before another send. Null: send it. Document 1 forbids it while unclear. */
function endOf(seen: LookUp<Payment>, port: ProviderPort): Outcome<Payment> | null {
  if (seen.found === 'there') return { kind: 'done', value: seen.value, requestId: null, date: null };
  if (seen.found === 'other') return conflict(seen.existing);
  if (seen.found === 'absent' || port.kind === 'hub') return null;
  const error = new GuicheError('provider_unavailable', 'It cannot be told now whether it arrived.');
  return { kind: 'refused', sent: false, error };
}

function conflict(existing: unknown, refusal?: GuicheError): Outcome<Payment> {
  const provider = refusal?.details.provider;
  const error = new GuicheError('conflict', 'Its reference names another payment.', {
    existing,
    ...(provider === undefined ? {} : { provider }),
  });
  return { kind: 'refused', sent: true, error };
}

/** Approved, begun anew or sent again: the facts read at the request may be outdated. */
const isSentAfresh = ({ decidedAt, attempts, intent }: OperationRow) =>
  decidedAt !== null || attempts > 0 || (intent as { again?: unknown }).again !== undefined;

/** A payment without a reference is only similar: the service may have ignored the filter. */
async function thereOrAbsent(row: OperationRow, found: Payment | null): Promise<LookUp<Payment>> {
  if (found === null) return { found: 'absent', next: 'wait' };
  const only = found.clientReference !== null || !(await mayBeDuplicate(row, [found]));
  return only ? { found: 'there', value: found } : { found: 'unsure' };
}

/** Whether an answer has our reference. An answer without one counts as ours. */
const mayHaveReference = ({ clientReference }: Payment, ours: Input) =>
  clientReference === null || plain(clientReference) === plain(ours.clientReference);
const plain = (reference: string) => reference.trim().toLowerCase();

const shown = (payment: Payment) => ({ payment: redactPayment(payment) });

/**
 * A payment without personal data, as operations, repeats and refusals store and show it. Keeps the code of a
 * charge, which is the account's own; the rest can be read again from the provider by id.
 */
export function redactPayment(payment: Payment): Payment {
  return {
    ...payment,
    qrCodeText: isOwnCharge(payment) ? payment.qrCodeText : null,
    qrCodeUrl: null,
    generatedName: null,
    generatedDocument: null,
    generatedEmail: null,
    payer: NO_PARTY,
    receiver: NO_PARTY,
    withdrawPixKey: null,
    callbackUrl: null,
    refundReason: null,
    refundDescription: null,
    cancellationReason: null,
    description: null,
    ...(payment.metadata === undefined ? {} : { metadata: null }),
    other: {},
  };
}

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
  let last: Page<Payment> | null = null;
  const read = (position: unknown) => list({ from }, { limit: PAGE, position }, call);
  for await (const page of firstPages(MOST_PAGES, read)) {
    const ours = page.items.find((one) => one.clientReference === row.clientReference);
    if (ours !== undefined) return { found: 'there', value: ours };
    seen.push(...page.items);
    whole = whole && everyRowHas(page, 'row') && (page.next !== null || (page.total ?? 0) <= seen.length);
    last = page;
  }
  if (last?.next !== null) return { found: 'unsure' };
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
