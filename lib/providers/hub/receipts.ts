import 'server-only';
import { absenceOf } from '#lib/providers/absence.ts';
import type { Paths } from '#lib/providers/client/paths.ts';
import { segment } from '#lib/providers/client/segment.ts';
import { fileIn } from '#lib/providers/files.ts';
import { type HubDeps, partsOfId, withoutRoute } from '#lib/providers/hub/adapter-deps.ts';
import type { HubPaths } from '#lib/providers/hub/paths.ts';
import type { PaymentKind } from '#lib/providers/hub/wire.ts';
import type { Call, ProviderFile, ProviderPort, TransferPort } from '#lib/providers/port.ts';

/** Document 2 names the receipts and their scopes, not their paths: beside the payment, wherever that was found. */
const PATHS: Record<PaymentKind, (paths: HubPaths) => Paths> = {
  payment: ({ charges }) => charges,
  deposit: ({ deposit }) => deposit,
  withdraw: ({ withdrawal }) => withdrawal,
  transfer: ({ transfers }) => transfers,
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
