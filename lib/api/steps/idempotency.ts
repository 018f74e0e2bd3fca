import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { GuicheError } from '#lib/api/errors.ts';
import { keyedHash } from '#lib/auth/server/seal.ts';
import { db } from '#lib/db/client.ts';
import { idempotencyKeys } from '#lib/db/schema/requests.ts';

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
export async function once(intent: Intent, run: () => Promise<Answer>): Promise<Answer> {
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
    const answer = await run();
    await db()
      .update(idempotencyKeys)
      .set({ finishedAt: new Date(), status: answer.status, answer: answer.value ?? null })
      .where(mine(row));
    return answer;
  } catch (thrown) {
    await db()
      .delete(idempotencyKeys)
      .where(and(mine(row), isNull(idempotencyKeys.finishedAt)));
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
      set: { endpoint, bodyHash, startedAt: new Date(), finishedAt: null, status: null, answer: null },
      // Seven days old, or left behind by a process that died in the middle.
      setWhere: sql`${idempotencyKeys.startedAt} < now() - interval '7 days'
        or (${idempotencyKeys.finishedAt} is null and ${idempotencyKeys.startedAt} < now() - interval '2 minutes')`,
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
    if (first.finishedAt !== null) return { status: first.status ?? 200, value: first.answer };
    if (Date.now() > until)
      throw new GuicheError('conflict', 'The first call with this key is still running.');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
