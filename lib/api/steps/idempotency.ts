import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { type BoundIntent, Reply } from '#lib/api/context.ts';
import { keyedHashes } from '#lib/auth/server/seal.ts';
import { GuicheError, invalidField } from '#lib/core/errors.ts';
import { log } from '#lib/core/log.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { idempotencyKeys, operations } from '#lib/data/schema/operations.ts';
import type { OperationHead } from '#lib/operations/contract.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import type { StoredProblem } from '#lib/operations/server/settle.ts';

const WAIT_MS = 30_000;
const POLL_MS = 150;

export type Intent = {
  operatorId: string;
  account: string;
  endpoint: string;
  key: string | null;
  body: unknown;
  status?: number;
  shownOnce?: boolean;
};
type Answer = { status: number; value: unknown };

/**
 * Step "idempotency": a repeat gets the first call's answer, for which it waits up to 30 s, then `conflict`.
 * Another body is `idempotency_conflict`. A failure frees the key.
 */
export async function once(intent: Intent, run: (bound: BoundIntent) => Promise<Answer>): Promise<Answer> {
  if (intent.key === null || !/^[\x21-\x7e]{16,128}$/.test(intent.key))
    throw invalidField(
      'Idempotency-Key',
      'needed',
      'An Idempotency-Key of 16 to 128 visible characters is needed.',
    );
  const row = {
    ...intent,
    key: intent.key,
    bodyHashes: keyedHashes(JSON.stringify(intent.body ?? null), 'idempotency'),
  };
  const startedAt = await claim(row);
  if (startedAt === null) return replay(row);
  const { operatorId, account, key, status = 200, shownOnce = false } = row;
  const bound = { operatorId, account, key, startedAt, status, shownOnce };
  const answer = await run(bound).catch(async (thrown: unknown) => {
    const unbound = and(isNull(idempotencyKeys.finishedAt), isNull(idempotencyKeys.operationId));
    await db()
      .delete(idempotencyKeys)
      .where(and(ours(bound), unbound));
    throw thrown;
  });
  // The work is done. If this write fails the key stays taken, so that nothing runs twice.
  await finish(db(), bound, answer).catch((error: unknown) =>
    log().error({ err: error, endpoint: row.endpoint }, 'an answer could not be kept for its repeats'),
  );
  return answer;
}

async function finish(
  tx: Database | Transaction,
  bound: BoundIntent,
  { status, value }: Answer,
): Promise<boolean> {
  const finished = await tx
    .update(idempotencyKeys)
    .set({
      finishedAt: dbNow,
      status,
      // An operation's answer may hold a secret or still change, so repeats read the operation.
      answer: sql`case when ${idempotencyKeys.operationId} is null then ${JSON.stringify(bound.shownOnce ? null : (value ?? null))}::jsonb end`,
    })
    .where(ours(bound))
    .returning({ key: idempotencyKeys.key });
  return finished.length > 0;
}

/**
 * Stores a change's answer for repeats in its transaction, and returns it. `conflict` when another call has
 * the key now.
 */
export async function bindAnswer<T>(tx: Transaction, bound: BoundIntent | undefined, value: T): Promise<T> {
  const answer = value instanceof Reply ? value : { status: bound?.status ?? 200, value };
  if (bound !== undefined && !(await finish(tx, bound, answer))) throw lost();
  return value;
}

const lost = () => new GuicheError('conflict', 'Another call with this key took its place.');

type Row = Omit<Intent, 'key' | 'body'> & { key: string; bodyHashes: string[] };

const mine = (row: Pick<Row, 'operatorId' | 'account' | 'key'>) =>
  and(
    eq(idempotencyKeys.operatorId, row.operatorId),
    eq(idempotencyKeys.account, row.account),
    eq(idempotencyKeys.key, row.key),
  );

/** The key's row while this call holds it. A call that takes it over has another `startedAt`. */
const ours = (bound: BoundIntent) =>
  and(mine(bound), sql`${idempotencyKeys.startedAt} = ${bound.startedAt}::timestamptz`);

