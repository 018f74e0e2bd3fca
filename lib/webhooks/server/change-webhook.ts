import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { type Ctx, Reply } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { settings } from '#lib/core/env/settings.ts';
import { invalidField } from '#lib/core/errors.ts';
import type { Secret } from '#lib/core/masking/secret.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { webhookChecks, webhookEntries, webhookReceivers } from '#lib/data/schema/webhooks.ts';
import { announce } from '#lib/events/server/announce.ts';
import {
  type LookUp,
  mayBeSent,
  type OperationKind,
  type OperationRow,
} from '#lib/operations/server/kind.ts';
import { performAndAnswer } from '#lib/operations/server/perform.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import { partOf, SHARED_CALL } from '#lib/providers/reach.ts';
import type { Webhook } from '#lib/providers/records.ts';
import { everyRowHas } from '#lib/providers/rows.ts';
import { showIssuedOnce, storeIssued, storeIssuedLate } from '#lib/webhooks/server/issued.ts';
import {
  knownBeforeChange,
  knownWebhook,
  requireEvents,
  requireFreeUrl,
  requireGoodUrl,
  sameUrl,
  urlLabel,
} from '#lib/webhooks/server/registry.ts';
import { dropSecrets, hasSecret, newSecretId } from '#lib/webhooks/server/secrets.ts';

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
  const requireStillFree = await requireFreeUrl(ctx, url, confirmed);
  const label = urlLabel(url);
  const operation = {
    target: label,
    request: { ...request, events },
    intent: { url: label, events, generateSecret, receiver: endpoint !== null },
    // The receiver must exist before the provider learns its address: the challenge may come at once.
    within: async (tx: Transaction, id: string) => {
      await requireStillFree(tx, id);
      if (endpoint === null) return;
      const receiver = { endpoint, accountId: ctx.account.id, url, ownership: 'pending', createdAt: dbNow };
      await tx.insert(webhookReceivers).values(receiver);
    },
  };
  return performAndAnswer(ctx, REGISTER_WEBHOOK, operation, { status: 201 });
}

/** Sends nothing: the webhook exists already, or the operator states so. */
async function addExisting(ctx: Ctx, { existingId, url }: { existingId: string; url: string }) {
  await requireGoodUrl(ctx, url);
  const { listed, all } = await knownBeforeChange(ctx);
  const webhooks = ctx.part('webhooks');
  const found =
    all.find(({ webhook }) => webhook.id === existingId)?.webhook ??
    (await webhooks.get(existingId, SHARED_CALL).catch(() => null));
  if (found === null && listed)
    throw invalidField('existingId', 'not_listed', 'The service does not know this webhook.');
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
    const secretId = secret === null ? null : newSecretId();
    const secretLost = generateSecret && secret === null;
    return { ...outcome, value: { webhook, secret, secretId, secretLost } };
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

export type Patch = { url?: string; events?: string[]; active?: boolean };

/** Changes address, events or pause; `invalid_request` if the body has none of them. */
export async function editWebhook({ ctx, id, body }: Args<'PATCH /webhooks/{id}'>): Promise<Reply> {
  const { url, events, active, nearDuplicate = false } = body;
  const patch: Patch = {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events: [...new Set(events)] }),
    ...(active === undefined ? {} : { active }),
  };
  if (Object.keys(patch).length === 0) throw invalidField('body', 'nothing_to_change', 'Nothing to change.');
  if (events !== undefined) requireEvents(ctx, events);
  const operation = { target: id, request: { id, patch } };
  if (url === undefined) {
    await knownWebhook(ctx, id);
    return performAndAnswer(ctx, EDIT_WEBHOOK, { ...operation, intent: patch });
  }
  const within = await requireFreeUrl(ctx, url, nearDuplicate, id);
  const intent = { ...patch, url: urlLabel(url) };
  return performAndAnswer(ctx, EDIT_WEBHOOK, { ...operation, intent, within });
}

