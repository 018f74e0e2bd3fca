import 'server-only';
import type { OperationKind } from '#lib/operations/server/kind.ts';
import { partOf } from '#lib/providers/reach.ts';
import type { OwnershipCheck } from '#lib/providers/records.ts';
import { saveCheck } from '#lib/webhooks/server/check-url.ts';

/** `before`: time of the last check, by the provider's clock. */
export type OwnershipRequest = { id: string; before: string | null };

/** Runs document 3's ownership check again. The look-up accepts a check newer than `before`. */
export const runOwnership: OperationKind<OwnershipRequest, OwnershipCheck> = {
  name: 'webhook.ownership',
  permission: 'webhook',
  stepUp: false,
  afterCrash: 'never_sent',
  repeatable: true,
  send: ({ request, port, change }) => partOf(port, 'ownership').run(request.id, change),
  async lookUp({ request, port, call }) {
    const check = await partOf(port, 'ownership').get(request.id, call);
    if (check.checkedAt === null) return { found: 'unsure' };
    return check.checkedAt === request.before
      ? { found: 'absent', next: 'wait' }
      : { found: 'there', value: check };
  },
  async settled(tx, { row, request, value }) {
    if (value !== null) await saveCheck(tx, row.accountId, request.id, value);
  },
  show: (check) => ({ ...check }),
  touches: ['webhooks'],
};
