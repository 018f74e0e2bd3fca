import 'server-only';
import { and, asc, desc, eq, gte, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { GuicheError } from '#lib/core/errors.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { clockReading, fromNow, msSince } from '#lib/data/clock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { isOpen, OPEN_STATES } from '#lib/operations/rules.ts';
import { ofThing, type Thing } from '#lib/operations/server/thing.ts';

/**
 * For kinds that judge a lost answer by what stood at the provider before: what was read has to hold. The id in an
 * address is one of the thing's names; which others it has, the read of it tells.
 */

type Of = Pick<Thing, 'accountId' | 'kind'>;
type Operation = { id: string; state: string; result: unknown; settledMs: number | null };
/** The operations on a thing, and when its read at the provider began, by the database's clock. */
export type Stood = Thing & { operations: Operation[]; since: Date };

/** A read that lags behind our own change does so for less; later the provider's word counts. */
const LAGS_MS = 3_600_000;

/** Before the read. `conflict` with `operationId` while one is open under the id that was asked for. */
export async function beforeRead(of: Of, asked: string): Promise<{ since: Date }> {
  const open = (await operationsOf(db(), { ...of, names: [asked] })).find(({ state }) => isOpen(state));
  if (open !== undefined) throw underWay(open);
  const { rows } = (await db().execute(sql`select ${clockReading} as now`)) as { rows: { now: number }[] };
  return { since: new Date(Number(rows[0]?.now ?? 0)) };
}

/** After the read that names the thing. `conflict` while one is open, or where one ended since the read began. */
export async function stood(thing: Thing, { since }: { since: Date }): Promise<Stood> {
  const found = await operationsOf(db(), thing);
  const open = found.find(({ state }) => isOpen(state));
  if (open !== undefined) throw underWay(open);
  return { ...thing, operations: found, since };
}

const underWay = ({ id }: Pick<Operation, 'id'>) =>
  new GuicheError('conflict', 'One of it is already under way.', { operationId: id });

/** Refuses a read that does not show yet what an operation of ours did (`shows`: of its result). */
export function refuseLagging<Result>({ operations: all }: Stood, shows: (result: Result) => boolean): void {
  const unseen = all.find(
    ({ state, result, settledMs }) =>
      // A person's word shows nothing that could be compared.
      state === 'confirmed' &&
      result !== null &&
      settledMs !== null &&
      settledMs < LAGS_MS &&
      !shows(result as Result),
  );
  if (unseen !== undefined) throw moved('The provider does not show yet what was just done.', unseen);
}

/** In the transaction of the intent, once its row stands: refuses where one began or ended since the read. */
export const unchangedSince = (before: Stood) => async (tx: Transaction, id: string) => {
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
          // An older build beside this one wrote it meanwhile, by the id of an address: it may be of this thing.
          and(isNull(operations.names), gte(operations.createdAt, before.since)),
        ),
      ),
    )
    .orderBy(desc(operations.createdAt))
    .limit(1);
  if (other !== undefined) throw moved('Another one of it began or ended since it was read.', other);
};
const ended = ({ since }: Stood) => gte(operations.settledAt, since);

/** Without `operationId`: that one is no answer to what was asked. */
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
 * Names the things of rows that a build before `names` wrote: their target is the id of an address, and only the
 * provider says which others the same thing has. Those that are open, or were confirmed since `from` (default: as long as a
 * read may lag). A thing that the provider does not have keeps its one name; any other fault of the read is thrown.
 */
export async function nameOlder(
  { accountId, kind }: Of,
  namesOf: (target: string) => Promise<readonly string[]>,
  from?: Date,
): Promise<void> {
  const since = from ?? fromNow(-LAGS_MS);
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
    const told = await namesOf(target).catch((error: unknown) => {
      if (error instanceof GuicheError && error.code === 'not_found') return [];
      throw error;
    });
    await db()
      .update(operations)
      .set({ names: [...new Set([target, ...told])] })
      .where(and(eq(operations.id, id), isNull(operations.names)));
  }
}
