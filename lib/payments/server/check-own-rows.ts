import 'server-only';
import { and, count, desc, eq, gte, inArray, isNotNull, isNull, lt, max, ne, or } from 'drizzle-orm';
import { db } from '#lib/db/client.ts';
import { ago } from '#lib/db/clock.ts';
import { operations } from '#lib/db/schema/operations.ts';
import { OPEN_STATES } from '#lib/operations/rules.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import type { Check } from '#lib/payments/server/check-receiver.ts';

const DAY_MS = 24 * 60 * 60_000;

const others = ({ id, accountId, subject }: OperationRow) =>
  and(eq(operations.accountId, accountId), eq(operations.subject, subject ?? ''), ne(operations.id, id));
const sameAmount = ({ amount }: OperationRow) =>
  amount === null ? isNull(operations.amount) : eq(operations.amount, amount);

/** The same receiver and amount within a day, open ones too: perhaps the same was asked for twice. */
export async function ofDuplicates(row: OperationRow): Promise<Check[]> {
  if (row.subject === null) return [];
  const alive = inArray(operations.state, [...OPEN_STATES, 'confirmed']);
  const recent = or(gte(operations.createdAt, ago(DAY_MS)), inArray(operations.state, [...OPEN_STATES]));
  const compared = and(
    eq(operations.accountId, row.accountId),
    isNotNull(operations.subject),
    ne(operations.id, row.id),
    ...[alive, recent],
  );
  const [[duplicate], [read]] = await Promise.all([
    db()
      .select({ id: operations.id, at: operations.createdAt })
      .from(operations)
      .where(and(others(row), sameAmount(row), alive, recent))
      .orderBy(desc(operations.createdAt), desc(operations.id))
      .limit(1),
    db().select({ count: count() }).from(operations).where(compared),
  ]);
  if (duplicate === undefined) return [{ name: 'twin', state: 'ok', count: read?.count ?? 0 }];
  return [{ name: 'twin', state: 'fails', operationId: duplicate.id, at: duplicate.at.toISOString() }];
}

/** Earlier payments to this receiver; none is a fact too. The same amount over a day ago is worth a look. */
export async function ofEarlier(row: OperationRow): Promise<Check[]> {
  if (row.subject === null) return [];
  const paid = and(others(row), eq(operations.state, 'confirmed'));
  const [before, [same]] = await Promise.all([
    db()
      .select({ times: count(), last: max(operations.createdAt) })
      .from(operations)
      .where(paid),
    db()
      .select({ id: operations.id, at: operations.createdAt })
      .from(operations)
      .where(and(paid, sameAmount(row), lt(operations.createdAt, ago(DAY_MS))))
      .orderBy(desc(operations.createdAt), desc(operations.id))
      .limit(1),
  ]);
  const { times, last } = before[0] ?? { times: 0, last: null };
  const known: Check =
    times === 0
      ? { name: 'paid_before', state: 'note', why: 'first' }
      : { name: 'paid_before', state: 'ok', count: times, at: last?.toISOString() ?? null };
  if (same === undefined) return [known];
  return [known, { name: 'same_amount', state: 'note', operationId: same.id, at: same.at.toISOString() }];
}
