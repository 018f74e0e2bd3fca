import 'server-only';
import { layersOf, UnreadableAnswer } from '#lib/providers/envelopes.ts';
import { objectReader } from '#lib/providers/fields.ts';
import * as means from '#lib/providers/meanings.ts';
import type { OwnershipCheck } from '#lib/providers/records.ts';
import { checkStateOf } from '#lib/states/check.ts';

/** Document 3's check of an address, whose states and fields it shows and services spell. */

const CHECK = {
  webhookId: means.ofWebhook('id'),
  url: means.url('webhookUrl'),
  status: means.state('checkStatus', 'verificationStatus', 'result'),
  verified: means.passed(),
  detail: means.reason('detail', 'message', 'failureReason', 'details', 'error'),
  checkedAt: means.changed('checkedAt', 'verifiedAt', 'lastCheckedAt', 'lastCheckAt'),
};
const read = objectReader(CHECK, ['webhook']);

/** GET and POST /sandbox/webhooks/{id}/challenge. */
export function ownershipIn(json: unknown): OwnershipCheck {
  const [found] = layersOf(json, ['challenge', 'check', 'ownership', 'verification'])
    .map(read)
    .filter(({ fields }) => fields.status !== null || fields.verified !== null)
    .sort((a, b) => b.known - a.known);
  if (found === undefined) throw new UnreadableAnswer('ownership');
  const { verified, status, ...rest } = found.fields;
  const reading = checkStateOf(status);
  // A check may be completed and have failed: the flag beside the word says so.
  if (reading === 'verified' && verified === false) return { ...rest, status: 'failed' };
  const flag = verified === null ? null : verified ? 'verified' : 'failed';
  return { ...rest, status: reading ?? flag ?? status };
}
