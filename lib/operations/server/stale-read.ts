import 'server-only';
import { and, asc, desc, eq, gte, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { GuicheError } from '#lib/core/errors.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { clockReading, fromNow, msSince } from '#lib/data/clock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { isOpen, OPEN_STATES } from '#lib/operations/rules.ts';
import { ofThing, type Thing } from '#lib/operations/server/thing.ts';

/**
 * For kinds that judge a lost answer by the provider's state before the send: that read must stay valid. The
 * id in an address is one of the thing's names; the read returns the others.
 */

type Of = Pick<Thing, 'accountId' | 'kind'>;
type Operation = { id: string; state: string; result: unknown; settledMs: number | null };
/** A thing's operations, and when its read at the provider began, by the database's clock. */
export type ReadState = Thing & { operations: Operation[]; since: Date };

/** Longest time (ms) a provider's read may lag behind our own change. Later the provider's state counts. */
const MAX_LAG_MS = 3_600_000;

/** Before the read. `conflict` with `operationId` while an operation under the requested id is open. */
export async function beforeRead(of: Of, asked: string): Promise<{ since: Date }> {
  const open = (await operationsOf(db(), { ...of, names: [asked] })).find(({ state }) => isOpen(state));
  if (open !== undefined) throw underWay(open);
  const { rows } = (await db().execute(sql`select ${clockReading} as now`)) as { rows: { now: number }[] };
  return { since: new Date(Number(rows[0]?.now ?? 0)) };
}

/** Call it after the read, with all names of the thing. `conflict` while one of its operations is open. */
export async function afterRead(thing: Thing, { since }: { since: Date }): Promise<ReadState> {
  const found = await operationsOf(db(), thing);
  const open = found.find(({ state }) => isOpen(state));
  if (open !== undefined) throw underWay(open);
  return { ...thing, operations: found, since };
}

const underWay = ({ id }: Pick<Operation, 'id'>) =>
  new GuicheError('conflict', 'One of it is already under way.', { operationId: id });

/** `conflict` if the read does not show a recently confirmed operation yet. `shows` checks one result. */
export function refuseLagging<Result>({ operations: all }: ReadState, shows: (result: Result) => boolean) {
  const unseen = all.find(
    ({ state, result, settledMs }) =>
      // An outcome recorded by a person has no result to compare.
      state === 'confirmed' &&
      result !== null &&
      settledMs !== null &&
      settledMs < MAX_LAG_MS &&
      !shows(result as Result),
  );
  if (unseen !== undefined) throw moved('The provider does not show yet what was just done.', unseen);
}

/** In the intent's transaction, after the insert: refuses if another began or ended since the read. */
export const unchangedSince = (before: ReadState) => async (tx: Transaction, id: string) => {
  const [other] = await tx
    .select({ id: operations.id, state: operations.state })
    .from(operations)
    .where(
      and(
        eq(operations.accountId, before.accountId),
        eq(operations.kind, before.kind),
        ne(operations.id, id),
        or(
          and(ofThing(before), or(inArray(operations.state, [...OPEN_STATES]), ended(before))),
          // An older build running at the same time may have written it under the id in the address, for the
          // same thing.
          and(isNull(operations.names), gte(operations.createdAt, before.since)),
        ),
      ),
    )
    .orderBy(desc(operations.createdAt))
    .limit(1);
  if (other !== undefined) throw moved('Another one of it began or ended since it was read.', other);
};
const ended = ({ since }: ReadState) => gte(operations.settledAt, since);

/** A `conflict` without `operationId`, because the other operation does not answer this request. */
export const moved = (message: string, { id, state }: Pick<Operation, 'id' | 'state'>) =>
  new GuicheError('conflict', message, { existing: { operation: { id, state } } });

const operationsOf = (on: Pick<Transaction, 'select'>, thing: Thing): Promise<Operation[]> => {
  const { id, state, result, settledAt } = operations;
  return on
    .select({ id, state, result, settledMs: msSince(settledAt) })
    .from(operations)
    .where(ofThing(thing))
    .orderBy(asc(id));
};

/**
 * Fills `names` of rows from older builds, whose only name is the id in an address: open ones, and those
 * confirmed since `from` (default: within the read lag). If the provider has no such thing, the one name
 * stays; other errors are thrown.
 */
export async function nameOlder(
  { accountId, kind }: Of,
  namesOf: (target: string) => Promise<readonly string[]>,
  from?: Date,
): Promise<void> {
  const since = from ?? fromNow(-MAX_LAG_MS);
  const rows = await db()
    .select({ id: operations.id, target: operations.target })
    .from(operations)
    .where(
      and(
        eq(operations.accountId, accountId),
        eq(operations.kind, kind),
        isNull(operations.names),
        or(
          inArray(operations.state, [...OPEN_STATES]),
          and(eq(operations.state, 'confirmed'), gte(operations.settledAt, since)),
        ),
      ),
    );
  for (const { id, target } of rows) {
    const otherNames = await namesOf(target).catch((error: unknown) => {
      if (error instanceof GuicheError && error.code === 'not_found') return [];
      throw error;
    });
    await db()
      .update(operations)
      .set({ names: [...new Set([target, ...otherNames])] })
      .where(and(eq(operations.id, id), isNull(operations.names)));
  }
}
