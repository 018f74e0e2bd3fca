import 'server-only';
import { db } from '#lib/db/client.ts';
import { announce } from '#lib/events/server/announce.ts';
import { sleep } from '#lib/http/retry.ts';
import { beside } from '#lib/jobs/server/lanes.ts';
import { enqueue } from '#lib/jobs/server/queue.ts';
import { onCallbacks } from '#lib/operations/server/late-confirmation.ts';
import type { CallbackFacts } from '#lib/webhooks/callback-body.ts';
import { type Proof, resolveRotationBy } from '#lib/webhooks/server/resolve-rotation.ts';
import type { Used } from '#lib/webhooks/server/verifying-secret.ts';

/** Callbacks come in bursts: what follows them is done once for so long. ms. */
const GATHERED_MS = 250;

type Waiting = { features: Set<string>; references: Set<string>; proofs: Map<string, Proof> };
const waiting = new Map<string, Waiting>();

/**
 * Runs after the sender has its answer, and is not waited for: open pages are told, a rotation with an
 * unknown end is settled, a payment with an unknown end is looked up, the index of disputes looks again.
 */
export function afterReceiving(accountId: string, facts: CallbackFacts, used: Used, isNew: boolean): void {
  if (waiting.size === 0) beside('what follows callbacks', flush);
  const known = waiting.get(accountId) ?? { features: new Set(), references: new Set(), proofs: new Map() };
  waiting.set(accountId, known);
  const dispute = isNew && facts.event.startsWith('INFRACTION_');
  const usual = ['deliveries', ...(isNew ? ['transactions', 'payments', 'statement', 'overview'] : [])];
  for (const feature of facts.features ?? usual) known.features.add(feature);
  if (dispute) known.features.add('disputes');
  const before = known.proofs.get(used.secretId ?? '');
  // Of several with one secret the new one that was signed last says most.
  if (used.secretId !== null && (before?.isNew !== true || (isNew && used.signedAt > before.signedAt)))
    known.proofs.set(used.secretId, { ...used, isNew });
  if (isNew && facts.clientReference !== undefined) known.references.add(facts.clientReference);
  if (dispute)
    beside('a dispute that a callback named', () =>
      enqueue('dispute-changed', { accountId, disputeId: facts.infraction?.id ?? null }),
    );
}

async function flush(): Promise<void> {
  await sleep(GATHERED_MS);
  const all = [...waiting];
  waiting.clear();
  for (const [accountId, { features, references, proofs }] of all) {
    const topics = [...features].map((name) => [name]);
    beside('open pages', () => announce(db(), accountId, topics));
    if (references.size > 0) beside('payments of callbacks', () => onCallbacks(accountId, [...references]));
    for (const one of proofs.values())
      beside('secrets of callbacks', () => resolveRotationBy(accountId, one));
  }
}
