import 'server-only';
import { randomBytes } from 'node:crypto';
import type { Ctx } from '#lib/api/context.ts';
import { Reply } from '#lib/api/reply.ts';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { webhookEntries, webhookReceivers } from '#lib/data/schema/webhooks.ts';
import { announce } from '#lib/events/server/announce.ts';
import { performAndAnswer } from '#lib/operations/server/perform.ts';
import { SHARED_CALL } from '#lib/providers/reach.ts';
import {
  assignedBefore,
  requireEvents,
  requireFreeAddress,
  requireGoodUrl,
  requireStillFree,
} from '#lib/webhooks/server/check-url.ts';
import { registerWebhook as kind } from '#lib/webhooks/server/register-operation.ts';
import { knownBeforeChange, urlLabel } from '#lib/webhooks/server/registry.ts';

/** Registers an address or Guichê's own receiver, or adds an existing webhook by its id. */
export async function registerWebhook({ ctx, body }: Args<'POST /webhooks'>): Promise<Reply> {
  if ('existingId' in body) return addExisting(ctx, body);
  if (!('receiver' in body)) {
    const { nearDuplicate = false, ...request } = body;
    return register(ctx, { ...request, endpoint: null }, nearDuplicate);
  }
  const endpoint = randomBytes(16).toString('hex');
  const url = `${settings().url}/api/hooks/${ctx.account.slug}/${endpoint}`;
  return register(ctx, { url, events: body.events, generateSecret: true, endpoint });
}

type Request = { url: string; events: string[]; generateSecret: boolean; endpoint: string | null };

async function register(ctx: Ctx, request: Request, near = false): Promise<Reply> {
  const { url, events, generateSecret, endpoint } = request;
  requireEvents(ctx, events);
  await requireGoodUrl(ctx, url);
  const before = await assignedBefore(ctx.account.id, url);
  const { all } = await knownBeforeChange(ctx);
  requireFreeAddress(
    all.map(({ webhook }) => webhook.url),
    url,
    near,
  );
  const label = urlLabel(url);
  const receiver = { endpoint: endpoint ?? '', accountId: ctx.account.id, url, ownership: 'pending' };
  return performAndAnswer(
    ctx,
    kind,
    {
      target: label,
      request: { ...request, events: [...new Set(events)] },
      intent: { url: label, events: [...new Set(events)], generateSecret, receiver: endpoint !== null },
      // The receiver must exist before the provider learns its address: the challenge may come at once.
      within: async (tx, id) => {
        await requireStillFree(before)(tx, id);
        if (endpoint !== null) await tx.insert(webhookReceivers).values({ ...receiver, createdAt: dbNow });
      },
    },
    { status: 201 },
  );
}

/** Sends nothing: the webhook exists already, or the operator says so. */
async function addExisting(ctx: Ctx, { existingId, url }: { existingId: string; url: string }) {
  await requireGoodUrl(ctx, url);
  const { listed, all } = await knownBeforeChange(ctx);
  const known = all.find(({ webhook }) => webhook.id === existingId)?.webhook;
  const found =
    known ??
    (await ctx
      .part('webhooks')
      .get(existingId, SHARED_CALL)
      .catch(() => null));
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
  const { url: itsUrl, events } = entry;
  const answer = new Reply(201, { result: { id: existingId, url: itsUrl, events, secretId: null } });
  const place = { accountId: ctx.account.id, webhookId: existingId };
  await db().transaction(async (tx) => {
    await tx
      .insert(webhookEntries)
      .values({ ...place, ...entry, source: 'added', createdAt: dbNow })
      .onConflictDoUpdate({ target: [webhookEntries.accountId, webhookEntries.webhookId], set: entry });
    const after = { url: urlLabel(entry.url) };
    await appendAudit(tx, ctx.auditEntry({ action: 'webhook.added', target: existingId, after }));
    await announce(tx, ctx.account.id, [['webhooks']]);
    await bindAnswer(tx, ctx.intent, answer);
  });
  return answer;
}
