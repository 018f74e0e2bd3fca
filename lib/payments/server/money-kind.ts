import 'server-only';
import type { Permission } from '#lib/auth/permissions.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { EMPTY_RECEIVER, type OperationReceiver } from '#lib/operations/contract.ts';
import { mayBeDuplicate } from '#lib/operations/server/duplicate-candidates.ts';
import {
  type LookUp,
  mayBeSent,
  type OperationKind,
  type OperationRow,
  type SentAgo,
} from '#lib/operations/server/kind.ts';
import { firstSendTime } from '#lib/operations/server/reconcile-list.ts';
import { aboutAnother } from '#lib/operations/server/verify-outcome.ts';
import { findInLists, matchesRequest } from '#lib/payments/server/find-in-lists.ts';
import type { Shown } from '#lib/payments/server/recipient-token.ts';
import { redactPayment } from '#lib/payments/server/redact-payment.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type {
  Call,
  KeyedChange,
  Outcome,
  Page,
  PaymentFilter,
  PaymentReference,
  PortPageRequest,
  ProviderPort,
} from '#lib/providers/port.ts';
import { LOOK_UP_CALL } from '#lib/providers/reach.ts';

/**
 * A payment's request, stored sealed. `typed`: a person chose the reference; otherwise Guichê generated it.
 */
export type MoneyRequest<Input> = {
  input: Input;
  typed: boolean;
  idempotencyKey: string;
  /** The receiver shown to the requester before the request. */
  shown?: Shown | undefined;
};

/** Provider routes of one kind of payment. */
export type MoneyRoutes<Input> = {
  send(input: Input, change: KeyedChange): Promise<Outcome<Payment>>;
  find(by: PaymentReference, call: Call): Promise<Payment | null>;
  list(filter: PaymentFilter, page: PortPageRequest, call: Call): Promise<Page<Payment>>;
};

type Input = { clientReference: string; amount?: number | undefined };
export type MoneyTerms<I extends Input> = {
  name: string;
  permission: Permission;
  stepUp: boolean;
  /** Money leaves the account. */
  leaves: boolean;
  /** Document 2 can filter this kind's list by reference. Other kinds are searched by scanning their list. */
  hubFindsByReference: boolean;
  routes(port: ProviderPort): MoneyRoutes<I>;
  /** Whether a payment has this request's receiver. Null: not reported. */
  sameReceiver(input: I, payment: Payment): boolean | null;
  /** Whom it pays. `shown`: as the requester saw it. */
  receiver?(
    asked: { input: I; shown: Shown | undefined },
    port: ProviderPort,
    call: Call,
  ): OperationReceiver | Promise<OperationReceiver>;
  /**
   * The receiver sets the amount, so a payment just created with our reference is ours whatever its amount.
   */
  namedByReceiver?: true;
  /**
   * Runs before a delayed send: the error if the payment is no longer what was requested. Null: unchanged.
   */
  changedSince?(asked: { amount: number | null; input: I }, port: ProviderPort): Promise<GuicheError | null>;
};

/**
 * Document 2: a repeat with the same key is another send. Automatic repeats happen only within this time (ms)
 * of the first send, and at most so often.
 */
const REPEATS_MS = 60_000;
const MOST_SENDS = 3;

/**
 * A payment with one client reference: sent automatically only once (the Hub's idempotency key allows repeats
 * within a minute), looked up by that reference, and confirmed when the provider has it.
 */
