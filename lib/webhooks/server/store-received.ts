import 'server-only';
import { randomUUID } from 'node:crypto';
import { cut, wellFormed } from '#lib/core/text.ts';
import { insertBatched } from '#lib/data/batched-insert.ts';
import { db } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { erasedForms } from '#lib/data/erasure/erased-index.ts';
import { formsIn, transactionForm } from '#lib/data/erasure/forms.ts';
import { withPartitions } from '#lib/data/partitions.ts';
import { receivedCallbacks } from '#lib/data/schema/webhooks.ts';
import { type CallbackFacts, dedupeKeyOf } from '#lib/webhooks/callback-body.ts';
import type { Used } from '#lib/webhooks/server/issued.ts';
import type { ReceiverRow } from '#lib/webhooks/server/registry.ts';

type Names = Readonly<Record<string, string | undefined>>;
type Received = { receiver: ReceiverRow; headers: Names; body: string; facts: CallbackFacts; used: Used };

const SHOWN = /^(content-type|content-length|user-agent|date|x-request-id|x-(callback|service|webhook)-.+)$/;
const LONGEST = 500;

/** Stores a callback, or counts a repeat. Returns true if it is new. */
export async function storeReceived({ receiver, headers, body, facts, used }: Received): Promise<boolean> {
  const { accountId, endpoint, webhookId } = receiver;
  const attempt = Number(headers['x-callback-attempt']);
  const erased = await erasedForms();
  const ofErased = erased(() => formsIn(jsonOr(body)).add(transactionForm(accountId, facts.transactionId)));
  const row = {
    id: randomUUID(),
    accountId,
    endpoint,
    webhookId,
    dedupeKey: dedupeKeyOf(facts),
    transactionId: facts.transactionId,
    event: facts.event,
    status: facts.status,
    infractionId: facts.infraction?.id ?? null,
    infractionStatus: facts.infraction?.status ?? null,
    attempt: Number.isInteger(attempt) && attempt > 0 && attempt < 100_000 ? attempt : null,
    headers: storedHeaders(headers),
    // PostgreSQL text cannot store this character.
    body: ofErased ? '' : body.replaceAll('\u0000', ''),
    signature: used.old ? 'old_secret' : 'holds',
  };
  return store(row);
}

type NewRow = Omit<typeof receivedCallbacks.$inferInsert, 'receivedAt' | 'lastReceivedAt'>;

/** Returns for each row whether it is new; a repeat is counted on its existing row and returns no row. */
const store = insertBatched<NewRow, boolean>(async (rows) => {
  // Sorts by key, so that two instances storing the same callbacks lock rows in the same order.
  const inOrder = rows.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)));
  const values = inOrder.map((row) => ({ ...row, receivedAt: dbNow, lastReceivedAt: dbNow }));
  const stored = await withPartitions(() =>
    db().insert(receivedCallbacks).values(values).returning({ id: receivedCallbacks.id }),
  );
  const fresh = new Set(stored.map(({ id }) => id));
  return rows.map(({ id }) => fresh.has(id));
});

const keyOf = ({ accountId, dedupeKey }: NewRow) => `${accountId} ${dedupeKey}`;

/** Parses the body, so that escaped text is found too; text that is not JSON is returned unchanged. */
function jsonOr(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function storedHeaders(headers: Names): Record<string, string> {
  const shown = Object.entries(headers).filter(([name]) => SHOWN.test(name));
  return Object.fromEntries(
    shown.slice(0, 40).map(([name, value]) => [name, cut(wellFormed(value ?? ''), LONGEST)]),
  );
}
