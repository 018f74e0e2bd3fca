import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import { absenceOf, ifAnswered } from '#lib/providers/absence.ts';
import { after, ended, withoutUndefined } from '#lib/providers/client/adapter-deps.ts';
import { Paths, segment } from '#lib/providers/client/paths.ts';
import { PAYMENT_ALIASES, RequestedNames } from '#lib/providers/client/requested-names.ts';
import {
  type HubDeps,
  keyed,
  partsOfId,
  provesAbsence,
  refusedHere,
  withoutRoute,
} from '#lib/providers/hub/adapter-deps.ts';
import { refundIn, toPayment, toRefundState } from '#lib/providers/hub/map.ts';
import { paymentBook } from '#lib/providers/hub/payments.ts';
import { type PaymentKind, readNamed, readPayment, readRefunded } from '#lib/providers/hub/wire.ts';
import type { Payment, RefundState } from '#lib/providers/money-records.ts';
import type {
  Call,
  KeyedChange,
  NewRefund,
  NewTransfer,
  Outcome,
  ProviderFile,
  ProviderPort,
} from '#lib/providers/port.ts';
import { fileIn } from '#lib/providers/shared-readers.ts';

type NoteOf = Pick<NewTransfer, 'description' | 'callbackUrl' | 'metadata' | 'clientReference'>;

/** Fields of every outgoing payment. Virtual accounts exist only in document 1. */
const common = ({ description, callbackUrl, metadata, clientReference }: NoteOf) => ({
  comment: description,
  callbackUrl,
  metadata,
  externalRef: clientReference,
});

function payer({ client, readable }: HubDeps, kind: PaymentKind) {
  return async (
    names: RequestedNames,
    paths: Paths,
    body: Record<string, unknown>,
    payment: { virtualAccount?: string | undefined },
    change: KeyedChange,
  ): Promise<Outcome<Payment>> => {
    if (payment.virtualAccount !== undefined) return refusedHere('virtualAccount', 'not_supported');
    const outcome = await names.send(body, (named) =>
      paths.change(
        (path) => client.change('POST', path, { json: withoutUndefined(named) }, change, keyed(change)),
        (path) => client.read(path, { limit: '1' }, after(change)),
      ),
    );
    return ended(readable, outcome, ({ json }) => toPayment(kind, readPayment(json), true));
  };
}

/** Document 2, withdrawals and payments of a code, in one list. A 201 does not mean paid: see the status. */
export function withdrawalsOf(deps: HubDeps): NonNullable<ProviderPort['withdrawals']> {
  const { withdrawal, codePayment } = deps.paths;
  // Document 2 shows the path of the list.
  const listed = new Paths(['/transactions/withdraw'], deps.now);
  const book = paymentBook(deps, 'withdraw', listed, []);
  const pay = payer(deps, 'withdraw');
  const byKey = new RequestedNames();
  const byCode = new RequestedNames(PAYMENT_ALIASES, 'brCode');
  return {
    list: book.list,
    find: book.find,
    toKey(payment, change) {
      const { amount, pixKey, pixKeyType } = payment;
      const body = { amount, pixKey, pixKeyType: pixKeyType.toUpperCase(), ...common(payment) };
      return pay(byKey, withdrawal, body, payment, change);
    },
    toCode(payment, change) {
      const body = { brCode: payment.code, amount: payment.amount, ...common(payment) };
      return pay(byCode, codePayment, body, payment, change);
    },
  };
}

/** Likely paths of routes that document 2 names by scope but without a path, the likeliest first. */
export function hubPaths(now: () => number) {
  const of = (first: string, ...others: string[]) => new Paths([first, ...others], now);
  const receipts = new Map<string, Paths>();
  return {
    balance: of('/transactions/balance', '/balance', '/account/balance'),
    limits: of('/transactions/limits', '/limits', '/account/limits'),
    metrics: of('/transactions/metrics', '/metrics', '/account/metrics'),
    charges: of(
      ...(['/transactions/payment', '/transactions/payments'] as const),
      ...['/transactions/charge', '/transactions/charges'],
    ),
    deposit: of('/transactions/deposit', '/transactions/deposits'),
    withdrawal: of(
      ...(['/transactions/withdraw', '/transactions/withdrawals'] as const),
      ...['/transactions/pix/withdraw', '/transactions/payout'],
    ),
    codePayment: of(
      ...(['/transactions/pix/qr-payments', '/transactions/withdraw/qrcode'] as const),
      ...['/transactions/pix/qr-payment', '/transactions/pix/payments', '/transactions/pix/qrcode/pay'],
    ),
    transfers: of(
      ...(['/transactions/internal-transfer', '/transactions/internal-transfers'] as const),
      ...['/transactions/transfer', '/transactions/transfers'],
    ),
    decode: of(
      ...(['/transactions/pix/decode', '/transactions/pix/qrcode/decode'] as const),
      ...['/transactions/pix/qr-code/decode', '/transactions/pix/brcode/decode'],
    ),
    defaultKey: new Paths<'PUT' | 'POST' | 'PATCH'>(['PUT', 'POST', 'PATCH'], now),
    /** One dispute, by its protocol; document 2 shows only the list. */
    dispute: of(
      ...(['/transactions/infractions', '/transactions/infraction'] as const),
      ...['/transactions/disputes', '/infractions'],
    ),
    /** Likely names of a receipt below the path of its kind of payment. */
    receiptAt(path: string): Paths {
      const known = receipts.get(path) ?? of('receipt', 'proof', 'voucher');
      receipts.set(path, known);
      return known;
    },
  };
}

