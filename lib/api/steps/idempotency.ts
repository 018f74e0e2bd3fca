import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { GuicheError } from '#lib/api/errors.ts';
import { keyedHash } from '#lib/auth/server/seal.ts';
import type { Transaction } from '#lib/db/client.ts';
import { db } from '#lib/db/client.ts';
import { operations } from '#lib/db/schema/operations.ts';
import { idempotencyKeys } from '#lib/db/schema/requests.ts';
import { answerOf } from '#lib/operations/server/answer.ts';

const WAIT_MS = 30_000;
const POLL_MS = 150;

export type Intent = {
  operatorId: string;
  account: string;
  endpoint: string;
  key: string | null;
  body: unknown;
};
type Answer = { status: number; value: unknown };

/**
 * Step "idempotency": the first call with a key runs, a repeat gets its answer. The same key with another body is
 * `idempotency_conflict`; while the first runs a repeat waits up to 30 s, then `conflict`. A failure frees the key.
 */
export async function once(
  intent: Intent,
  run: (intent: { operatorId: string; account: string; key: string }) => Promise<Answer>,
): Promise<Answer> {
  if (intent.key === null || !/^[\x21-\x7e]{16,128}$/.test(intent.key))
    throw new GuicheError(
      'invalid_request',
      'An Idempotency-Key of 16 to 128 visible characters is needed.',
      {
        fields: [{ field: 'Idempotency-Key', message: 'needed' }],
      },
    );
  const row = {
    ...intent,
    key: intent.key,
    bodyHash: keyedHash(JSON.stringify(intent.body ?? null), 'idempotency'),
  };
  if (!(await claim(row))) return replay(row);
  try {
    const answer = await run({ operatorId: row.operatorId, account: row.account, key: row.key });
    await db()
      .update(idempotencyKeys)
      .set({
        finishedAt: new Date(),
        status: answer.status,
        // An operation's answer may hold a secret, and its state goes on: repeats read the operation.
        answer: sql`case when ${idempotencyKeys.operationId} is null then ${JSON.stringify(answer.value ?? null)}::jsonb end`,
      })
      .where(mine(row));
    return answer;
  } catch (thrown) {
    await db()
      .delete(idempotencyKeys)
      .where(and(mine(row), isNull(idempotencyKeys.finishedAt), isNull(idempotencyKeys.operationId)));
    throw thrown;
  }
}

type Row = Omit<Intent, 'key' | 'body'> & { key: string; bodyHash: string };

const mine = (row: Row) =>
  and(
    eq(idempotencyKeys.operatorId, row.operatorId),
    eq(idempotencyKeys.account, row.account),
    eq(idempotencyKeys.key, row.key),
  );

async function claim({ operatorId, account, key, endpoint, bodyHash }: Row): Promise<boolean> {
  const claimed = await db()
    .insert(idempotencyKeys)
    .values({ operatorId, account, key, endpoint, bodyHash, startedAt: new Date() })
    .onConflictDoUpdate({
      target: [idempotencyKeys.operatorId, idempotencyKeys.account, idempotencyKeys.key],
      set: {
        endpoint,
        bodyHash,
        startedAt: new Date(),
        finishedAt: null,
        status: null,
        answer: null,
        operationId: null,
      },
      // Seven days old, or left behind by a process that died in the middle.
      setWhere: sql`${idempotencyKeys.startedAt} < now() - interval '7 days'
        or (${idempotencyKeys.operationId} is null and ${idempotencyKeys.finishedAt} is null and ${idempotencyKeys.startedAt} < now() - interval '2 minutes')`,
    })
    .returning({ key: idempotencyKeys.key });
  return claimed.length > 0;
}

async function replay(row: Row): Promise<Answer> {
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const [first] = await db().select().from(idempotencyKeys).where(mine(row));
    if (first === undefined)
      throw new GuicheError('conflict', 'The first call with this key failed; ask again.');
    if (first.bodyHash !== row.bodyHash || first.endpoint !== row.endpoint)
      throw new GuicheError('idempotency_conflict', 'This key was used with another request.');
    if (first.operationId !== null) {
      const answer = await operationAnswer(first.operationId, Date.now() > until);
      if (answer !== null) return answer;
    } else if (first.finishedAt !== null) return { status: first.status ?? 200, value: first.answer };
    if (Date.now() > until)
      throw new GuicheError('conflict', 'The first call with this key is still running.');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** The operation's present state, once its send is over (or the wait for it is). */
async function operationAnswer(id: string, waited: boolean): Promise<Answer | null> {
  const [row] = await db().select().from(operations).where(eq(operations.id, id));
  if (row === undefined || (!waited && ['requested', 'sent'].includes(row.state))) return null;
  return { status: row.state === 'confirmed' ? 200 : 202, value: answerOf(row) };
}

/** Within the transaction that writes an operation: repeats of the call that began it answer from it. */
export async function bindOperation(
  tx: Transaction,
  intent: { operatorId: string; account: string; key: string },
  operationId: string,
): Promise<void> {
  const { operatorId, account, key } = intent;
  await tx
    .update(idempotencyKeys)
    .set({ operationId })
    .where(
      and(
        eq(idempotencyKeys.operatorId, operatorId),
        eq(idempotencyKeys.account, account),
        eq(idempotencyKeys.key, key),
      ),
    );
}
