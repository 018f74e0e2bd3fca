import 'server-only';
import { runOutsideRequest } from '#lib/core/telemetry/request-context.ts';

/** Statements that run at once: while one waits for the disk or for a locked row, the other continues. */
const AT_ONCE = 2;
/** Rows of one statement: 50 of the largest callbacks are some megabytes. */
const MAX_ROWS = 50;
/** SQLSTATE that one row can cause for all: its data, a constraint, a deadlock, a long lock wait. */
const ROW_ERRORS = /^(22|23|40|57014$)/;

type Waiting<Row, Answer> = { row: Row; done: (answer: Answer) => void; failed: (error: unknown) => void };

/**
 * Stores rows that arrive during another statement together; each call resolves once its row is stored. If
 * one fails the statement, each is stored alone. `store` commits and answers in the rows' order.
 */
export function insertBatched<Row, Answer>(
  store: (rows: readonly Row[]) => Promise<readonly Answer[]>,
): (row: Row) => Promise<Answer> {
  const waiting: Waiting<Row, Answer>[] = [];
  let running = 0;

  const next = async (): Promise<void> => {
    if (running === AT_ONCE) return;
    running += 1;
    while (waiting.length > 0) await storeAll(waiting.splice(0, MAX_ROWS));
    running -= 1;
  };

  const storeAll = async (some: readonly Waiting<Row, Answer>[]): Promise<void> => {
    try {
      const answers = await store(some.map(({ row }) => row));
      for (const [at, { done }] of some.entries()) done(answers[at] as Answer);
    } catch (error) {
      if (some.length > 1 && isRowError(error)) await Promise.all(some.map((one) => storeAll([one])));
      else for (const { failed } of some) failed(error);
    }
  };

  return (row) =>
    new Promise((done, failed) => {
      waiting.push({ row, done, failed });
      // The rows belong to several requests, so log lines must not carry the context of one.
      void runOutsideRequest(next);
    });
}

function isRowError(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? error) as { code?: unknown };
  return typeof code === 'string' && ROW_ERRORS.test(code);
}
