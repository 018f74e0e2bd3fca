import 'server-only';
import type { Database, Transaction } from '#lib/data/client.ts';

type Work = () => Promise<void>;

/** On globalThis: pages and handlers are bundled apart and share one database. */
const processState = globalThis as { guicheBeforeCommit?: WeakMap<object, Work[]> };

function waiting(): WeakMap<object, Work[]> {
  processState.guicheBeforeCommit ??= new WeakMap();
  return processState.guicheBeforeCommit;
}

/**
 * Runs `work` right before this transaction commits, in the order of the calls; an error there rolls it back.
 * So nobody holds a lock that all transactions take while waiting for rows. Runs at once in a transaction
 * that `database.transaction` did not begin.
 */
export async function beforeCommit(tx: Transaction, work: Work): Promise<void> {
  const last = waiting().get(tx);
  if (last === undefined) await work();
  else last.push(work);
}

/** Makes the database's transactions run their `beforeCommit` work before they commit. */
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
