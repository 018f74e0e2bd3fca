import 'server-only';
import { and, asc, eq, ne } from 'drizzle-orm';
import type { Transaction } from '#lib/db/client.ts';
import { db } from '#lib/db/client.ts';
import { msSince } from '#lib/db/clock.ts';
import { operations } from '#lib/db/schema/operations.ts';
import { GuicheError } from '#lib/errors.ts';
import { isOpen } from '#lib/operations/rules.ts';

/** For kinds that judge a lost answer by what stood at the provider before: what was read has to hold. */

type Target = { accountId: string; kind: string; target: string };
type Operation = { id: string; state: string; result: unknown; settledMs: number | null };
/** The operations of a target as they stood before it was read at the provider. */
export type Stood = Target & { operations: Operation[] };

/** A read that lags behind our own change does so for less; later the provider's word counts. */
const LAGS_MS = 3_600_000;

/** Before the read. `conflict` with `operationId` while one is open. */
export async function stoodBefore(of: Target): Promise<Stood> {
  const found = await ofTarget(db(), of);
  const open = found.find(({ state }) => isOpen(state));
  if (open !== undefined)
    throw new GuicheError('conflict', 'One of it is already under way.', { operationId: open.id });
  return { ...of, operations: found };
}

/** After the read: refuses one that does not show yet what an operation of ours did (`shows`: of its result). */
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
export const unmovedSince = (stood: Stood) => async (tx: Transaction, id: string) => {
  const now = await ofTarget(tx, stood, id);
  const before = new Map(stood.operations.map((one) => [one.id, one.state]));
  const other = now.find((one) => before.get(one.id) !== one.state);
  if (other !== undefined) throw moved('Another one of it began or ended since it was read.', other);
};

/** Without `operationId`: that one is no answer to what was asked. */
export const moved = (message: string, { id, state }: Pick<Operation, 'id' | 'state'>) =>
  new GuicheError('conflict', message, { existing: { operation: { id, state } } });

function ofTarget(
  tx: Pick<Transaction, 'select'>,
  { accountId, kind, target }: Target,
  except = '',
): Promise<Operation[]> {
  const { id, state, result, settledAt } = operations;
  return tx
    .select({ id, state, result, settledMs: msSince(settledAt) })
    .from(operations)
    .where(
      and(
        eq(operations.accountId, accountId),
        eq(operations.kind, kind),
        eq(operations.target, target),
        ne(id, except),
      ),
    )
    .orderBy(asc(id));
}
