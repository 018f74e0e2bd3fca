import 'server-only';
import { runOutsideRequest } from '#lib/core/telemetry/request-context.ts';

/** Statements under way at once: while one waits for the disk, or for a row that somebody holds, the other goes on. */
const AT_ONCE = 2;
/** Rows of one statement; what a callback may weigh, so often, is some megabytes. */
const MOST = 50;
/** SQLSTATE of what one row may do to all: its data, a constraint, a deadlock, a wait for a row that took too long. */
const OF_A_ROW = /^(22|23|40|57014$)/;

type Waiting<Row, Answer> = { row: Row; done: (answer: Answer) => void; failed: (error: unknown) => void };

/**
 * Rows that come while others are being stored go together, by one statement and one commit; a row that comes alone
 * waits for nobody. Each is answered after its own is stored. Where the database refuses them because of one, each is
 * stored by itself: only that one fails. `store` commits, and gives an answer for each row, in their order.
 */
export function insertBatched<Row, Answer>(
  store: (rows: readonly Row[]) => Promise<readonly Answer[]>,
): (row: Row) => Promise<Answer> {
  const waiting: Waiting<Row, Answer>[] = [];
  let underWay = 0;

  const next = async (): Promise<void> => {
    if (underWay === AT_ONCE) return;
    underWay += 1;
    while (waiting.length > 0) await storeAll(waiting.splice(0, MOST));
    underWay -= 1;
  };

  const storeAll = async (some: readonly Waiting<Row, Answer>[]): Promise<void> => {
    try {
      const answers = await store(some.map(({ row }) => row));
      for (const [at, { done }] of some.entries()) done(answers[at] as Answer);
    } catch (error) {
      if (some.length > 1 && isOfARow(error)) await Promise.all(some.map((one) => storeAll([one])));
      else for (const { failed } of some) failed(error);
    }
  };

  return (row) =>
    new Promise((done, failed) => {
      waiting.push({ row, done, failed });
      // They are of several requests: what is logged of them is no single one's.
      void runOutsideRequest(next);
    });
}

function isOfARow(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? error) as { code?: unknown };
  return typeof code === 'string' && OF_A_ROW.test(code);
}
