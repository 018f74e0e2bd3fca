import 'server-only';
import { ended } from '#lib/providers/client/adapter-deps.ts';
import { AskedNames, PAYMENT_ALIASES } from '#lib/providers/client/asked-names.ts';
import {
  after,
  type HubDeps,
  keyed,
  refusedHere,
  withoutUndefined,
} from '#lib/providers/hub/adapter-deps.ts';
import { toPayment } from '#lib/providers/hub/map.ts';
import { paymentBook } from '#lib/providers/hub/payments.ts';
import { readPayment } from '#lib/providers/hub/wire.ts';
import type { NewCharge, ProviderPort } from '#lib/providers/port.ts';

/** Document 2, charges. Name and document of the payer are demanded; how long one lives is not ours to say. */
export function chargesOf(deps: HubDeps): NonNullable<ProviderPort['charges']> {
  const { client, readable } = deps;
  const { charges } = deps.paths;
  const names = new AskedNames({ ...PAYMENT_ALIASES, customer: 'payer buyer cliente debtor' });
  const book = paymentBook(deps, 'payment', charges, ['clientReference', 'search']);
  return {
    list: book.list,
    find: book.find,
    async create(charge, change) {
      const wrong = faultOf(charge);
      if (wrong !== null) return wrong;
      const outcome = await names.send(bodyOf(charge), (json) =>
        charges.change(
          (path) => client.change('POST', path, { json }, change, keyed(change)),
          (path) => client.read(path, { limit: '1' }, after(change)),
        ),
      );
      return ended(readable, outcome, ({ json }) => toPayment('payment', readPayment(json)));
    },
  };
}

/** Refuses members that this API lacks: the provider would drop them without a word. */
function faultOf({ payer, expiresInSeconds, virtualAccount }: NewCharge) {
  if (expiresInSeconds !== undefined) return refusedHere('expiresInSeconds', 'not_supported');
  if (virtualAccount !== undefined) return refusedHere('virtualAccount', 'not_supported');
  if (payer?.name === undefined) return refusedHere('payer.name', 'required');
  return payer.document === undefined ? refusedHere('payer.document', 'required') : null;
}

const bodyOf = ({ amount, payer, description, clientReference, callbackUrl, metadata }: NewCharge) =>
  withoutUndefined({
    amount,
    method: 'PIX',
    customer: withoutUndefined({ name: payer?.name, document: payer?.document, email: payer?.email }),
    description,
    externalRef: clientReference,
    callbackUrl,
    metadata,
  });
