import { lookupTable } from '#lib/core/lookup-table.ts';

/** Document 2's scopes; none includes another. */
export const HUB_SCOPES = [
  ...(['PAYMENT_WRITE', 'PAYMENT_READ', 'REFUND', 'WITHDRAW', 'WITHDRAW_READ', 'INTERNAL_TRANSFER'] as const),
  ...(['INTERNAL_TRANSFER_READ', 'DEPOSIT_READ', 'STATEMENT_READ', 'PIX_KEY_READ', 'PIX_KEY_WRITE'] as const),
  ...(['PIX_DICT_READ', 'INFRACTION_READ', 'WEBHOOK_READ', 'WEBHOOK_WRITE'] as const),
] as const;
export type HubScope = (typeof HUB_SCOPES)[number];

/** Scopes that allow a capability; one is enough. `-create`, `-list` and `-edit` are parts of a page. */
export const CAPABILITY_SCOPES = lookupTable<readonly HubScope[]>({
  balance: ['STATEMENT_READ'],
  limits: ['STATEMENT_READ'],
  metrics: ['STATEMENT_READ'],
  statement: ['STATEMENT_READ'],
  charges: ['PAYMENT_READ', 'PAYMENT_WRITE'],
  'charges-create': ['PAYMENT_WRITE'],
  'charges-list': ['PAYMENT_READ'],
  refunds: ['REFUND'],
  withdrawals: ['WITHDRAW_READ', 'WITHDRAW'],
  'withdrawals-create': ['WITHDRAW'],
  'withdrawals-list': ['WITHDRAW_READ'],
  transfers: ['INTERNAL_TRANSFER_READ', 'INTERNAL_TRANSFER'],
  'transfers-create': ['INTERNAL_TRANSFER'],
  'transfers-list': ['INTERNAL_TRANSFER_READ'],
  receipts: ['PAYMENT_READ', 'WITHDRAW_READ', 'DEPOSIT_READ'],
  'receipts-charges': ['PAYMENT_READ'],
  'receipts-deposits': ['DEPOSIT_READ'],
  'receipts-withdrawals': ['WITHDRAW_READ'],
  'receipts-transfers': ['INTERNAL_TRANSFER_READ'],
  'key-lookup': ['PIX_DICT_READ'],
  'qr-decode': ['PIX_DICT_READ'],
  'pix-keys': ['PIX_KEY_READ', 'PIX_KEY_WRITE'],
  'pix-keys-edit': ['PIX_KEY_WRITE'],
  disputes: ['INFRACTION_READ'],
  webhooks: ['WEBHOOK_READ', 'WEBHOOK_WRITE'],
  'webhooks-edit': ['WEBHOOK_WRITE'],
  'callback-secret': ['WEBHOOK_READ', 'WEBHOOK_WRITE'],
  'callback-secret-edit': ['WEBHOOK_WRITE'],
});

/** The scope of each route (document 2, Endpoints and Authentication); the first match counts. */
const ROUTES: readonly (readonly [method: string, path: RegExp, scope: HubScope])[] = [
  ['POST', /^\/transactions\/(?:deposit|payment)\/[^/]+\/refund$/, 'REFUND'],
  ['POST', /^\/transactions\/payment$/, 'PAYMENT_WRITE'],
  ['GET', /^\/transactions\/payment(?:\/|$)/, 'PAYMENT_READ'],
  ['GET', /^\/transactions\/deposit\//, 'DEPOSIT_READ'],
  ['POST', /^\/transactions\/(?:withdraw|pix\/qr-payments)$/, 'WITHDRAW'],
  ['GET', /^\/transactions\/withdraw(?:\/|$)/, 'WITHDRAW_READ'],
  ['POST', /^\/transactions\/internal-transfer$/, 'INTERNAL_TRANSFER'],
  ['GET', /^\/transactions\/internal-transfer(?:\/|$)/, 'INTERNAL_TRANSFER_READ'],
  ['POST', /^\/transactions\/pix\/(?:destination|decode)$/, 'PIX_DICT_READ'],
  ['GET', /^\/transactions\/pix-keys$/, 'PIX_KEY_READ'],
  ['', /^\/transactions\/pix-keys(?:\/|$)/, 'PIX_KEY_WRITE'],
  ['GET', /^\/transactions\/(?:balance|statement|limits|metrics)$/, 'STATEMENT_READ'],
  ['GET', /^\/transactions\/infractions(?:\/|$)/, 'INFRACTION_READ'],
  ['GET', /^\/transactions\/(?:webhooks|callback-secret)$/, 'WEBHOOK_READ'],
  ['', /^\/transactions\/(?:webhooks|callback-secret)(?:\/|$)/, 'WEBHOOK_WRITE'],
];

/** `path` is relative to the base URL. Null for a route without a scope. */
export const scopeOf = (method: string, path: string): HubScope | null =>
  ROUTES.find(([only, fits]) => (only === '' || only === method) && fits.test(path))?.[2] ?? null;

/** `known` null: not reported yet, so only the refused scopes in `missing` count as missing. */
export function allowsHub(
  capability: string,
  known: readonly string[] | null,
  missing: readonly string[],
): boolean {
  const needed = CAPABILITY_SCOPES[capability];
  if (needed === undefined) return true;
  return needed.some((scope) => !missing.includes(scope) && (known === null || known.includes(scope)));
}
