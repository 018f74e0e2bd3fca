import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { type Ctx, Reply } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError } from '#lib/core/errors.ts';
import type { Secret } from '#lib/core/masking/secret.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { webhookEntries, webhookReceivers } from '#lib/data/schema/webhooks.ts';
import { announce } from '#lib/events/server/announce.ts';
import { mayBeSent, type OperationKind, type OperationRow } from '#lib/operations/server/kind.ts';
import { performAndAnswer } from '#lib/operations/server/perform.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import { partOf, SHARED_CALL } from '#lib/providers/reach.ts';
import type { Webhook } from '#lib/providers/records.ts';
import { everyRowHas } from '#lib/providers/rows.ts';
import { showIssuedOnce, storeIssued, storeIssuedLate } from '#lib/webhooks/server/issued.ts';
import {
  assignedBefore,
  knownBeforeChange,
  requireEvents,
  requireFreeAddress,
  requireGoodUrl,
  requireStillFree,
  sameUrl,
  urlLabel,
} from '#lib/webhooks/server/registry.ts';
import { hasSecret, newSecretId } from '#lib/webhooks/server/secrets.ts';

type RegisterRequest = {
  url: string;
  events: string[];
  generateSecret: boolean;
  /** Endpoint id of Guichê's own receiver. */
  endpoint: string | null;
};
type Registered = { webhook: Webhook; secret: Secret | null; secretId: string | null; secretLost: boolean };

/** Registers an address or Guichê's own receiver, or adds an existing webhook by its id. */
export async function registerWebhook({ ctx, body }: Args<'POST /webhooks'>): Promise<Reply> {
  if ('existingId' in body) return addExisting(ctx, body);
  if (!('receiver' in body)) {
    const { nearDuplicate = false, ...request } = body;
    return register(ctx, { ...request, endpoint: null }, nearDuplicate);
  }
  const endpoint = randomBytes(16).toString('hex');
  const url = `${settings().url}/api/hooks/${ctx.account.slug}/${endpoint}`;
  return register(ctx, { url, events: body.events, generateSecret: true, endpoint }, false);
}

async function register(ctx: Ctx, request: RegisterRequest, confirmed: boolean): Promise<Reply> {
  const { url, generateSecret, endpoint } = request;
  const events = [...new Set(request.events)];
  requireEvents(ctx, events);
  await requireGoodUrl(ctx, url);
  const before = await assignedBefore(ctx.account.id, url);
  const { all } = await knownBeforeChange(ctx);
  const others = all.map(({ webhook }) => webhook.url);
  requireFreeAddress(others, url, confirmed);
  const label = urlLabel(url);
  const operation = {
    target: label,
    request: { ...request, events },
    intent: { url: label, events, generateSecret, receiver: endpoint !== null },
    // The receiver must exist before the provider learns its address: the challenge may come at once.
    within: async (tx: Transaction, id: string) => {
      await requireStillFree(before)(tx, id);
      if (endpoint === null) return;
      const receiver = { endpoint, accountId: ctx.account.id, url, ownership: 'pending', createdAt: dbNow };
      await tx.insert(webhookReceivers).values(receiver);
    },
  };
  return performAndAnswer(ctx, REGISTER_WEBHOOK, operation, { status: 201 });
}

/** Sends nothing: the webhook exists already, or the operator says so. */
async function addExisting(ctx: Ctx, { existingId, url }: { existingId: string; url: string }) {
  await requireGoodUrl(ctx, url);
  const { listed, all } = await knownBeforeChange(ctx);
  const webhooks = ctx.part('webhooks');
  const found =
    all.find(({ webhook }) => webhook.id === existingId)?.webhook ??
    (await webhooks.get(existingId, SHARED_CALL).catch(() => null));
  if (found === null && listed)
    throw new GuicheError('invalid_request', 'The service does not know this webhook.', {
      fields: [{ field: 'existingId', message: 'not_listed' }],
    });
  const entry = {
    url: found?.url ?? url,
    events: found?.events ?? [],
    active: found?.active ?? null,
    hasSecret: found?.hasSecret ?? null,
  };
  const result = { id: existingId, url: entry.url, events: entry.events, secretId: null };
  const answer = new Reply(201, { result });
  await db().transaction(async (tx) => {
    await tx
      .insert(webhookEntries)
      .values({
        accountId: ctx.account.id,
        webhookId: existingId,
        ...entry,
        source: 'added',
        createdAt: dbNow,
      })
      .onConflictDoUpdate({ target: [webhookEntries.accountId, webhookEntries.webhookId], set: entry });
    const after = { url: urlLabel(entry.url) };
    await appendAudit(tx, ctx.auditEntry({ action: 'webhook.added', target: existingId, after }));
    await announce(tx, ctx.account.id, [['webhooks']]);
    await bindAnswer(tx, ctx.intent, answer);
  });
  return answer;
}

/**
 * Registers a webhook. After a lost answer it is found by URL in the provider's list and never registered
 * twice, but its secret cannot be read again. Without a list the operator decides whether to send again.
 */
export const REGISTER_WEBHOOK: OperationKind<RegisterRequest, Registered> = {
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
    const secretLost = generateSecret && secret === null;
    return {
      ...outcome,
      value: { webhook, secret, secretId: secret === null ? null : newSecretId(), secretLost },
    };
  },
  async lookUp({ request, port, call }) {
    const seen = await find(request, port, call);
    if (seen === 'absent') return { found: 'absent', next: 'wait' };
    return seen === 'unsure' ? { found: 'unsure' } : { found: 'there', value: seen };
  },
  async settled(tx, { row, request, state, value }) {
    if (state === 'confirmed' && value !== null) await saveRegistered(tx, row, request, value);
    // A registration that was only not found, or that an operator marked as not done, may still appear.
    const mayAppear = row.reason === 'not_found' || row.reason === 'by_hand';
    if (state === 'rejected' && request.endpoint !== null && !mayAppear)
      await tx.delete(webhookReceivers).where(eq(webhookReceivers.endpoint, request.endpoint));
  },
  storeFound: async (tx, { row, request, value }) => {
    // An answer without a secret adds nothing to the list.
    if (value.secret !== null) await saveRegistered(tx, row, request, value);
  },
  show({ webhook: { id, url, events }, secretId, secretLost }) {
    return { id, url, events, secretId, secretLost };
  },
  showOnce: showIssuedOnce,
  touches: ['webhooks'],
};

async function find({ url, generateSecret }: RegisterRequest, port: ProviderPort, call: Call) {
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
