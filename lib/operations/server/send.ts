import 'server-only';
import { and, eq, lt, or, sql } from 'drizzle-orm';
import { unseal } from '#lib/auth/server/seal.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { dbNow, msSince } from '#lib/data/clock.ts';
import { holds, type Instance, prove, thisInstance } from '#lib/data/jobs/instance.ts';
import { operationAttempts, operations } from '#lib/data/schema/operations.ts';
import { type AnyKind, type LookUp, mayBeSent, type OperationRow } from '#lib/operations/server/kind.ts';
import { providerOffset } from '#lib/operations/server/reconcile-list.ts';
import { type End, settle } from '#lib/operations/server/settle.ts';
import type { Outcome, ProviderPort } from '#lib/providers/port.ts';
import { LOOK_UP_CALL } from '#lib/providers/reach.ts';

/** Somebody else is sending it (another tab, another instance, the job): this one does not. */
class TakenElsewhere extends Error {}

export const requestPurpose = (id: string) => `operation:${id}`;

/** Of one that ended long ago, or whose person was erased, nothing is left to open. */
export function openRequest(row: OperationRow): unknown {
  if (row.request === null) throw new GuicheError('conflict', 'What was asked for is not kept any more.');
  return JSON.parse(unseal(row.request, requestPurpose(row.id)));
}

/**
 * Sends a requested (or, again, an unknown) operation and writes how it ended. Whoever wins the conditional update
 * to `sent` makes the call; the others get the row as it stands. A process that stood still so long that another took
 * the row up notices it before its first byte. `sentWithinMs`: not where its first send is longer ago by then.
 */
export async function send(
  kind: AnyKind,
  row: OperationRow,
  port: ProviderPort,
  limit: Limit = {},
): Promise<OperationRow> {
  const me = thisInstance();
  const request = openRequest(row);
  const ahead = () => providerOffset(row.accountId, kind.clockAhead?.(port));
  let taken: OperationRow | null = null;
  const sending = async () => {
    let proof = await prove(me);
    // A second form of the same request (multipart, then JSON) is the same attempt, while it is still ours.
    let ours = taken === null ? await markSent(row, me, limit, ahead) : await stillSent(taken, limit);
    taken ??= ours;
    while (ours !== null && !holds(proof)) {
      proof = await prove(me);
      ours = await stillSent(ours, limit);
    }
    if (ours === null) throw new TakenElsewhere();
  };
  const change = { priority: 'operator', sending } as const;
  let end: End;
  try {
    const outcome = await kind.send({ row, request, port, change });
    end = endOf(kind, row, await orLookedFor(kind, { row: taken ?? row, request, port }, outcome));
  } catch (thrown) {
    if (thrown instanceof TakenElsewhere) return reload(row);
    if (taken === null) throw thrown;
    // A defect of ours after bytes may have left: nobody may take it for unsent.
    await settle(kind, taken, request, { state: 'unknown', error: null });
    throw thrown;
  }
  return (await settle(kind, taken ?? row, request, end)) ?? reload(row);
}

type Limit = { sentWithinMs?: number | undefined };
type Sent = { row: OperationRow; request: unknown; port: ProviderPort };

/** A good answer that nobody can read was taken: what stands there now tells, before anybody has to wait for it. */
async function orLookedFor(kind: AnyKind, sent: Sent, outcome: Outcome<unknown>): Promise<Outcome<unknown>> {
  if (outcome.kind !== 'unknown' || outcome.taken !== true || kind.lookUp === undefined) return outcome;
  const now = { call: LOOK_UP_CALL, ago: { firstMs: 0, lastMs: 0 } } as const;
  const seen = await kind.lookUp({ ...sent, ...now }).catch((): LookUp<unknown> => ({ found: 'unsure' }));
  if (seen.found !== 'there') return outcome;
  return { kind: 'done', value: seen.value, requestId: null, date: null };
}

async function markSent(
  row: OperationRow,
  me: Instance,
  limit: Limit,
  ahead: () => number | null,
): Promise<OperationRow | null> {
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
          within(limit),
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

/** Not where a clock was set back since the first send either: then nobody knows how long ago it is. */
const within = ({ sentWithinMs }: Limit) =>
  sentWithinMs === undefined ? undefined : lt(sql`abs(${msSince(operations.sentAt)})`, sentWithinMs);

async function stillSent({ id, attempts }: OperationRow, limit: Limit): Promise<OperationRow | null> {
  const ours = and(eq(operations.id, id), eq(operations.state, 'sent'), eq(operations.attempts, attempts));
  const [row] = await db()
    .select()
    .from(operations)
    .where(and(ours, within(limit)));
  return row ?? null;
}

function endOf(kind: AnyKind, row: OperationRow, outcome: Outcome<unknown>): End {
  if (outcome.kind === 'done')
    return { state: 'confirmed', value: outcome.value, requestId: outcome.requestId };
  if (outcome.kind === 'unknown') return { state: 'unknown', error: outcome.error };
  const { error, sent } = outcome;
  // An earlier send may have been applied: what this one was refused says nothing about it, unless the kind knows.
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
