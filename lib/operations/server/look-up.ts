import 'server-only';
import { and, eq, getTableColumns, lte, sql } from 'drizzle-orm';
import type { Account } from '#lib/accounts/server/account.ts';
import { accountById } from '#lib/accounts/server/account.ts';
import { GuicheError } from '#lib/api/errors.ts';
import { db } from '#lib/db/client.ts';
import { operations } from '#lib/db/schema/operations.ts';
import { thisInstance } from '#lib/jobs/server/instance.ts';
import { log } from '#lib/log.ts';
import type { AnyKind, LookUp, OperationRow } from '#lib/operations/server/kind.ts';
import { operationKind } from '#lib/operations/server/kind.ts';
import {
  ABSENT_MS,
  LOOKED_FOR_MS,
  nothingWasTried,
  waitBeforeLookUp,
} from '#lib/operations/server/schedule.ts';
import { openRequest, send } from '#lib/operations/server/send.ts';
import { type KeptProblem, settle } from '#lib/operations/server/settle.ts';
import { portFor } from '#lib/providers/registry.ts';

/** While one looks, no other does: the claim ends by itself, and at once when its process is found dead. */
const CLAIM_MS = 60_000;
/**
 * Looks an unknown operation up at the provider and settles it when the answer says enough. `due` false: an
 * operator asks, whatever the schedule says. Gives the row as it stands after.
 */
export async function lookUpOperation(id: string, { due }: { due: boolean }): Promise<OperationRow | null> {
  const row = await claim(id, due);
  if (row === null) return null;
  const kind = operationKind(row.kind);
  const account = await accountById(row.accountId);
  if (kind?.lookUp === undefined || account === null) return row;
  return look(kind as Looked, row, account);
}

type Looked = AnyKind & { lookUp: NonNullable<AnyKind['lookUp']> };

async function look(kind: Looked, row: Claimed, account: Account): Promise<OperationRow | null> {
  const port = portFor(account);
  const request = openRequest(row);
  const seen = await kind
    .lookUp({ row, request, port, call: { priority: 'operator', urgent: true } })
    .catch((error: unknown): LookUp<unknown> => {
      log().info({ operation: row.id, err: error }, 'a look-up failed');
      return { found: 'unsure' };
    });
  if (seen.found === 'there')
    return settle(kind, row, request, { state: 'confirmed', value: seen.value, requestId: null }, 'look-up');
  if (seen.found === 'other')
    return settle(
      kind,
      row,
      request,
      { state: 'rejected', reason: 'conflict', error: other(seen) },
      'look-up',
    );
  if (seen.found === 'absent') {
    if (seen.next === 'send_again') return send(kind, row, port);
    const rejected = rejectionOf(row);
    if (rejected !== null)
      return settle(kind, row, request, { state: 'rejected', reason: rejected, error: null }, 'look-up');
  }
  return postpone(row, seen.found === 'absent');
}

const other = ({ existing }: { existing: unknown }) =>
  new GuicheError('conflict', 'Its reference names another payment.', { existing });

function rejectionOf(row: Claimed): 'provider' | 'not_found' | null {
  const problem = row.problem as KeptProblem | null;
  // Of an earlier send the last one's refusal says nothing.
  if (row.attempts <= 1 && nothingWasTried(problem?.provider?.code)) return 'provider';
  return Number(row.absentMs ?? 0) >= ABSENT_MS ? 'not_found' : null;
}

async function postpone(row: OperationRow, absent: boolean): Promise<OperationRow | null> {
  const sentAt = row.sentAt ?? row.createdAt;
  const over = Date.now() - sentAt.getTime() > LOOKED_FOR_MS;
  const next = over ? null : new Date(Date.now() + waitBeforeLookUp(row.lookUps + 1));
  const [after] = await db()
    .update(operations)
    .set({
      lookUps: row.lookUps + 1,
      nextLookUpAt: next,
      // One look-up that could not tell breaks the row of those that found nothing.
      absentSince: absent ? sql`coalesce(${operations.absentSince}, now())` : null,
    })
    // What was looked for before another send counts for nothing after it.
    .where(
      and(eq(operations.id, row.id), eq(operations.state, 'unknown'), eq(operations.attempts, row.attempts)),
    )
    .returning();
  return after ?? null;
}

/** `absentMs`: since when it is not found, by the clock that all instances share. */
type Claimed = OperationRow & { absentMs: string | null };

async function claim(id: string, due: boolean): Promise<Claimed | null> {
  const ready = due ? lte(operations.nextLookUpAt, sql`now()`) : undefined;
  const [row] = await db()
    .update(operations)
    .set({ nextLookUpAt: new Date(Date.now() + CLAIM_MS), instance: thisInstance().id })
    .where(and(eq(operations.id, id), eq(operations.state, 'unknown'), ready))
    .returning({
      ...getTableColumns(operations),
      absentMs: sql<string | null>`extract(epoch from now() - ${operations.absentSince}) * 1000`,
    });
  return row ?? null;
}

/** Ids of the unknown operations whose look-up is due, oldest first. */
export async function dueLookUps(limit = 50): Promise<string[]> {
  const rows = await db()
    .select({ id: operations.id })
    .from(operations)
    .where(and(eq(operations.state, 'unknown'), lte(operations.nextLookUpAt, sql`now()`)))
    .orderBy(operations.nextLookUpAt)
    .limit(limit);
  return rows.map(({ id }) => id);
}
