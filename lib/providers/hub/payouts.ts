import 'server-only';
import { ended } from '#lib/providers/client/adapter-deps.ts';
import { AskedNames, PAYMENT_ALIASES } from '#lib/providers/client/asked-names.ts';
import { Paths } from '#lib/providers/client/paths.ts';
import {
  after,
  type HubDeps,
  keyed,
  refusedHere,
  withoutUndefined,
} from '#lib/providers/hub/adapter-deps.ts';
import { toPayment } from '#lib/providers/hub/map.ts';
import { paymentBook } from '#lib/providers/hub/payments.ts';
import { transferReceiptOf } from '#lib/providers/hub/receipts.ts';
import { type PaymentKind, readPayment } from '#lib/providers/hub/wire.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { KeyedChange, NewTransfer, Outcome, ProviderPort } from '#lib/providers/port.ts';

type NoteOf = Pick<NewTransfer, 'description' | 'callbackUrl' | 'metadata' | 'clientReference'>;

/** Of every payment that goes out: a virtual account is document 1's. */
const common = ({ description, callbackUrl, metadata, clientReference }: NoteOf) => ({
  comment: description,
  callbackUrl,
  metadata,
  externalRef: clientReference,
});

function payer({ client, readable }: HubDeps, kind: PaymentKind) {
  return async (
    names: AskedNames,
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

/** Document 2, withdrawals to a key and payments of a code: one list. A 201 is not delivery: its status says. */
export function withdrawalsOf(deps: HubDeps): NonNullable<ProviderPort['withdrawals']> {
  const { withdrawal, codePayment } = deps.paths;
  // The list's path is document 2's own.
  const listed = new Paths(['/transactions/withdraw'], deps.now);
  const book = paymentBook(deps, 'withdraw', listed, []);
  const pay = payer(deps, 'withdraw');
  const byKey = new AskedNames();
  const byCode = new AskedNames(PAYMENT_ALIASES, 'brCode');
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

/** Document 2, transfers to another account of the service: the answer already holds how it ended. */
export function transfersOf(deps: HubDeps): NonNullable<ProviderPort['transfers']> {
  const { transfers } = deps.paths;
  const book = paymentBook(deps, 'transfer', transfers, []);
  const pay = payer(deps, 'transfer');
  const names = new AskedNames(PAYMENT_ALIASES, 'toPixKey');
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
