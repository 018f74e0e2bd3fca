import 'server-only';
import { absenceOf } from '#lib/providers/absence.ts';
import { ended } from '#lib/providers/client/adapter-deps.ts';
import { Paths, segment } from '#lib/providers/client/paths.ts';
import { PAYMENT_ALIASES, RequestedNames } from '#lib/providers/client/requested-names.ts';
import { fileIn } from '#lib/providers/files.ts';
import {
  after,
  type HubDeps,
  keyed,
  partsOfId,
  refusedHere,
  withoutRoute,
  withoutUndefined,
} from '#lib/providers/hub/adapter-deps.ts';
import { toPayment } from '#lib/providers/hub/map.ts';
import { paymentBook } from '#lib/providers/hub/payments.ts';
import { type PaymentKind, readPayment } from '#lib/providers/hub/wire.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type {
  Call,
  KeyedChange,
  NewTransfer,
  Outcome,
  ProviderFile,
  ProviderPort,
  TransferPort,
} from '#lib/providers/port.ts';

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

/**
 * Document 2, withdrawals to a key and payments of a code, in one list. A 201 does not mean paid: the status
 * says.
 */
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

/**
 * Document 2 names the receipts and their scopes, not their paths. They are looked for below the payment's
 * own path.
 */
const PATHS: Record<PaymentKind, (paths: HubPaths) => Paths> = {
  payment: ({ charges }) => charges,
  deposit: ({ deposit }) => deposit,
  withdraw: ({ withdrawal }) => withdrawal,
  transfer: ({ transfers }) => transfers,
};

/** PDF of a charge, a deposit or a withdrawal: by the id's kind, else by the requested kind. */
export function receiptOf(deps: HubDeps): NonNullable<ProviderPort['receipt']> {
  return (kind, id, call) =>
    receipt(deps, partsOfId(id).kind ?? (kind === 'charge' ? 'payment' : 'withdraw'), id, call);
}

const transferReceiptOf =
  (deps: HubDeps): NonNullable<TransferPort['receipt']> =>
  (id, call) =>
    receipt(deps, 'transfer', id, call);

async function receipt(deps: HubDeps, kind: PaymentKind, id: string, call: Call): Promise<ProviderFile> {
  const bytes = await bytesOf(deps, kind, id, call);
  return deps.readable(() => fileIn(bytes, ['application/pdf']));
}

async function bytesOf({ client, paths }: HubDeps, kind: PaymentKind, id: string, call: Call) {
  const one = segment(partsOfId(id).bare);
  let first: unknown = null;
  for (const path of PATHS[kind](paths).likeliest())
    try {
      const { bytes } = await paths
        .receiptAt(path)
        .read((name) => client.readFile(`${path}/${one}/${name}`, {}, call, { thing: true }));
      return bytes;
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
    receipt: transferReceiptOf(deps),
    create(transfer, change) {
      const body = { amount: transfer.amount, toPixKey: transfer.receiver, ...common(transfer) };
      return pay(names, transfers, body, transfer, change);
    },
  };
}
