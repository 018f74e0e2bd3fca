import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#lib/data/client.ts';
import { webhookChecks, webhookEntries } from '#lib/data/schema/webhooks.ts';
import type { LookUp, OperationKind } from '#lib/operations/server/kind.ts';
import { partOf } from '#lib/providers/reach.ts';
import type { Webhook } from '#lib/providers/records.ts';
import { tellsEach } from '#lib/providers/rows.ts';
import { sameUrl } from '#lib/webhooks/server/registry.ts';

export type Patch = { url?: string; events?: string[]; active?: boolean };
export type EditRequest = { id: string; patch: Patch };

/** Address, events, or pause: found again by reading the webhook itself. Sending it again changes nothing more. */
export const editWebhook: OperationKind<EditRequest, Webhook> = {
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
    // It may be that neither route is there.
    const list = await webhooks.list(call);
    return list !== null && tellsEach(list, 'id') ? { found: 'absent', next: 'wait' } : { found: 'unsure' };
  },
  async settled(tx, { row, request, state }) {
    if (state === 'confirmed') await saveEdited(tx, row.accountId, request);
  },
  show: ({ id }) => ({ id }),
  touches: ['webhooks'],
};

function matchWebhook(webhook: Webhook, { url, events, active }: Patch): LookUp<Webhook> {
  const told = [
    url === undefined || (webhook.url === null ? null : sameUrl(webhook.url, url)),
    events === undefined || sameEvents(webhook.events, events),
    active === undefined || (webhook.active === null ? null : webhook.active === active),
  ];
  if (told.includes(false)) return { found: 'absent', next: 'wait' };
  return told.includes(null) ? { found: 'unsure' } : { found: 'there', value: webhook };
}

/** Null: a webhook without events may be one of all, or one that does not tell them. */
function sameEvents(told: readonly string[], asked: readonly string[]): boolean | null {
  if (told.length === 0 && asked.length > 0) return null;
  return JSON.stringify([...new Set(told)].sort()) === JSON.stringify([...new Set(asked)].sort());
}

async function saveEdited(tx: Transaction, accountId: string, { id, patch }: EditRequest): Promise<void> {
  await tx
    .update(webhookEntries)
    .set(patch)
    .where(and(eq(webhookEntries.accountId, accountId), eq(webhookEntries.webhookId, id)));
  // Another address has to prove again whose it is.
  if (patch.url !== undefined)
    await tx
      .delete(webhookChecks)
      .where(and(eq(webhookChecks.accountId, accountId), eq(webhookChecks.webhookId, id)));
}
