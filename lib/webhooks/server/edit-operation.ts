import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#lib/data/client.ts';
import { webhookChecks, webhookEntries } from '#lib/data/schema/webhooks.ts';
import type { LookUp, OperationKind } from '#lib/operations/server/kind.ts';
import { partOf } from '#lib/providers/reach.ts';
import type { Webhook } from '#lib/providers/records.ts';
import { everyRowHas } from '#lib/providers/rows.ts';
import { sameUrl } from '#lib/webhooks/server/registry.ts';

export type Patch = { url?: string; events?: string[]; active?: boolean };
export type EditRequest = { id: string; patch: Patch };

/** Changes address, events or pause. The look-up reads the webhook itself; sending it again is harmless. */
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
    // The provider may have neither route.
    const list = await webhooks.list(call);
    return list !== null && everyRowHas(list, 'id') ? { found: 'absent', next: 'wait' } : { found: 'unsure' };
  },
  async settled(tx, { row, request, state }) {
    if (state === 'confirmed') await saveEdited(tx, row.accountId, request);
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
  return JSON.stringify([...new Set(reported)].sort()) === JSON.stringify([...new Set(requested)].sort());
}

async function saveEdited(tx: Transaction, accountId: string, { id, patch }: EditRequest): Promise<void> {
  await tx
    .update(webhookEntries)
    .set(patch)
    .where(and(eq(webhookEntries.accountId, accountId), eq(webhookEntries.webhookId, id)));
  // A new address must prove its ownership again.
  if (patch.url !== undefined)
    await tx
      .delete(webhookChecks)
      .where(and(eq(webhookChecks.accountId, accountId), eq(webhookChecks.webhookId, id)));
}
