import 'server-only';
import {
  and,
  arrayOverlaps,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { GuicheError, nullOn } from '#lib/core/errors.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { clockReading, databaseIso, fromNow, msSince } from '#lib/data/clock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { cutPage } from '#lib/list/server/ranges.ts';
import { isOpen, OPEN_STATES } from '#lib/operations/rules.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import type { Page } from '#lib/providers/port.ts';

/** What operations of a kind act on, with all names the provider uses for it. */
export type Thing = { accountId: string; kind: string; names: readonly string[] };

/** Operations on a thing with one of these names. Rows of older builds, without `names`, match by target. */
export const named = (names: readonly string[]): SQL | undefined =>
  or(inArray(operations.target, [...names]), arrayOverlaps(operations.names, [...names]));

export const ofThing = ({ accountId, kind, names }: Thing): SQL | undefined =>
  and(eq(operations.accountId, accountId), eq(operations.kind, kind), named(names));

export const isOpenNow = inArray(operations.state, [...OPEN_STATES]);

/** All names of the thing an operation acts on. `also`: names from a present read. */
export const namesOf = (
  { target, names }: { target: string; names?: readonly string[] | null },
  also: readonly string[] = [],
): string[] => [...new Set([target, ...(names ?? []), ...also])];

type Reader = Pick<Transaction, 'select'>;

export const newestOperations = (on: Reader, matching: SQL | undefined, most = 1): Promise<OperationRow[]> =>
  on
    .select()
    .from(operations)
    .where(matching)
    .orderBy(desc(operations.createdAt), desc(operations.id))
    .limit(most);

/** For lists that a service does not offer: what was created in Guichê, newest first. */

/** Position of the next page. */
export type LocalOperation = { at: string; id: string };

export const confirmedOf = (accountId: string, ...kinds: readonly string[]) =>
  and(
    eq(operations.accountId, accountId),
    inArray(operations.kind, [...kinds]),
    eq(operations.state, 'confirmed'),
  );

/** Cents reported by the service, or else the requested amount. */
export function amountOf(thing: 'payment' | 'charge'): SQL {
  const reported = sql`(${operations.result} -> ${sql.raw(`'${thing}'`)} ->> 'amount')::bigint`;
  return sql`coalesce(${reported}, ${operations.amount})`;
}

export async function localOperations(
  accountId: string,
  kinds: string | readonly string[],
  { limit, after, where }: { limit: number; after: LocalOperation | null; where?: SQL | undefined },
): Promise<{ rows: OperationRow[]; next: LocalOperation | null }> {
  const { createdAt, id } = operations;
  const older =
    after === null
      ? undefined
      : or(lt(createdAt, new Date(after.at)), and(eq(createdAt, new Date(after.at)), lt(id, after.id)));
  const matching = and(confirmedOf(accountId, ...[kinds].flat()), older, where);
  const found = await newestOperations(db(), matching, limit + 1);
  return cutPage(found, limit, (last) => ({ at: last.createdAt.toISOString(), id: last.id }));
}

type Here = { here: LocalOperation };

const isHere = (position: unknown): position is Here =>
  typeof position === 'object' && position !== null && 'here' in position;

/** A page of the service's list; without one (`not_supported`), what Guichê created, with `listed` false. */
export async function listedOrLocal<T>(
  position: unknown,
  list: () => Promise<Page<T>>,
  here: (after: LocalOperation | null) => Promise<{ items: T[]; next: LocalOperation | null }>,
): Promise<Page<T> & { listed: boolean }> {
  const page = isHere(position) ? null : await list().catch(nullOn('not_supported'));
  if (page !== null) return { ...page, listed: true };
  const { items, next } = await here(isHere(position) ? position.here : null);
  const from: Here | null = next === null ? null : { here: next };
  return { items, next: from, total: null, asOf: databaseIso(), listed: false };
}

/**
 * For kinds that judge a lost answer by the provider's state before the send: that read must stay valid. The
 * id in an address is one of the thing's names; the read returns the others.
 */

type Of = Pick<Thing, 'accountId' | 'kind'>;
type Operation = { id: string; state: string; result: unknown; settledMs: number | null };
/** A thing's operations, and when its read at the provider began, by the database's clock. */
type ReadState = Thing & { operations: Operation[]; since: Date };

/** Longest time (ms) a provider's read may lag behind our own change. Later the provider's state counts. */
const MAX_LAG_MS = 3_600_000;

/** Before the read. `conflict` with `operationId` while an operation under the requested id is open. */
export async function beforeRead(of: Of, requested: string): Promise<{ since: Date }> {
  await operationsAtRest({ ...of, names: [requested] });
  const { rows } = (await db().execute(sql`select ${clockReading} as now`)) as { rows: { now: number }[] };
  return { since: new Date(Number(rows[0]?.now ?? 0)) };
}

/** Call it after the read, with all names of the thing. `conflict` while one of its operations is open. */
export const afterRead = async (thing: Thing, { since }: { since: Date }): Promise<ReadState> => ({
  ...thing,
  operations: await operationsAtRest(thing),
  since,
});

/** The thing's operations. `conflict` with `operationId` while one of them is open. */
async function operationsAtRest(thing: Thing): Promise<Operation[]> {
  const { id, state, result, settledAt } = operations;
  const found = await db()
    .select({ id, state, result, settledMs: msSince(settledAt) })
    .from(operations)
    .where(ofThing(thing))
    .orderBy(asc(id));
  const open = found.find((one) => isOpen(one.state));
  if (open === undefined) return found;
  throw new GuicheError('conflict', 'One of it is already under way.', { operationId: open.id });
}

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
  const [other] = await newestOperations(
    tx,
    and(
      eq(operations.accountId, before.accountId),
      eq(operations.kind, before.kind),
      ne(operations.id, id),
      or(
        and(ofThing(before), or(isOpenNow, gte(operations.settledAt, before.since))),
        // An older build running at the same time may have written it under the id in the address, for the
        // same thing.
        and(isNull(operations.names), gte(operations.createdAt, before.since)),
      ),
    ),
  );
  if (other !== undefined) throw moved('Another one of it began or ended since it was read.', other);
};