/** Changes address, events or pause. The look-up reads the webhook itself; sending it again is harmless. */
export const EDIT_WEBHOOK: OperationKind<{ id: string; patch: Patch }, Webhook> = {
  name: 'webhook.edit',
  permission: 'webhook',
  stepUp: true,
  afterCrash: 'never_sent',
  repeatable: true,
  send: ({ request: { id, patch }, port, change }) => partOf(port, 'webhooks').edit(id, patch, change),
  async lookUp({ request: { id, patch }, port, call }) {
    const webhooks = partOf(port, 'webhooks');
    const webhook = await webhooks.get(id, call);
    if (webhook !== null) return matchWebhook(webhook, patch);
    // The provider may have neither route.
    const list = await webhooks.list(call);
    return list !== null && everyRowHas(list, 'id') ? { found: 'absent', next: 'wait' } : { found: 'unsure' };
  },
  async settled(tx, { row: { accountId }, request: { id, patch }, state }) {
    if (state !== 'confirmed') return;
    const mine = and(eq(webhookEntries.accountId, accountId), eq(webhookEntries.webhookId, id));
    await tx.update(webhookEntries).set(patch).where(mine);
    if (patch.url === undefined) return;
    // A new address must prove its ownership again.
    const checks = and(eq(webhookChecks.accountId, accountId), eq(webhookChecks.webhookId, id));
    await tx.delete(webhookChecks).where(checks);
  },
  show: ({ id }) => ({ id }),
  touches: ['webhooks'],
};

function matchWebhook(webhook: Webhook, { url, events, active }: Patch): LookUp<Webhook> {
  const checks = [
    url === undefined || (webhook.url === null ? null : sameUrl(webhook.url, url)),
    events === undefined || sameEvents(webhook.events, events),
    active === undefined || (webhook.active === null ? null : webhook.active === active),
  ];
  if (checks.includes(false)) return { found: 'absent', next: 'wait' };
  return checks.includes(null) ? { found: 'unsure' } : { found: 'there', value: webhook };
}

/** Null: a webhook without events may receive all, or the provider does not list them. */
function sameEvents(reported: readonly string[], requested: readonly string[]): boolean | null {
  if (reported.length === 0 && requested.length > 0) return null;
  return new Set(reported).symmetricDifference(new Set(requested)).size === 0;
}

/** Removes the webhook at the provider. One added by id, at a provider without a list, only leaves Guichê. */
export async function removeWebhook({ ctx, id }: { ctx: Ctx; id: string }): Promise<Reply> {
  const { listed, source, webhook } = await knownWebhook(ctx, id);
  const intent = { url: webhook.url === null ? null : urlLabel(webhook.url) };
  if (listed || source !== 'added')
    return performAndAnswer(ctx, REMOVE_WEBHOOK, { target: id, request: { id }, intent });
  const answer = new Reply(200, { result: { id, forgotten: true } });
  await db().transaction(async (tx) => {
    await forgetWebhook(tx, ctx.account.id, id);
    await appendAudit(tx, ctx.auditEntry({ action: 'webhook.forgotten', target: id, after: intent }));
    await announce(tx, ctx.account.id, [['webhooks']]);
    await bindAnswer(tx, ctx.intent, answer);
  });
  return answer;
}

/** Deletes Guichê's data on a removed webhook. Callbacks that its receiver got stay. */
async function forgetWebhook(tx: Transaction, accountId: string, webhookId: string): Promise<void> {
  for (const table of [webhookEntries, webhookChecks, webhookReceivers])
    await tx.delete(table).where(and(eq(table.accountId, accountId), eq(table.webhookId, webhookId)));
  await dropSecrets(tx, { accountId, target: webhookId });
}

/** The look-up reads the provider's list: the webhook is removed once the list does not contain it. */
export const REMOVE_WEBHOOK: OperationKind<{ id: string }, { id: string }> = {
  name: 'webhook.remove',
  permission: 'webhook',
  stepUp: true,
  afterCrash: 'never_sent',
  repeatable: true,
  async send({ request: { id }, port, change }) {
    const outcome = await partOf(port, 'webhooks').remove(id, change);
    if (outcome.kind === 'done') return { ...outcome, value: { id } };
    const provider = outcome.kind === 'refused' ? outcome.error.details.provider : undefined;
    if (provider?.status !== 404) return outcome;
    const seen = await gone(id, port, SHARED_CALL).catch(() => null);
    if (seen?.found !== 'there') return outcome;
    return { kind: 'done', value: seen.value, requestId: provider.requestId, date: null };
  },
  lookUp: ({ request: { id }, port, call }) => gone(id, port, call),
  async settled(tx, { row, state, request }) {
    if (state === 'confirmed') await forgetWebhook(tx, row.accountId, request.id);
  },
  show: ({ id }) => ({ id }),
  touches: ['webhooks'],
};

/** Only a list without the webhook proves its removal: a 404 of DELETE may mean that there is no such route. */
async function gone(id: string, port: ProviderPort, call: Call): Promise<LookUp<{ id: string }>> {
  const list = await partOf(port, 'webhooks').list(call);
  if (list === null) return { found: 'unsure' };
  if (list.items.some((one) => one.id === id)) return { found: 'absent', next: 'wait' };
  return everyRowHas(list, 'id') ? { found: 'there', value: { id } } : { found: 'unsure' };
}
