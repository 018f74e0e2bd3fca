import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#lib/db/client.ts';
import { webhookChecks, webhookEntries } from '#lib/db/schema/webhooks.ts';
import type { LookUp, OperationKind } from '#lib/operations/server/kind.ts';
import { partOf } from '#lib/providers/reach.ts';
import type { Webhook } from '#lib/providers/records.ts';
import { sameUrl } from '#lib/webhooks/server/same-url.ts';

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
    const webhook = await partOf(port, 'webhooks').get(id, call);
    return webhook === null ? { found: 'absent', next: 'wait' } : matchWebhook(webhook, patch);
  },
  async settled(tx, { row, request, state }) {
    if (state === 'confirmed') await saveEdited(tx, row.accountId, request);
  },
  show: ({ id }) => ({ id }),
  touches: ['webhooks'],
};

function matchWebhook(webhook: Webhook, { url, events, active }: Patch): LookUp<Webhook> {
  if (active !== undefined && webhook.active === null) return { found: 'unsure' };
  const same =
    (url === undefined || sameUrl(webhook.url, url)) &&
    (events === undefined || sameWords(webhook.events, events)) &&
    (active === undefined || webhook.active === active);
  return same ? { found: 'there', value: webhook } : { found: 'absent', next: 'wait' };
}

const sameWords = (a: readonly string[], b: readonly string[]) =>
  JSON.stringify([...new Set(a)].sort()) === JSON.stringify([...new Set(b)].sort());

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
