import 'server-only';
import { type AdapterDeps, ended } from '#lib/providers/client/adapter-deps.ts';
import { AskedNames } from '#lib/providers/client/asked-names.ts';
import { segment } from '#lib/providers/client/segment.ts';
import { UnreadableAnswer } from '#lib/providers/envelopes.ts';
import { refusedInOurWords } from '#lib/providers/pix/field-names.ts';
import { refundedState, refundStateOf } from '#lib/providers/pix/map-payments.ts';
import { brl, jsonBody } from '#lib/providers/pix/payments.ts';
import { readDetail } from '#lib/providers/pix/wire.ts';
import { readRefunded, type WireRefunded } from '#lib/providers/pix/wire-payments.ts';
import type { ProviderPort } from '#lib/providers/port.ts';

/** Document 1, Refunds. Taken is not given back: the provider decides later, and `state` tells. */
export function refundsOf({ client, readable }: AdapterDeps): NonNullable<ProviderPort['refunds']> {
  const names = new AskedNames();
  return {
    async create({ paymentId, amount, description, clientReference }, change) {
      const wanted = amount === undefined ? undefined : brl(amount);
      const path = `/refund/${segment(paymentId)}`;
      const outcome = await names.send({ amount: wanted, description, clientReference }, (named) =>
        client.change('POST', path, jsonBody(named), change, { thing: true }),
      );
      const made = await ended(readable, outcome, ({ json }) =>
        refundedState(ofPayment(paymentId, readRefunded(json))),
      );
      return refusedInOurWords(made);
    },
    async state(paymentId, call) {
      const path = `/user/transactions/${segment(paymentId)}`;
      const { json } = await client.read(path, {}, call, { thing: true });
      return readable(() => refundStateOf(readDetail(json)));
    },
  };
}

/** An answer about another payment says nothing of this one. */
function ofPayment(paymentId: string, read: WireRefunded): WireRefunded {
  const id = read.detail?.transaction.fields.id ?? paymentId;
  if (id !== paymentId) throw new UnreadableAnswer('asked-refund');
  return read;
}
