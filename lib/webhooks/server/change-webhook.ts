import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { Reply } from '#lib/api/reply.ts';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { announce } from '#lib/events/server/announce.ts';
import { performAndAnswer } from '#lib/operations/server/perform.ts';
import {
  assignedBefore,
  requireEvents,
  requireFreeAddress,
  requireGoodUrl,
  requireStillFree,
} from '#lib/webhooks/server/check-url.ts';
import { editWebhook as edit, type Patch } from '#lib/webhooks/server/edit-operation.ts';
import { knownBeforeChange, knownWebhook, urlLabel } from '#lib/webhooks/server/registry.ts';
import { forgetWebhook, removeWebhook as remove } from '#lib/webhooks/server/remove-operation.ts';

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
  const within = url === undefined ? undefined : await requireFreeUrl(ctx, id, url, nearDuplicate);
  if (url === undefined) await knownWebhook(ctx, id);
  const intent = { ...patch, ...(url === undefined ? {} : { url: urlLabel(url) }) };
  return performAndAnswer(ctx, edit, {
    target: id,
    request: { id, patch },
    intent,
    ...(within && { within }),
  });
}

/**
 * Refuses an address that another webhook has; returns the check that runs in the operation's transaction.
 */
async function requireFreeUrl(ctx: Ctx, id: string, url: string, near: boolean) {
  await requireGoodUrl(ctx, url);
  const before = await assignedBefore(ctx.account.id, url);
  const { all } = await knownBeforeChange(ctx);
  if (!all.some(({ webhook }) => webhook.id === id)) throw new GuicheError('not_found', 'No such webhook.');
  const others = all.filter(({ webhook }) => webhook.id !== id).map(({ webhook }) => webhook.url);
  requireFreeAddress(others, url, near);
  return requireStillFree(before);
}

/**
 * Removes the webhook at the provider. One that was added by id, at a provider without a list, is only
 * deleted in Guichê.
 */
export async function removeWebhook({ ctx, id }: { ctx: Ctx; id: string }): Promise<Reply> {
  const { listed, source, webhook } = await knownWebhook(ctx, id);
  const intent = { url: webhook.url === null ? null : urlLabel(webhook.url) };
  if (listed || source !== 'added')
    return performAndAnswer(ctx, remove, { target: id, request: { id }, intent });
  const answer = new Reply(200, { result: { id, forgotten: true } });
  await db().transaction(async (tx) => {
    await forgetWebhook(tx, ctx.account.id, id);
    await appendAudit(tx, ctx.auditEntry({ action: 'webhook.forgotten', target: id, after: intent }));
    await announce(tx, ctx.account.id, [['webhooks']]);
    await bindAnswer(tx, ctx.intent, answer);
  });
  return answer;
}
