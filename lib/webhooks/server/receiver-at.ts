import 'server-only';
import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import { db } from '#lib/db/client.ts';
import { webhookReceivers, webhookSecrets } from '#lib/db/schema/webhooks.ts';
import type { ReceiverRow } from '#lib/webhooks/server/link-receivers.ts';
import { ACCOUNT_TARGET, type SecretRow, verifies } from '#lib/webhooks/server/secrets.ts';

/** A receiver with the secrets that may verify there, newest first: its webhook's, and the account's. Still sealed. */
export type Place = { receiver: ReceiverRow; secrets: SecretRow[] };

/** A burst reads it once. Whoever refuses because of it reads it again first (`fresh`). */
const KEPT_MS = 5_000;
const MOST = 1_000;
const kept = new Map<string, { place: Place; until: number }>();

export async function receiverAt(endpoint: string, { fresh }: { fresh: boolean }): Promise<Place | null> {
  const known = kept.get(endpoint);
  if (!fresh && known !== undefined && performance.now() < known.until) return known.place;
  const place = await read(endpoint);
  if (place === null) kept.delete(endpoint);
  else {
    if (kept.size >= MOST) kept.clear();
    kept.set(endpoint, { place, until: performance.now() + KEPT_MS });
  }
  return place;
}

async function read(endpoint: string): Promise<Place | null> {
  const [receiver] = await db()
    .select()
    .from(webhookReceivers)
    .where(eq(webhookReceivers.endpoint, endpoint));
  if (receiver === undefined) return null;
  const targets = [ACCOUNT_TARGET, ...(receiver.webhookId === null ? [] : [receiver.webhookId])];
  const secrets = await db()
    .select()
    .from(webhookSecrets)
    .where(
      and(
        eq(webhookSecrets.accountId, receiver.accountId),
        inArray(webhookSecrets.target, targets),
        isNotNull(webhookSecrets.sealed),
        verifies,
      ),
    )
    .orderBy(desc(webhookSecrets.issuedAt));
  return { receiver, secrets };
}