/** Claims the key. Returns since when this call has it, to the microsecond; null if another call has it. */
async function claim({ operatorId, account, key, endpoint, bodyHashes }: Row): Promise<string | null> {
  const [bodyHash = ''] = bodyHashes;
  const [claimed] = await db()
    .insert(idempotencyKeys)
    .values({ operatorId, account, key, endpoint, bodyHash, startedAt: dbNow })
    .onConflictDoUpdate({
      target: [idempotencyKeys.operatorId, idempotencyKeys.account, idempotencyKeys.key],
      set: {
        endpoint,
        bodyHash,
        startedAt: dbNow,
        finishedAt: null,
        status: null,
        answer: null,
        operationId: null,
      },
      // The key is seven days old, or its process died before it finished.
      setWhere: sql`${idempotencyKeys.startedAt} < now() - interval '7 days'
        or (${idempotencyKeys.operationId} is null and ${idempotencyKeys.finishedAt} is null and ${idempotencyKeys.startedAt} < now() - interval '2 minutes')`,
    })
    .returning({ startedAt: sql<string>`${idempotencyKeys.startedAt}::text` });
  return claimed?.startedAt ?? null;
}

async function replay(row: Row): Promise<Answer> {
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const [first] = await db().select().from(idempotencyKeys).where(mine(row));
    if (first === undefined)
      throw new GuicheError('conflict', 'The first call with this key failed; ask again.');
    if (!row.bodyHashes.includes(first.bodyHash) || first.endpoint !== row.endpoint)
      throw new GuicheError('idempotency_conflict', 'This key was used with another request.');
    if (first.operationId !== null) {
      const answer = await operationAnswer(first.operationId, Date.now() > until);
      if (answer !== null) return answer;
    } else if (first.finishedAt !== null && row.shownOnce)
      throw new GuicheError('already_done', 'This was done, and what it showed is shown once.');
    else if (first.finishedAt !== null) return { status: first.status ?? 200, value: first.answer };
    if (Date.now() > until)
      throw new GuicheError('conflict', 'The first call with this key is still running.');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function operationAnswer(id: string, waited: boolean): Promise<Answer | null> {
  const [row] = await db().select().from(operations).where(eq(operations.id, id));
  if (row === undefined || (!waited && ['requested', 'sent'].includes(row.state))) return null;
  return { status: row.state === 'confirmed' ? 200 : 202, value: answerOf(row) };
}

/** Binds the key to an operation, in its transaction. `conflict` when another call has the key now. */
export async function bindOperation(tx: Transaction, bound: BoundIntent, operationId: string): Promise<void> {
  const rows = await tx
    .update(idempotencyKeys)
    .set({ operationId })
    .where(ours(bound))
    .returning({ key: idempotencyKeys.key });
  if (rows.length === 0) throw lost();
}

/** The response body for an operation's state, without secrets. Throws its problem when rejected. */
export function answerOf(row: OperationRow): { operation: OperationHead; result?: unknown } {
  if (row.state === 'rejected') throw problemOf(row);
  const problem = row.problem as StoredProblem | null;
  const differs = row.state === 'confirmed' && problem?.code === 'amount_differs';
  const operation: OperationHead = {
    id: row.id,
    kind: row.kind,
    state: row.state as OperationHead['state'],
    ...(differs ? { problem: { code: problem.code } } : {}),
  };
  return row.state === 'confirmed' ? { operation, result: row.result ?? {} } : { operation };
}

function problemOf(row: OperationRow): GuicheError {
  const stored = row.problem as StoredProblem | null;
  if (stored === null)
    return new GuicheError('conflict', 'It did not reach the provider.', { operationId: row.id });
  return new GuicheError(stored.code, stored.message, {
    status: stored.status,
    operationId: row.id,
    ...(stored.provider ? { provider: stored.provider } : {}),
    ...(stored.fields ? { fields: stored.fields } : {}),
    ...(stored.missing ? { missing: stored.missing } : {}),
    ...(stored.existing === null ? {} : { existing: stored.existing }),
    ...(stored.retryAfterSeconds === null ? {} : { retryAfterSeconds: stored.retryAfterSeconds }),
  });
}
