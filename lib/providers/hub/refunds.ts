import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import { ended } from '#lib/providers/client/adapter-deps.ts';
import { segment } from '#lib/providers/client/paths.ts';
import { RequestedNames } from '#lib/providers/client/requested-names.ts';
import {
  after,
  type HubDeps,
  keyed,
  partsOfId,
  refusedHere,
  saysNone,
  withoutUndefined,
} from '#lib/providers/hub/adapter-deps.ts';
import { refundAlone, toRefundState } from '#lib/providers/hub/map.ts';
import { readNamed, readRefunded } from '#lib/providers/hub/wire.ts';
import type { RefundState } from '#lib/providers/money-records.ts';
import type { Call, KeyedChange, NewRefund, Outcome, ProviderPort } from '#lib/providers/port.ts';

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
    if (!saysNone(error)) throw error;
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
    return state === null || lacksRefunds(state) ? refundAlone(json) : state;
  });
}

/** Whether a payment's answer shows nothing about its refunds. */
const lacksRefunds = ({ refunded, inProgress, refundable, refunds }: RefundState) =>
  (refunded ?? inProgress ?? refundable) === null && refunds.length === 0;

/**
 * Document 2 does not say what omitting the amount does, so Guichê reads the refundable rest and sends it.
 */
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
