import 'server-only';
import { and, eq } from 'drizzle-orm';
import { type Ctx, Reply } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { webhookChecks, webhookEntries, webhookReceivers } from '#lib/data/schema/webhooks.ts';
import { announce } from '#lib/events/server/announce.ts';
import type { LookUp, OperationKind } from '#lib/operations/server/kind.ts';
import { performAndAnswer } from '#lib/operations/server/perform.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import { partOf, SHARED_CALL } from '#lib/providers/reach.ts';
import type { Webhook } from '#lib/providers/records.ts';
import { everyRowHas } from '#lib/providers/rows.ts';
import {
  assignedBefore,
  knownBeforeChange,
  knownWebhook,
  requireEvents,
  requireFreeAddress,
  requireGoodUrl,
  requireStillFree,
  sameUrl,
  urlLabel,
} from '#lib/webhooks/server/registry.ts';
import { dropSecrets } from '#lib/webhooks/server/secrets.ts';

export type Patch = { url?: string; events?: string[]; active?: boolean };

/** Changes address, events or pause; `invalid_request` if the body has none of them. */
export async function editWebhook({ ctx, id, body }: Args<'PATCH /webhooks/{id}'>): Promise<Reply> {
  const { url, events, active, nearDuplicate = false } = body;
  const patch: Patch = {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events: [...new Set(events)] }),
    ...(active === undefined ? {} : { active }),
  };
  if (Object.keys(patch).length === 0)
    throw new GuicheError('invalid_request', 'Nothing to change.', {
      fields: [{ field: 'body', message: 'nothing_to_change' }],
    });
  if (events !== undefined) requireEvents(ctx, events);
  const operation = { target: id, request: { id, patch } };
  if (url === undefined) {
    await knownWebhook(ctx, id);
    return performAndAnswer(ctx, EDIT_WEBHOOK, { ...operation, intent: patch });
  }
  const within = await requireFreeUrl(ctx, id, url, nearDuplicate);
  return performAndAnswer(ctx, EDIT_WEBHOOK, {
    ...operation,
    intent: { ...patch, url: urlLabel(url) },
    within,
  });
}

/** Refuses an address that another webhook has; returns the check for the operation's transaction. */
async function requireFreeUrl(ctx: Ctx, id: string, url: string, confirmed: boolean) {
  await requireGoodUrl(ctx, url);
  const before = await assignedBefore(ctx.account.id, url);
  const { all } = await knownBeforeChange(ctx);
  if (!all.some(({ webhook }) => webhook.id === id)) throw new GuicheError('not_found', 'No such webhook.');
  const others = all.filter(({ webhook }) => webhook.id !== id).map(({ webhook }) => webhook.url);
  requireFreeAddress(others, url, confirmed);
  return requireStillFree(before);
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
