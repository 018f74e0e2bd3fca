import 'server-only';
import { layersOf, UnreadableAnswer } from '#lib/providers/envelopes.ts';
import { objectReader } from '#lib/providers/fields.ts';
import * as means from '#lib/providers/meanings.ts';
import type { OwnershipCheck } from '#lib/providers/records.ts';

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
  const lower = status?.toLowerCase() ?? null;
  const told = lower !== null && KNOWN.has(lower) ? lower : status;
  return { ...rest, status: told ?? (verified === null ? null : verified ? 'verified' : 'failed') };
}

const KNOWN = new Set(['pending', 'verified', 'failed']);
