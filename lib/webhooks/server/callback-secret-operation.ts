import 'server-only';
import { GuicheError } from '#lib/errors.ts';
import { mayBeSent, type OperationKind } from '#lib/operations/server/kind.ts';
import type { Outcome } from '#lib/providers/port.ts';
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
 * The account's first callback secret. Where one exists (also after a first try whose answer was lost) the provider
 * answers 409: `already_done`, and a rotation, which the operator confirms by itself, gives one that can be read.
 */
export const createCallbackSecret: OperationKind<Record<string, never>, Issued> = {
  name: 'callback-secret.create',
  permission: 'webhook',
  stepUp: true,
  afterCrash: 'never_sent',
  repeatable: true,
  send: async ({ port, change }) =>
    alreadyThere(issuedOf(await partOf(port, 'callbackSecret').create(change), ACCOUNT_TARGET)),
  refusal: (error, row) => (!mayBeSent(row) || error.code === 'already_done' ? 'rejected' : 'unknown'),
  settled: async (tx, { row, value }) => {
    if (value !== null) await storeIssued(tx, row, value);
  },
  storeLateAnswer: (tx, { row, value }) => storeIssuedLate(tx, row, value),
  show: showIssued,
  showOnce: showIssuedOnce,
  touches: ['webhooks'],
};

function alreadyThere(outcome: Outcome<Issued>): Outcome<Issued> {
  if (outcome.kind !== 'refused' || outcome.error.details.provider?.status !== 409) return outcome;
  const { provider } = outcome.error.details;
  const error = new GuicheError('already_done', 'The account has a callback secret already.', {
    provider,
    existing: { kind: 'callback-secret', exists: true, wayOut: 'rotate' },
  });
  return { ...outcome, error };
}
