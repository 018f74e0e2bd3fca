import 'server-only';
import { GuicheError } from '#lib/errors.ts';
import { absenceOf } from '#lib/providers/absence.ts';
import { segment } from '#lib/providers/client/segment.ts';
import { fileIn } from '#lib/providers/files.ts';
import { type HubDeps, partsOfId } from '#lib/providers/hub/adapter-deps.ts';
import type { PaymentKind } from '#lib/providers/hub/wire.ts';
import type { Call, ProviderFile, ProviderPort, TransferPort } from '#lib/providers/port.ts';

/** Document 2 names the receipts and their scopes, not their paths: beside the payment, as everything else of it. */
const PATHS: Record<PaymentKind, string> = {
  payment: '/transactions/payment',
  deposit: '/transactions/deposit',
  withdraw: '/transactions/withdraw',
  transfer: '/transactions/internal-transfer',
};

/** PDF of a charge, a deposit or a withdrawal: the id's kind says which, else what was asked for. */
export function receiptOf(deps: HubDeps): NonNullable<ProviderPort['receipt']> {
  return (kind, id, call) =>
    receipt(deps, partsOfId(id).kind ?? (kind === 'charge' ? 'payment' : 'withdraw'), id, call);
}

export const transferReceiptOf =
  (deps: HubDeps): NonNullable<TransferPort['receipt']> =>
  (id, call) =>
    receipt(deps, 'transfer', id, call);

async function receipt(
  { client, readable, paths }: HubDeps,
  kind: PaymentKind,
  id: string,
  call: Call,
): Promise<ProviderFile> {
  const of = `${PATHS[kind]}/${segment(partsOfId(id).bare)}`;
  const read = (name: string) => client.readFile(`${of}/${name}`, {}, call, { thing: true });
  const { bytes } = await paths.receipt.read(read).catch((error: unknown) => {
    throw withoutRoute(error) ?? error;
  });
  return readable(() => fileIn(bytes, ['application/pdf']));
}

/** A bare 404 speaks of the route, not of the payment: this service keeps its receipts elsewhere. */
function withoutRoute(error: unknown): GuicheError | null {
  if (absenceOf(error) === null) return null;
  return new GuicheError('not_supported', 'This service answers no receipts.');
}
