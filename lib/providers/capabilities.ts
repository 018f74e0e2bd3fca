import 'server-only';
import { allowsHub, CAPABILITY_SCOPES } from '#lib/providers/hub/scopes.ts';
import { allowsPix, pixScopesFor } from '#lib/providers/pix/scopes.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import { wordMap } from '#lib/word-map.ts';

type Has = (port: ProviderPort) => unknown;

/** Every capability, and the member of the port that makes it. `-create`, `-list`, `-edit` are halves of a page. */
const CAPABILITIES = wordMap<Has>({
  balance: (port) => port.balance,
  profile: (port) => port.profile,
  'service-status': (port) => port.status,
  transactions: (port) => port.transactions,
  charges: (port) => port.charges,
  'charges-create': (port) => port.charges,
  'charges-list': (port) => port.charges,
  refunds: (port) => port.refunds,
  withdrawals: (port) => port.withdrawals,
  'withdrawals-create': (port) => port.withdrawals,
  'withdrawals-list': (port) => port.withdrawals,
  transfers: (port) => port.transfers,
  'transfers-create': (port) => port.transfers,
  'transfers-list': (port) => port.transfers,
  'key-lookup': (port) => port.keyLookup,
  'qr-decode': (port) => port.decodeCode,
  'pix-keys': (port) => port.pixKeys,
  'pix-keys-edit': (port) => port.pixKeys,
  limits: (port) => port.limits,
  metrics: (port) => port.metrics,
  statement: (port) => port.statement,
  'pending-deposits': (port) => port.pendingDeposits,
  reports: (port) => port.reports,
  receipts: (port) => port.receipt,
  'receipts-charges': (port) => port.receipt,
  'receipts-deposits': (port) => port.receipt,
  'receipts-withdrawals': (port) => port.receipt,
  'receipts-transfers': (port) => port.transfers?.receipt,
  disputes: (port) => port.disputes,
  defenses: (port) => port.disputes?.defend,
  webhooks: (port) => port.webhooks,
  'webhooks-edit': (port) => port.webhooks,
  'webhook-rotation': (port) => port.webhooks?.rotateSecret,
  'callback-secret': (port) => port.callbackSecret,
  'callback-secret-edit': (port) => port.callbackSecret,
  deliveries: (port) => port.deliveries,
  resends: (port) => port.resends,
  ownership: (port) => port.ownership,
  'card-charges': (port) => port.card?.charges,
  recurrences: (port) => port.card?.recurrences,
  'exchange-rates': (port) => port.card?.rate,
});

/** Capabilities of a port within its credential's scopes, as far as these are known. */
export function capabilitiesIn(port: ProviderPort): string[] {
  return Object.entries(CAPABILITIES).flatMap(([name, has]) =>
    has(port) !== undefined && allowed(port, name) ? [name] : [],
  );
}

/** Capabilities that a port lacks for want of scopes; any one of those listed is enough. */
export function heldBackIn(port: ProviderPort): { capability: string; scopes: readonly string[] }[] {
  return Object.entries(CAPABILITIES).flatMap(([capability, has]) => {
    if (has(port) === undefined || allowed(port, capability)) return [];
    const scopes = port.kind === 'hub' ? CAPABILITY_SCOPES[capability] : pixScopesFor(capability);
    return [{ capability, scopes: scopes ?? [] }];
  });
}

function allowed(port: ProviderPort, capability: string): boolean {
  const missing = port.missingScopes?.() ?? [];
  if (port.kind === 'hub') return allowsHub(capability, port.scopes?.() ?? null, missing);
  return port.kind !== 'pix' || allowsPix(capability, missing);
}
