import { describe, expect, it } from 'vitest';
import { Connection } from '#lib/api/connection.ts';

/** Answers and rests are given by the test, in its order. */
function stepped() {
  const asked: ((there: boolean) => void)[] = [];
  const rests: { ms: number; end: () => void }[] = [];
  const connection = new Connection({
    ask: () => new Promise((answer) => asked.push(answer)),
    rest: (ms, signal) =>
      new Promise((resolve) => {
        rests.push({ ms, end: resolve });
        signal.addEventListener('abort', () => resolve());
      }),
    now: () => 1_000,
  });
  const told: string[] = [];
  connection.subscribe(() => told.push(connection.reach().state));
  const settled = async () => {
    for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
  };
  return { connection, asked, rests, told, settled };
}

describe('U7: whether the server can be reached', () => {
  it('one request without an answer is a doubt, which an answer of the server ends', async () => {
    const { connection, asked, told, settled } = stepped();
    connection.doubt();
    connection.doubt();
    expect(asked).toHaveLength(1);
    asked[0]?.(true);
    await settled();
    expect(told).toEqual(['doubted', 'up']);
  });
  it('without an answer it is down, since the first doubt, and is asked for with growing rests', async () => {
    const { connection, asked, rests, told, settled } = stepped();
    connection.doubt();
    for (const at of [0, 1, 2, 3, 4]) {
      asked[at]?.(false);
      await settled();
      rests[at]?.end();
      await settled();
    }
    expect(connection.reach()).toEqual({ state: 'down', since: 1_000 });
    expect(rests.map(({ ms }) => ms)).toEqual([1_000, 2_000, 4_000, 8_000, 10_000]);
    asked[5]?.(true);
    await settled();
    expect(told).toEqual(['doubted', 'down', 'up']);
  });
  it('a browser without its network is down at once; its network ends the rest', async () => {
    const { connection, asked, rests, told, settled } = stepped();
    connection.changed(false);
    expect(told).toEqual(['down']);
    asked[0]?.(false);
    await settled();
    expect(rests).toHaveLength(1);
    connection.changed(true);
    await settled();
    asked[1]?.(true);
    await settled();
    expect(told).toEqual(['down', 'up']);
  });
  it('its network back is not yet the server back', async () => {
    const { connection, asked, settled } = stepped();
    connection.changed(false);
    asked[0]?.(false);
    await settled();
    connection.changed(true);
    await settled();
    asked[1]?.(false);
    await settled();
    expect(connection.reach().state).toBe('down');
  });
});
