import 'server-only';
import { GuicheError } from '#lib/api/errors.ts';
import { refusalBehind } from '#lib/providers/client/errors.ts';
import type { Parts } from '#lib/providers/client/parts.ts';
import { fileIn } from '#lib/providers/files.ts';
import { partsOfId } from '#lib/providers/hub/parts.ts';
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
export function receiptOf(parts: Parts): NonNullable<ProviderPort['receipt']> {
  return (kind, id, call) =>
    read(parts, partsOfId(id).kind ?? (kind === 'charge' ? 'payment' : 'withdraw'), id, call);
}

export const transferReceiptOf =
  (parts: Parts): NonNullable<TransferPort['receipt']> =>
  (id, call) =>
    read(parts, 'transfer', id, call);

async function read(
  { client, readable }: Parts,
  kind: PaymentKind,
  id: string,
  call: Call,
): Promise<ProviderFile> {
  const path = `${PATHS[kind]}/${encodeURIComponent(partsOfId(id).bare)}/receipt`;
  const { bytes } = await client.readFile(path, {}, call, { thing: true }).catch((error: unknown) => {
    throw withoutRoute(error) ?? error;
  });
  return readable(() => fileIn(bytes, ['application/pdf']));
}

/** A bare 404 or 405 speaks of the route, not of the payment: this service keeps its receipts elsewhere. */
function withoutRoute(error: unknown): GuicheError | null {
  const refusal = refusalBehind(error);
  if (refusal === null || refusal.code !== null || ![404, 405].includes(refusal.status)) return null;
  return new GuicheError('not_supported', 'This service answers no receipts.');
}
