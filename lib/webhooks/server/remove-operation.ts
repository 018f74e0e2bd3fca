import 'server-only';
import type { Transaction } from '#lib/db/client.ts';
import type { LookUp, OperationKind } from '#lib/operations/server/kind.ts';
import type { Call, Outcome, ProviderPort } from '#lib/providers/port.ts';
import { partOf, SHARED_CALL } from '#lib/providers/reach.ts';
import { tellsEach } from '#lib/providers/rows.ts';
import { forgetWebhook } from '#lib/webhooks/server/forget-webhook.ts';

type Removed = { id: string };

/** Found again in the provider's list: it is gone when it is not there any more. */
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

/** Only a list that does not name it says so: a 404 of DELETE may also mean that there is no such route. */
async function gone(id: string, port: ProviderPort, call: Call): Promise<LookUp<Removed>> {
  const list = await partOf(port, 'webhooks').list(call);
  if (list === null) return { found: 'unsure' };
  const there = list.items.some((one) => one.id === id);
  if (there) return { found: 'absent', next: 'wait' };
  return tellsEach(list, 'id') ? { found: 'there', value: { id } } : { found: 'unsure' };
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