export type HubPaths = ReturnType<typeof hubPaths>;

/** PDF of a charge, a deposit or a withdrawal: by the id's kind, else by the requested kind. */
export function receiptOf(deps: HubDeps): NonNullable<ProviderPort['receipt']> {
  return (kind, id, call) =>
    receipt(deps, partsOfId(id).kind ?? (kind === 'charge' ? 'payment' : 'withdraw'), id, call);
}

/** Document 2 shows no paths of receipts: they are looked for below the payment's own path. */
async function receipt(
  { client, paths, readable }: HubDeps,
  kind: PaymentKind,
  id: string,
  call: Call,
): Promise<ProviderFile> {
  const { charges: payment, deposit, withdrawal: withdraw, transfers: transfer } = paths;
  const one = segment(partsOfId(id).bare);
  let first: unknown = null;
  for (const path of { payment, deposit, withdraw, transfer }[kind].likeliest())
    try {
      const { bytes } = await paths
        .receiptAt(path)
        .read((name) => client.readFile(`${path}/${one}/${name}`, {}, call, { thing: true }));
      return readable(() => fileIn(bytes, ['application/pdf']));
    } catch (error) {
      if (absenceOf(error) === null) throw error;
      first ??= error;
    }
  throw withoutRoute(first, 'This service answers no receipts.');
}

/** Document 2, transfers to another account of the service. The answer already contains the final result. */
export function transfersOf(deps: HubDeps): NonNullable<ProviderPort['transfers']> {
  const { transfers } = deps.paths;
  const book = paymentBook(deps, 'transfer', transfers, []);
  const pay = payer(deps, 'transfer');
  const names = new RequestedNames(PAYMENT_ALIASES, 'toPixKey');
  return {
    list: book.list,
    find: book.find,
    receipt: (id, call) => receipt(deps, 'transfer', id, call),
    create(transfer, change) {
      const body = { amount: transfer.amount, toPixKey: transfer.receiver, ...common(transfer) };
      return pay(names, transfers, body, transfer, change);
    },
  };
}

/** Document 2: a charge is refunded, a deposit returned, both in whole or in part. */
export function refundsOf(deps: HubDeps): NonNullable<ProviderPort['refunds']> {
  const names = new RequestedNames();
  return {
    state: (paymentId, call) => stateOf(deps, paymentId, call),
    create: (refund, change) => create(deps, names, refund, change),
  };
}

type Kind = 'payment' | 'deposit';

/** An id without its kind (from a statement line) may be a charge's or a deposit's. */
async function stateOf(deps: HubDeps, paymentId: string, call: Call): Promise<RefundState> {
  const { kind, bare } = partsOfId(paymentId);
  if (kind !== null) return one(deps, kind === 'deposit' ? 'deposit' : 'payment', bare, call);
  try {
    return await one(deps, 'payment', bare, call);
  } catch (error) {
    if (!provesAbsence(error)) throw error;
    return one(deps, 'deposit', bare, call);
  }
}

async function one(
  { client, readable, paths }: HubDeps,
  kind: Kind,
  bare: string,
  call: Call,
): Promise<RefundState> {
  const { json } = await paths[kind === 'payment' ? 'charges' : 'deposit'].read((path) =>
    client.read(`${path}/${segment(bare)}`, {}, call, { thing: true }),
  );
  return readable(() => toRefundState(kind, readNamed(json, bare)));
}

async function create(
  deps: HubDeps,
  names: RequestedNames,
  refund: NewRefund,
  change: KeyedChange,
): Promise<Outcome<RefundState>> {
  const { kind, bare } = partsOfId(refund.paymentId);
  if (kind !== 'payment' && kind !== 'deposit') return refusedHere('paymentId', 'not_supported');
  const amount = await amountOf(deps, refund, change);
  if (typeof amount !== 'number') return amount;
  const key = change.idempotencyKey ?? refund.clientReference;
  const terms = {
    thing: true,
    empty: true,
    ...keyed(key === undefined ? change : { ...change, idempotencyKey: key }),
  };
  const path = `/transactions/${kind}/${segment(bare)}/refund`;
  const outcome = await names.send({ amount, description: refund.description }, (named) =>
    deps.client.change('POST', path, { json: withoutUndefined(named) }, change, terms),
  );
  return ended(deps.readable, outcome, async ({ json }) => {
    const refunded = readRefunded(json);
    if (refunded !== null) return toRefundState(kind, refunded);
    // Document 2 does not show the answer. If it does not describe the payment, read the payment itself.
    const state = await stateOf(deps, refund.paymentId, after(change)).catch(() => null);
    return state === null || lacksRefunds(state) ? refundIn(json) : state;
  });
}

/** Whether a payment's answer shows nothing about its refunds. */
const lacksRefunds = ({ refunded, inProgress, refundable, refunds }: RefundState) =>
  (refunded ?? inProgress ?? refundable) === null && refunds.length === 0;

/** Document 2 does not state what a missing amount does: Guichê reads the refundable rest and sends it. */
async function amountOf(
  deps: HubDeps,
  refund: NewRefund,
  change: KeyedChange,
): Promise<number | Outcome<never>> {
  if (refund.amount !== undefined) return refund.amount;
  try {
    const seen = await ifAnswered(stateOf(deps, refund.paymentId, after(change)));
    return seen?.refundable ?? refusedHere('amount', 'required');
  } catch (error) {
    if (error instanceof GuicheError) return { kind: 'refused', sent: false, error };
    throw error;
  }
}
