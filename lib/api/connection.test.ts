import { describe, expect, it } from 'vitest';
import { Connection } from '#lib/api/connection.ts';

/** The test supplies answers and rests, in its order. */
function stepped() {
  const checks: ((there: boolean) => void)[] = [];
  const rests: { ms: number; end: () => void }[] = [];
  const connection = new Connection({
    check: () => new Promise((answer) => checks.push(answer)),
    rest: (ms, signal) =>
      new Promise((resolve) => {
        rests.push({ ms, end: resolve });
        signal.addEventListener('abort', () => resolve());
      }),
    now: () => 1_000,
  });
  const states: string[] = [];
  connection.subscribe(() => states.push(connection.reach().state));
  const settled = async () => {
    for (let steps = 0; steps < 5; steps += 1) await Promise.resolve();
  };
  return { connection, checks, rests, states, settled };
}

describe('U7: whether the server can be reached', () => {
  it('one request without an answer makes it uncertain until the server answers', async () => {
    const { connection, checks, states, settled } = stepped();
    connection.reportNoAnswer();
    connection.reportNoAnswer();
    expect(checks).toHaveLength(1);
    checks[0]?.(true);
    await settled();
    expect(states).toEqual(['uncertain', 'up']);
  });
  it('without an answer it is down, since the first missing answer, and is checked with growing rests', async () => {
    const { connection, checks, rests, states, settled } = stepped();
    connection.reportNoAnswer();
    for (const at of [0, 1, 2, 3, 4]) {
      checks[at]?.(false);
      await settled();
      rests[at]?.end();
      await settled();
    }
    expect(connection.reach()).toEqual({ state: 'down', since: 1_000 });
    expect(rests.map(({ ms }) => ms)).toEqual([1_000, 2_000, 4_000, 8_000, 10_000]);
    checks[5]?.(true);
    await settled();
    expect(states).toEqual(['uncertain', 'down', 'up']);
  });
  it('a browser without its network is down at once; its network ends the rest', async () => {
    const { connection, checks, rests, states, settled } = stepped();
    connection.changed(false);
    expect(states).toEqual(['down']);
    checks[0]?.(false);
    await settled();
    expect(rests).toHaveLength(1);
    connection.changed(true);
    await settled();
    checks[1]?.(true);
    await settled();
    expect(states).toEqual(['down', 'up']);
  });
  it('its network back is not yet the server back', async () => {
    const { connection, checks, settled } = stepped();
    connection.changed(false);
    checks[0]?.(false);
    await settled();
    connection.changed(true);
    await settled();
    checks[1]?.(false);
    await settled();
    expect(connection.reach().state).toBe('down');
  });
});
