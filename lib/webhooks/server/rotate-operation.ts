import 'server-only';
import type { GuicheError } from '#lib/core/errors.ts';
import { mayBeSent, type OperationKind, type OperationRow } from '#lib/operations/server/kind.ts';
import { partOf } from '#lib/providers/reach.ts';
import {
  type Issued,
  issuedOf,
  showIssued,
  showIssuedOnce,
  storeIssued,
  storeIssuedLate,
} from '#lib/webhooks/server/issued.ts';
import { ACCOUNT_TARGET } from '#lib/webhooks/server/secrets.ts';

/**
 * A secret in a lost answer cannot be read again, so there is no look-up. The operator rotates again, or a
 * delivery shows that the old secret is still valid (`resolveRotationBy`).
 */
const rotation = {
  permission: 'webhook',
  stepUp: true,
  afterCrash: 'never_sent',
  repeatable: true,
  refusal: refusalOf,
  settled: async (tx, { row, value }) => {
    if (value !== null) await storeIssued(tx, row, value);
  },
  storeLateAnswer: (tx, { row, value }) => storeIssuedLate(tx, row, value),
  show: showIssued,
  showOnce: showIssuedOnce,
  touches: ['webhooks'],
} as const satisfies Partial<OperationKind<unknown, Issued>>;

export const rotateWebhookSecret: OperationKind<{ id: string }, Issued> = {
  ...rotation,
  name: 'webhook.rotate',
  async send({ request: { id }, port, change }) {
    const rotate = partOf(partOf(port, 'webhooks'), 'rotateSecret');
    return issuedOf(await rotate(id, change), id);
  },
  clockAhead: (port) => port.webhooks?.clockAhead?.(),
};

export const rotateCallbackSecret: OperationKind<Record<string, never>, Issued> = {
  ...rotation,
  name: 'callback-secret.rotate',
  send: async ({ port, change }) =>
    issuedOf(await partOf(port, 'callbackSecret').rotate(change), ACCOUNT_TARGET),
};

/** A refused second send does not show how the first ended, unless there is nothing to rotate (404). */
function refusalOf(error: GuicheError, row: OperationRow): 'rejected' | 'unknown' {
  const gone = error.details.provider?.status === 404;
  return !mayBeSent(row) || gone ? 'rejected' : 'unknown';
}