/** A `conflict` without `operationId`, because the other operation does not answer this request. */
export const moved = (message: string, { id, state }: Pick<Operation, 'id' | 'state'>) =>
  new GuicheError('conflict', message, { existing: { operation: { id, state } } });

/**
 * Fills `names` of rows from older builds, whose only name is the id in an address: open ones, and those
 * confirmed since `from` (default: within the read lag). If the provider has no such thing, the one name
 * stays; other errors are thrown.
 */
export async function nameOlder(
  { accountId, kind }: Of,
  namesOfThing: (target: string) => Promise<readonly string[]>,
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
        or(isOpenNow, and(eq(operations.state, 'confirmed'), gte(operations.settledAt, since))),
      ),
    );
  for (const { id, target } of rows) {
    const otherNames = (await namesOfThing(target).catch(nullOn('not_found'))) ?? [];
    await db()
      .update(operations)
      .set({ names: [...new Set([target, ...otherNames])] })
      .where(and(eq(operations.id, id), isNull(operations.names)));
  }
}

/**
 * Other confirmed operations that may have changed the thing since this one's earlier read: each ended later,
 * or was confirmed with a record missing from that read (`before`: the ids it showed).
 */
export function confirmedSince(
  row: OperationRow,
  names: readonly string[],
  before: readonly string[],
  on: Reader = db(),
): Promise<{ amount: number | null; record: string | null }[]> {
  const record = sql<string | null>`${operations.result} ->> 'id'`;
  return on
    .select({ amount: operations.amount, record })
    .from(operations)
    .where(
      and(
        ofThing({ accountId: row.accountId, kind: row.kind, names }),
        ne(operations.id, row.id),
        eq(operations.state, 'confirmed'),
        // A record in the earlier read existed before this operation.
        sql`case when ${record} is null then ${operations.settledAt} >= ${row.createdAt}
          else not ${record} = any(${sql.param([...before])}::text[]) end`,
      ),
    );
}