export function moneyKind<I extends Input>(terms: MoneyTerms<I>): OperationKind<MoneyRequest<I>, Payment> {
  type Given = { row: OperationRow; request: MoneyRequest<I>; port: ProviderPort };
  const look = (given: Given, call: Call) => lookUp(terms, given, call);
  return {
    name: terms.name,
    permission: terms.permission,
    stepUp: terms.stepUp,
    approvable: terms.leaves,
    afterCrash: 'never_sent',
    repeatable: true,
    renewable: true,
    touches: ['payments', 'transactions', 'overview'],
    makes: 'payment',
    async send({ change, ...given }) {
      const { row, request, port } = given;
      if (mayBeSent(row)) {
        const seen = await look(given, LOOK_UP_CALL).catch(unsure);
        const known = endOf(seen, port);
        if (known !== null) return known;
      }
      const changed = isSentAfresh(row) ? await changedSince(terms, given) : null;
      if (changed !== null) return { kind: 'refused', sent: false, error: changed };
      const { input, idempotencyKey } = request;
      const outcome = await terms.routes(port).send(input, { ...change, idempotencyKey });
      return matchOutcome(terms, given, outcome);
    },
    async lookUp({ call, ago, ...given }) {
      const seen = await look(given, call);
      const again = seen.found === 'absent' && given.port.kind === 'hub' && mayRepeat(given.row, ago);
      return again ? { found: 'absent', next: 'send_again', sentWithinMs: REPEATS_MS } : seen;
    },
    // A later refusal says nothing about an earlier send, unless the reference belongs to another payment.
    refusal: (error, row) => (!mayBeSent(row) || error.code === 'conflict' ? 'rejected' : 'unknown'),
    matches: ({ row, request, seen }) => isRequested(terms, { row, request }, seen, firstSendTime(row)),
    paid: ({ amount }) => amount,
    ...(terms.receiver === undefined
      ? {}
      : {
          receiver: ({ request: { input, shown }, port, call }) =>
            terms.receiver?.({ input, shown }, port, call) ?? EMPTY_RECEIVER,
        }),
    show: (payment) => ({ payment: redactPayment(payment) }),
  };
}

const unsure = (): LookUp<Payment> => ({ found: 'unsure' });

function same<I extends Input>(terms: MoneyTerms<I>, { input }: MoneyRequest<I>, payment: Payment) {
  return terms.sameReceiver(input, payment);
}

/**
 * `Math.abs` also excludes a clock that was set back, since the age is unknown then. `markSent` checks the
 * age again, because reading the lists takes time.
 */
function mayRepeat({ attempts }: OperationRow, { firstMs }: SentAgo): boolean {
  return attempts < MOST_SENDS && firstMs !== null && Math.abs(firstMs) < REPEATS_MS;
}

/**
 * Outcome according to the look-up before another send. Null: send it. Document 1 forbids a repeat while the
 * outcome is unclear.
 */
function endOf(seen: LookUp<Payment>, port: ProviderPort): Outcome<Payment> | null {
  if (seen.found === 'there') return { kind: 'done', value: seen.value, requestId: null, date: null };
  if (seen.found === 'other') return conflict(seen.existing);
  if (seen.found === 'absent' || port.kind === 'hub') return null;
  const error = new GuicheError('provider_unavailable', 'It cannot be told now whether it arrived.');
  return { kind: 'refused', sent: false, error };
}

const conflict = (
  existing: unknown,
  error?: GuicheError,
): Extract<Outcome<Payment>, { kind: 'refused' }> => ({
  kind: 'refused',
  sent: true,
  error: new GuicheError('conflict', 'Its reference names another payment.', {
    existing,
    ...(error?.details.provider === undefined ? {} : { provider: error.details.provider }),
  }),
});
const existing = (payment: Payment) => ({ payment: redactPayment(payment) });

type Given<I> = { row: OperationRow; request: MoneyRequest<I>; port: ProviderPort };

async function lookUp<I extends Input>(
  terms: MoneyTerms<I>,
  { row, request, port }: Given<I>,
  call: Call,
): Promise<LookUp<Payment>> {
  const { clientReference } = request.input;
  const routes = terms.routes(port);
  const seen: LookUp<Payment> =
    port.kind === 'hub' && !terms.hubFindsByReference
      ? await findInLists(routes, row, (payment) => same(terms, request, payment), call)
      : await thereOrAbsent(row, await routes.find({ clientReference }, call));
  if (seen.found !== 'there') return seen;
  const { value } = seen;
  if (isRequested(terms, { row, request }, value, firstSendTime(row))) return seen;
  return request.typed ? { found: 'other', existing: existing(value) } : { found: 'unsure' };
}

/** Approved, begun anew or sent again: the facts read at the request may be outdated. */
const isSentAfresh = ({ decidedAt, attempts, intent }: OperationRow) =>
  decidedAt !== null || attempts > 0 || (intent as { again?: unknown }).again !== undefined;

async function changedSince<I extends Input>(
  terms: MoneyTerms<I>,
  { row, request, port }: Given<I>,
): Promise<GuicheError | null> {
  try {
    return (await terms.changedSince?.({ amount: row.amount, input: request.input }, port)) ?? null;
  } catch (error) {
    if (error instanceof GuicheError) return error;
    throw error;
  }
}

