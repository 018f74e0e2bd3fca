import 'server-only';
import type { Permission } from '#lib/auth/permissions.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { NOBODY, type OperationReceiver } from '#lib/operations/contract.ts';
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
  PageAsk,
  PaymentFilter,
  PaymentReference,
  ProviderPort,
} from '#lib/providers/port.ts';
import { LOOK_UP_CALL } from '#lib/providers/reach.ts';

/** A payment's request, kept sealed. `typed`: somebody wrote its reference, Guichê did not make it. */
export type MoneyRequest<Input> = {
  input: Input;
  typed: boolean;
  idempotencyKey: string;
  /** Whom its requester was shown before asking. */
  shown?: Shown | undefined;
};

/** The routes of one kind of payment. */
export type MoneyRoutes<Input> = {
  send(input: Input, change: KeyedChange): Promise<Outcome<Payment>>;
  find(by: PaymentReference, call: Call): Promise<Payment | null>;
  list(filter: PaymentFilter, page: PageAsk, call: Call): Promise<Page<Payment>>;
};

type Input = { clientReference: string; amount?: number | undefined };
export type MoneyTerms<I extends Input> = {
  name: string;
  permission: Permission;
  stepUp: boolean;
  /** It takes money out of the account. */
  leaves: boolean;
  /** Document 2 filters this kind's list by reference; the others are searched for in theirs. */
  hubFindsByReference: boolean;
  routes(port: ProviderPort): MoneyRoutes<I>;
  /** Tells if a payment goes to this one's receiver; null: the provider does not tell. */
  sameReceiver(input: I, payment: Payment): boolean | null;
  /** Whom it pays; `shown`: as its requester saw it. */
  receiver?(
    asked: { input: I; shown: Shown | undefined },
    port: ProviderPort,
    call: Call,
  ): OperationReceiver | Promise<OperationReceiver>;
  /** The receiver names the amount: one made just now under our reference is ours, whatever it paid. */
  namedByReceiver?: true;
  /** Before a send that comes later than its intent: why it is not what was asked for any more; null: it is. */
  changedSince?(asked: { amount: number | null; input: I }, port: ProviderPort): Promise<GuicheError | null>;
};

/** Document 2: a repeat with the same key is a send; by itself only so long after the first, and so often. */
const REPEATS_MS = 60_000;
const MOST_SENDS = 3;

/**
 * A payment of one client reference: sent at most once by itself (but for the Hub's key, within a minute), found again
 * by that reference, and confirmed when the provider holds it.
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
    // Of an earlier send a later refusal says nothing, unless the reference turned out to be another payment's.
    refusal: (error, row) => (!mayBeSent(row) || error.code === 'conflict' ? 'rejected' : 'unknown'),
    matches: ({ row, request, seen }) => stands(terms, { row, request }, seen, firstSendTime(row)),
    paid: ({ amount }) => amount,
    ...(terms.receiver === undefined
      ? {}
      : {
          receiver: ({ request: { input, shown }, port, call }) =>
            terms.receiver?.({ input, shown }, port, call) ?? NOBODY,
        }),
    show: (payment) => ({ payment: redactPayment(payment) }),
  };
}

const unsure = (): LookUp<Payment> => ({ found: 'unsure' });

function same<I extends Input>(terms: MoneyTerms<I>, { input }: MoneyRequest<I>, payment: Payment) {
  return terms.sameReceiver(input, payment);
}

/**
 * Not where a clock was set back meanwhile either: then nobody knows how long it is. As it was before the lists were
 * walked: whoever marks it sent judges that again.
 */
function mayRepeat({ attempts }: OperationRow, { firstMs }: SentAgo): boolean {
  return attempts < MOST_SENDS && firstMs !== null && Math.abs(firstMs) < REPEATS_MS;
}

/** The outcome settled by a look before another send. Document 1 forbids to repeat while nothing is sure. */
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
  if (stands(terms, { row, request }, value, firstSendTime(row))) return seen;
  return request.typed ? { found: 'other', existing: existing(value) } : { found: 'unsure' };
}

/** Approved, begun anew or sent again: what was read when it was asked for may not hold any more. */
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

/** "Just now": a call's own limit and its clock's seconds. */
const JUST_NOW_MS = 15_000;

/** Tells if a payment under this reference is the one asked for. `firstSentMs`: by the provider's clock. */
function stands<I extends Input>(
  terms: MoneyTerms<I>,
  { row, request }: Pick<Given<I>, 'row' | 'request'>,
  payment: Payment,
  firstSentMs: number,
): boolean {
  // A reference made here is nobody else's, whatever else the payment says: where it is named.
  if (!request.typed && payment.clientReference !== null) return true;
  const asked = { amount: row.amount ?? undefined, firstSentMs };
  if (matchesRequest(payment, asked, same(terms, request, payment))) return true;
  return oursWhateverItPaid(terms, request, payment, firstSentMs);
}

/** A receiver that names the amount may have named another one in the last moment. */
function oursWhateverItPaid<I extends Input>(
  terms: MoneyTerms<I>,
  request: MoneyRequest<I>,
  payment: Payment,
  firstSentMs: number,
): boolean {
  if (terms.namedByReceiver !== true || payment.clientReference === null) return false;
  const justNow = Date.parse(payment.createdAt ?? '') >= firstSentMs - JUST_NOW_MS;
  return same(terms, request, payment) !== false && (!request.typed || justNow);
}

/** One that names no reference is only like it: the service may have overlooked what it was asked for. */
async function thereOrAbsent(row: OperationRow, found: Payment | null): Promise<LookUp<Payment>> {
  if (found === null) return { found: 'absent', next: 'wait' };
  const only = found.clientReference !== null || !(await mayBeDuplicate(row, [found]));
  return only ? { found: 'there', value: found } : { found: 'unsure' };
}

/** An answer that names another payment, and a refusal because the reference is there already (PZC210). */
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
    if (!namesUs(request, value)) return askedAnew(terms, given, outcome, false);
    if (matchesRequest(value, asked, same(terms, request, value))) return outcome;
    return askedAnew(terms, given, outcome, oursWhateverItPaid(terms, request, value, firstSentMs));
  }
  if (outcome.kind !== 'refused' || outcome.error.details.provider?.code !== 'PZC210') return outcome;
  const seen = await lookUp(terms, given, LOOK_UP_CALL).catch(unsure);
  if (seen.found === 'other') return conflict(seen.existing, outcome.error);
  if (seen.found !== 'there') return outcome;
  // A reference made here is ours whoever brought it there; a typed one was somebody's before the first send.
  const { value } = seen;
  return request.typed && !mayBeSent(row)
    ? conflict(existing(value), outcome.error)
    : { kind: 'done', value, requestId: null, date: null };
}

/** Tells if an answer is about our reference; one that names none is taken for ours. */
const namesUs = <I extends Input>({ input }: MoneyRequest<I>, { clientReference }: Payment) =>
  clientReference === null || sameWord(clientReference, input.clientReference);
const sameWord = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/**
 * An answer that is not about what was asked for says nothing of it, neither that it was done nor that it was not:
 * what stands under our reference does. One that is ours with another amount holds where nothing there says better.
 */
async function askedAnew<I extends Input>(
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
