import 'server-only';
import { and, eq, lt, or, sql } from 'drizzle-orm';
import { unseal } from '#lib/auth/server/seal.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { dbNow, msSince } from '#lib/data/clock.ts';
import { holds, type Instance, prove, thisInstance } from '#lib/data/jobs/instance.ts';
import { operationAttempts, operations } from '#lib/data/schema/operations.ts';
import { type AnyKind, type LookUp, mayBeSent, type OperationRow } from '#lib/operations/server/kind.ts';
import { providerOffset } from '#lib/operations/server/reconcile.ts';
import { type End, settle } from '#lib/operations/server/settle.ts';
import type { Outcome, ProviderPort } from '#lib/providers/port.ts';
import { LOOK_UP_CALL } from '#lib/providers/reach.ts';

/** Another tab, instance or job is sending the operation, so this process does not. */
class TakenElsewhere extends Error {}

export const requestPurpose = (id: string) => `operation:${id}`;

/** Decrypts the stored request. `conflict` when it is gone: ended long ago, or its person was erased. */
export function openRequest(row: OperationRow): unknown {
  if (row.request === null) throw new GuicheError('conflict', 'What was asked for is not kept any more.');
  return JSON.parse(unseal(row.request, requestPurpose(row.id)));
}

/**
 * Sends a requested or unknown operation and writes the outcome. Only the winner of the conditional update to
 * `sent` calls; others get the row. A stalled process whose row was taken stops before its first byte.
 * `sentWithinMs`: maximum age of the first send.
 */
export async function send(kind: AnyKind, row: OperationRow, port: ProviderPort, options: SendOptions = {}) {
  const me = thisInstance();
  const request = openRequest(row);
  const ahead = () => providerOffset(row.accountId, kind.clockAhead?.(port));
  let taken: OperationRow | null = null;
  const sending = async () => {
    let proof = await prove(me);
    // A second form of the request (multipart, then JSON) is the same attempt while the row is ours.
    let ours = taken === null ? await markSent(row, me, options, ahead) : await stillSent(taken, options);
    taken ??= ours;
    while (ours !== null && !holds(proof)) {
      proof = await prove(me);
      ours = await stillSent(ours, options);
    }
    if (ours === null) throw new TakenElsewhere();
  };
  const change = { priority: 'operator', sending } as const;
  let end: End;
  try {
    const outcome = await kind.send({ row, request, port, change });
    end = endOf(kind, row, await resolveByLookUp(kind, { row: taken ?? row, request, port }, outcome));
  } catch (thrown) {
    if (thrown instanceof TakenElsewhere) return reload(row);
    if (taken === null) throw thrown;
    // A bug after bytes may have left: the operation must not count as unsent.
    await settle(kind, taken, request, { state: 'unknown', error: null });
    throw thrown;
  }
  return (await settle(kind, taken ?? row, request, end)) ?? reload(row);
}

type SendOptions = { sentWithinMs?: number | undefined };
type Sent = { row: OperationRow; request: unknown; port: ProviderPort };

/** An unreadable success answer means it was accepted. A look-up now may find the outcome at once. */
async function resolveByLookUp(
  kind: AnyKind,
  sent: Sent,
  outcome: Outcome<unknown>,
): Promise<Outcome<unknown>> {
  if (outcome.kind !== 'unknown' || outcome.taken !== true || kind.lookUp === undefined) return outcome;
  const now = { call: LOOK_UP_CALL, ago: { firstMs: 0, lastMs: 0 } } as const;
  const seen = await kind.lookUp({ ...sent, ...now }).catch((): LookUp<unknown> => ({ found: 'unsure' }));
  if (seen.found !== 'there') return outcome;
  return { kind: 'done', value: seen.value, requestId: null, date: null };
}

async function markSent(row: OperationRow, me: Instance, options: SendOptions, ahead: () => number | null) {
  return db().transaction(async (tx) => {
    const [sent] = await tx
      .update(operations)
      .set({
        state: 'sent',
        instance: me.id,
        attempts: row.attempts + 1,
        sentAt: row.sentAt ?? dbNow,
        lastSentAt: dbNow,
        clockOffset: row.clockOffset ?? ahead(),
        nextLookUpAt: null,
      })
      .where(
        and(
          eq(operations.id, row.id),
          or(
            and(eq(operations.state, 'requested'), eq(operations.instance, me.id)),
            eq(operations.state, 'unknown'),
          ),
          eq(operations.attempts, row.attempts),
          within(options),
        ),
      )
      .returning();
    if (sent === undefined) return null;
    await tx
      .insert(operationAttempts)
      .values({ operationId: row.id, number: sent.attempts, sentAt: dbNow })
      .onConflictDoNothing();
    return sent;
  });
}

/** `abs` also rejects a row whose clock was set back since the first send: its age is unknown. */
const within = ({ sentWithinMs }: SendOptions) =>
  sentWithinMs === undefined ? undefined : lt(sql`abs(${msSince(operations.sentAt)})`, sentWithinMs);

async function stillSent({ id, attempts }: OperationRow, options: SendOptions): Promise<OperationRow | null> {
  const ours = and(eq(operations.id, id), eq(operations.state, 'sent'), eq(operations.attempts, attempts));
  const [row] = await db()
    .select()
    .from(operations)
    .where(and(ours, within(options)));
  return row ?? null;
}

function endOf(kind: AnyKind, row: OperationRow, outcome: Outcome<unknown>): End {
  if (outcome.kind === 'done')
    return { state: 'confirmed', value: outcome.value, requestId: outcome.requestId };
  if (outcome.kind === 'unknown') return { state: 'unknown', error: outcome.error };
  const { error, sent } = outcome;
  // An earlier send may have been applied. This refusal says nothing about it, unless the kind knows.
  const first = !mayBeSent(row);
  if (!sent) return first ? { state: 'rejected', reason: 'never_sent', error } : { state: 'unknown', error };
  const meaning = kind.refusal?.(error, row) ?? (first ? 'rejected' : 'unknown');
  if (meaning === 'confirmed') return { state: 'confirmed', value: null, requestId: requestIdOf(outcome) };
  return meaning === 'rejected'
    ? { state: 'rejected', reason: error.code === 'conflict' ? 'conflict' : 'provider', error }
    : { state: 'unknown', error };
}

const requestIdOf = ({ error }: Extract<Outcome<unknown>, { kind: 'refused' }>) =>
  error.details.provider?.requestId ?? null;

async function reload({ id }: OperationRow): Promise<OperationRow> {
  const [row] = await db().select().from(operations).where(sql`${operations.id} = ${id}`);
  if (row === undefined) throw new Error('An operation row vanished.');
  return row;
}