/** Tolerance for "just created": a call's time limit and the clock's seconds. */
const JUST_NOW_MS = 15_000;

/** Whether a payment with this reference is the requested one. `firstSentMs`: by the provider's clock. */
function isRequested<I extends Input>(
  terms: MoneyTerms<I>,
  { row, request }: Pick<Given<I>, 'row' | 'request'>,
  payment: Payment,
  firstSentMs: number,
): boolean {
  // A payment with a generated reference is always ours.
  if (!request.typed && payment.clientReference !== null) return true;
  const asked = { amount: row.amount ?? undefined, firstSentMs };
  if (matchesRequest(payment, asked, same(terms, request, payment))) return true;
  return isOursDespiteAmount(terms, request, payment, firstSentMs);
}

/** Whether a payment with another amount is ours: its receiver sets the amount and may have changed it. */
function isOursDespiteAmount<I extends Input>(
  terms: MoneyTerms<I>,
  request: MoneyRequest<I>,
  payment: Payment,
  firstSentMs: number,
): boolean {
  if (terms.namedByReceiver !== true || payment.clientReference === null) return false;
  const justNow = Date.parse(payment.createdAt ?? '') >= firstSentMs - JUST_NOW_MS;
  return same(terms, request, payment) !== false && (!request.typed || justNow);
}

/** A payment without a reference is only similar: the service may have ignored the filter. */
async function thereOrAbsent(row: OperationRow, found: Payment | null): Promise<LookUp<Payment>> {
  if (found === null) return { found: 'absent', next: 'wait' };
  const only = found.clientReference !== null || !(await mayBeDuplicate(row, [found]));
  return only ? { found: 'there', value: found } : { found: 'unsure' };
}

/**
 * Checks an answer that may be about another payment, and a refusal because the reference exists already
 * (PZC210).
 */
async function matchOutcome<I extends Input>(
  terms: MoneyTerms<I>,
  given: Given<I>,
  outcome: Outcome<Payment>,
): Promise<Outcome<Payment>> {
  const { row, request } = given;
  if (outcome.kind === 'done') {
    const { value, date } = outcome;
    const firstSentMs = !mayBeSent(row) && date !== null ? Date.parse(date) : firstSendTime(row);
    const asked = {
      amount: row.amount ?? undefined,
      firstSentMs: request.typed ? firstSentMs : Number.NEGATIVE_INFINITY,
    };
    if (!hasOurReference(request, value)) return verifyByLookUp(terms, given, outcome, false);
    if (matchesRequest(value, asked, same(terms, request, value))) return outcome;
    return verifyByLookUp(terms, given, outcome, isOursDespiteAmount(terms, request, value, firstSentMs));
  }
  if (outcome.kind !== 'refused' || outcome.error.details.provider?.code !== 'PZC210') return outcome;
  const seen = await lookUp(terms, given, LOOK_UP_CALL).catch(unsure);
  if (seen.found === 'other') return conflict(seen.existing, outcome.error);
  if (seen.found !== 'there') return outcome;
  // A payment with a generated reference is ours. With a typed one it existed before our first send.
  const { value } = seen;
  return request.typed && !mayBeSent(row)
    ? conflict(existing(value), outcome.error)
    : { kind: 'done', value, requestId: null, date: null };
}

/** Whether an answer has our reference. An answer without one counts as ours. */
const hasOurReference = <I extends Input>({ input }: MoneyRequest<I>, { clientReference }: Payment) =>
  clientReference === null || sameReference(clientReference, input.clientReference);
const sameReference = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/**
 * Looks up our reference after an answer about something else, which proves nothing. An answer that is ours
 * with another amount stays valid if the look-up finds nothing better.
 */
async function verifyByLookUp<I extends Input>(
  terms: MoneyTerms<I>,
  given: Given<I>,
  outcome: Extract<Outcome<Payment>, { kind: 'done' }>,
  ours: boolean,
): Promise<Outcome<Payment>> {
  const seen = await lookUp(terms, given, LOOK_UP_CALL).catch(unsure);
  if (seen.found === 'there') return { ...outcome, value: seen.value };
  if (ours) return outcome;
  if (seen.found === 'other') return conflict(seen.existing);
  return aboutAnother('payment');
}
