import 'server-only';
import { ended, type Parts } from '#lib/providers/client/parts.ts';
import { toPayment } from '#lib/providers/hub/map.ts';
import { given, keyed, refusedHere } from '#lib/providers/hub/parts.ts';
import { paymentBook } from '#lib/providers/hub/payments.ts';
import { transferReceiptOf } from '#lib/providers/hub/receipts.ts';
import { type PaymentKind, readPayment } from '#lib/providers/hub/wire.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { KeyedChange, Outcome, ProviderPort } from '#lib/providers/port.ts';

type NoteOf = { description?: string | undefined; callbackUrl?: string | undefined; clientReference: string };

/** Of every payment that goes out: a virtual account is document 1's. */
const common = ({ description, callbackUrl, clientReference }: NoteOf) => ({
  comment: description,
  callbackUrl,
  externalRef: clientReference,
});

function payer({ client, readable }: Parts, kind: PaymentKind) {
  return async (
    path: string,
    body: Record<string, unknown>,
    payment: { virtualAccount?: string | undefined },
    change: KeyedChange,
  ): Promise<Outcome<Payment>> => {
    if (payment.virtualAccount !== undefined) return refusedHere('virtualAccount', 'not_supported');
    const outcome = await client.change('POST', path, { json: given(body) }, change, keyed(change));
    return ended(readable, outcome, ({ json }) => toPayment(kind, readPayment(json)));
  };
}

/** Document 2, withdrawals to a key and payments of a code: one list. A 201 is not delivery: its status says. */
export function withdrawalsOf(parts: Parts): NonNullable<ProviderPort['withdrawals']> {
  const book = paymentBook(parts, 'withdraw', '/transactions/withdraw', []);
  const pay = payer(parts, 'withdraw');
  return {
    list: book.list,
    find: book.find,
    toKey(withdrawal, change) {
      const { amount, pixKey, pixKeyType } = withdrawal;
      const body = { amount, pixKey, pixKeyType: pixKeyType.toUpperCase(), ...common(withdrawal) };
      return pay('/transactions/withdraw', body, withdrawal, change);
    },
    toCode(payment, change) {
      const body = { brCode: payment.code, amount: payment.amount, ...common(payment) };
      return pay('/transactions/pix/qr-payments', body, payment, change);
    },
  };
}

/** Document 2, transfers to another account of the service: the answer already holds how it ended. */
export function transfersOf(parts: Parts): NonNullable<ProviderPort['transfers']> {
  const book = paymentBook(parts, 'transfer', '/transactions/internal-transfer', []);
  const pay = payer(parts, 'transfer');
  return {
    list: book.list,
    find: book.find,
    receipt: transferReceiptOf(parts),
    create(transfer, change) {
      const body = { amount: transfer.amount, toPixKey: transfer.receiver, ...common(transfer) };
      return pay('/transactions/internal-transfer', body, transfer, change);
    },
  };
}
