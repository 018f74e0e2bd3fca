import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Secret } from '#lib/core/masking/secret.ts';
import type { Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { webhookEntries, webhookReceivers } from '#lib/data/schema/webhooks.ts';
import { mayBeSent, type OperationKind, type OperationRow } from '#lib/operations/server/kind.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';
import type { Webhook } from '#lib/providers/records.ts';
import { everyRowHas } from '#lib/providers/rows.ts';
import { showIssuedOnce, storeIssued, storeIssuedLate } from '#lib/webhooks/server/issued.ts';
import { sameUrl } from '#lib/webhooks/server/registry.ts';
import { hasSecret, newSecretId } from '#lib/webhooks/server/secrets.ts';

export type RegisterRequest = {
  url: string;
  events: string[];
  generateSecret: boolean;
  /** Endpoint id of Guichê's own receiver. */
  endpoint: string | null;
};
type Registered = { webhook: Webhook; secret: Secret | null; secretId: string | null; secretLost: boolean };

/**
 * Registers a webhook. After a lost answer it is found by URL in the provider's list and never registered
 * twice, but its secret cannot be read again. Without a list the operator decides whether to send again.
 */
export const registerWebhook: OperationKind<RegisterRequest, Registered> = {
  name: 'webhook.register',
  permission: 'webhook',
  stepUp: true,
  afterCrash: 'never_sent',
  repeatable: true,
  async send({ row, request, port, change }) {
    const { priority = 'operator' } = change;
    const seen = !mayBeSent(row) ? 'absent' : await find(request, port, { priority });
    if (typeof seen === 'object') return { kind: 'done', value: seen, requestId: null, date: null };
    const { url, events, generateSecret } = request;
    const outcome = await partOf(port, 'webhooks').register({ url, events, generateSecret }, change);
    if (outcome.kind !== 'done') return outcome;
    const { webhook, secret } = outcome.value;
    const lost = generateSecret && secret === null;
    const secretId = secret === null ? null : newSecretId();
    return { ...outcome, value: { webhook, secret, secretId, secretLost: lost } };
  },
  async lookUp({ request, port, call }) {
    const seen = await find(request, port, call);
    if (seen === 'absent') return { found: 'absent', next: 'wait' };
    return seen === 'unsure' ? { found: 'unsure' } : { found: 'there', value: seen };
  },
  async settled(tx, { row, request, state, value }) {
    if (state === 'rejected') await forgetReceiver(tx, row, request);
    else if (value !== null) await saveRegistered(tx, row, request, value);
  },
  storeFound: async (tx, { row, request, value }) => {
    // An answer without a secret adds nothing to the list.
    if (value.secret !== null) await saveRegistered(tx, row, request, value);
  },
  show: ({ webhook, secretId, secretLost }) => ({
    id: webhook.id,
    url: webhook.url,
    events: webhook.events,
    secretId,
    secretLost,
  }),
  showOnce: showIssuedOnce,
  touches: ['webhooks'],
};

async function find(
  { url, generateSecret }: RegisterRequest,
  port: ProviderPort,
  call: Call,
): Promise<Registered | 'absent' | 'unsure'> {
  const list = await ifAnswered(partOf(port, 'webhooks').list(call));
  if (list === null) return 'unsure';
  const webhook = list.items.find((one) => sameUrl(one.url, url));
  if (webhook === undefined) return everyRowHas(list, 'url') ? 'absent' : 'unsure';
  return { webhook, secret: null, secretId: null, secretLost: generateSecret };
}

async function saveRegistered(
  tx: Transaction,
  row: OperationRow,
  request: RegisterRequest,
  { webhook, secret, secretId }: Registered,
): Promise<void> {
  const { accountId } = row;
  const entry = {
    url: webhook.url ?? request.url,
    events: request.events,
    source: 'guiche',
    active: webhook.active,
    hasSecret: webhook.hasSecret ?? request.generateSecret,
  };
  await tx
    .insert(webhookEntries)
    .values({ accountId, webhookId: webhook.id, ...entry, createdAt: dbNow })
    .onConflictDoUpdate({ target: [webhookEntries.accountId, webhookEntries.webhookId], set: entry });
  if (request.endpoint !== null)
    await tx
      .update(webhookReceivers)
      .set({ webhookId: webhook.id })
      .where(and(eq(webhookReceivers.endpoint, request.endpoint), eq(webhookReceivers.accountId, accountId)));
  if (secret === null || secretId === null) return;
  const issued = { target: webhook.id, secret, secretId };
  // A later rotation or pasted secret is newer than the registration's secret.
  if (await hasSecret(tx, { accountId, target: webhook.id })) await storeIssuedLate(tx, row, issued);
  else await storeIssued(tx, row, issued);
}

async function forgetReceiver(
  tx: Transaction,
  { reason }: OperationRow,
  { endpoint }: RegisterRequest,
): Promise<void> {
  // A registration that was only not found, or that an operator marked as not done, may still appear at the
  // provider.
  if (endpoint !== null && reason !== 'not_found' && reason !== 'by_hand')
    await tx.delete(webhookReceivers).where(eq(webhookReceivers.endpoint, endpoint));
}
