import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#lib/data/client.ts';
import { webhookChecks, webhookEntries, webhookReceivers } from '#lib/data/schema/webhooks.ts';
import type { LookUp, OperationKind } from '#lib/operations/server/kind.ts';
import type { Call, Outcome, ProviderPort } from '#lib/providers/port.ts';
import { partOf, SHARED_CALL } from '#lib/providers/reach.ts';
import { everyRowHas } from '#lib/providers/rows.ts';
import { dropSecrets } from '#lib/webhooks/server/secrets.ts';

type Removed = { id: string };

/** Deletes Guichê's data on a removed webhook. Callbacks that its receiver got stay. */
export async function forgetWebhook(tx: Transaction, accountId: string, webhookId: string): Promise<void> {
  for (const table of [webhookEntries, webhookChecks, webhookReceivers])
    await tx.delete(table).where(and(eq(table.accountId, accountId), eq(table.webhookId, webhookId)));
  await dropSecrets(tx, { accountId, target: webhookId });
}

/** The look-up reads the provider's list: the webhook is removed once the list does not contain it. */
export const removeWebhook: OperationKind<{ id: string }, Removed> = {
  name: 'webhook.remove',
  permission: 'webhook',
  stepUp: true,
  afterCrash: 'never_sent',
  repeatable: true,
  async send({ request: { id }, port, change }) {
    const outcome = await partOf(port, 'webhooks').remove(id, change);
    if (outcome.kind === 'done') return { ...outcome, value: { id } };
    return goneAlready(outcome, id, port);
  },
  lookUp: ({ request: { id }, port, call }) => gone(id, port, call),
  async settled(tx: Transaction, { row, state, request }) {
    if (state === 'confirmed') await forgetWebhook(tx, row.accountId, request.id);
  },
  show: ({ id }) => ({ id }),
  touches: ['webhooks'],
};

/**
 * Only a list without the webhook proves its removal: a 404 of DELETE may also mean that the route does not
 * exist.
 */
async function gone(id: string, port: ProviderPort, call: Call): Promise<LookUp<Removed>> {
  const list = await partOf(port, 'webhooks').list(call);
  if (list === null) return { found: 'unsure' };
  const there = list.items.some((one) => one.id === id);
  if (there) return { found: 'absent', next: 'wait' };
  return everyRowHas(list, 'id') ? { found: 'there', value: { id } } : { found: 'unsure' };
}

async function goneAlready(
  outcome: Exclude<Outcome<never>, { kind: 'done' }>,
  id: string,
  port: ProviderPort,
): Promise<Outcome<Removed>> {
  if (outcome.kind !== 'refused' || outcome.error.details.provider?.status !== 404) return outcome;
  const seen = await gone(id, port, SHARED_CALL).catch(() => null);
  if (seen?.found !== 'there') return outcome;
  const { requestId } = outcome.error.details.provider;
  return { kind: 'done', value: seen.value, requestId, date: null };
}
