import 'server-only';
import type { Database, Transaction } from '#lib/data/client.ts';

type Work = () => Promise<void>;

/** Of the process: pages and handlers are bundled apart and share one database. */
const processState = globalThis as { guicheBeforeCommit?: WeakMap<object, Work[]> };

function waiting(): WeakMap<object, Work[]> {
  processState.guicheBeforeCommit ??= new WeakMap();
  return processState.guicheBeforeCommit;
}

/**
 * Runs `work` as the last of this transaction, right before its commit and in the order of the calls; what throws there
 * rolls it back. So a lock that all transactions take is held by none that still waits for rows. At once for a
 * transaction that `database.transaction` did not begin.
 */
export async function beforeCommit(tx: Transaction, work: Work): Promise<void> {
  const last = waiting().get(tx);
  if (last === undefined) await work();
  else last.push(work);
}

/** The database whose transactions end with what `beforeCommit` was given. */
export function withWorkBeforeCommit(database: Database): Database {
  const begin = database.transaction.bind(database);
  database.transaction = (run, config) =>
    begin(async (tx) => {
      const last: Work[] = [];
      waiting().set(tx, last);
      const value = await run(tx);
      waiting().delete(tx);
      for (const work of last) await work();
      return value;
    }, config);
  return database;
}
