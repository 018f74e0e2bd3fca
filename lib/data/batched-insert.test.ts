import { expect, test } from 'vitest';
import { insertBatched } from '#lib/data/batched-insert.ts';

/** A database whose commits the test ends; it answers a row with its text and its statement's number. */
function database(refused: (row: string) => string | null = () => null) {
  const statements: { rows: readonly string[]; end: (error?: Error) => void }[] = [];
  const add = insertBatched(
    (rows: readonly string[]) =>
      new Promise<string[]>((resolve, reject) => {
        const number = statements.length + 1;
        const code = rows.map(refused).find((one) => one !== null);
        statements.push({
          rows,
          end: (error) => {
            if (error !== undefined) reject(error);
            // As drizzle throws it.
            else if (code) reject(new Error('Failed query', { cause: Object.assign(new Error(), { code }) }));
            else resolve(rows.map((row) => `${row} by ${number}`));
          },
        });
      }),
  );
  return { add, statements };
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

test('one that comes alone is stored at once, by itself', async () => {
  const { add, statements } = database();
  const answer = add('a');
  expect(statements.map(({ rows }) => rows)).toEqual([['a']]);
  statements[0]?.end();
  expect(await answer).toBe('a by 1');
});

test('those that come while others are stored go together, and none is answered before its own commit', async () => {
  const { add, statements } = database();
  const answered: string[] = [];
  const insert = async (row: string) => void answered.push(await add(row));
  const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map(insert));
  expect(statements.map(({ rows }) => rows)).toEqual([['a'], ['b']]);
  statements[1]?.end();
  await nextTick();
  expect(answered).toEqual(['b by 2']);
  expect(statements.map(({ rows }) => rows)).toEqual([['a'], ['b'], ['c', 'd', 'e']]);
  statements[2]?.end();
  await nextTick();
  expect(answered).toEqual(['b by 2', 'c by 3', 'd by 3', 'e by 3']);
  statements[0]?.end();
  await all;
});

test('a statement takes fifty at most', async () => {
  const { add, statements } = database();
  const all = Array.from({ length: 120 }, (_, index) => add(`${index}`));
  for (let ended = 0; ended < statements.length; ended += 1) {
    statements[ended]?.end();
    await nextTick();
  }
  await Promise.all(all);
  expect(statements.map(({ rows }) => rows.length)).toEqual([1, 1, 50, 50, 18]);
});

test.each(['22021', '23514', '40P01', '57014'])('one that is refused with %s fails alone', async (code) => {
  const { add, statements } = database((row) => (row === 'bad' ? code : null));
  const all = Promise.allSettled(['a', 'b', 'c', 'bad', 'd'].map(add));
  for (let ended = 0; ended < statements.length; ended += 1) {
    statements[ended]?.end();
    await nextTick();
  }
  const states = (await all).map((one) => (one.status === 'fulfilled' ? one.value[0] : one.status));
  expect(states).toEqual(['a', 'b', 'c', 'rejected', 'd']);
});

test('a database that is away refuses all of them, and is not asked for each again', async () => {
  const { add, statements } = database();
  const all = Promise.allSettled(['a', 'b', 'c', 'd'].map(add));
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  for (let ended = 0; ended < statements.length; ended += 1) {
    statements[ended]?.end(away);
    await nextTick();
  }
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
  expect(statements).toHaveLength(3);
  const later = add('e');
  statements[3]?.end();
  expect(await later).toBe('e by 4');
});
