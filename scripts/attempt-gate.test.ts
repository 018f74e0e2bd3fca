import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Caller, createAttemptGate } from './attempt-gate.ts';

const stranger = (name: string): Caller => ({ name, known: false });
const known = (name: string): Caller => ({ name, known: true });

/** Attempts that take `ms` each; `begun` says whose turn came, and how many ran at once at most. */
function bench(ms: number, right = false) {
  const gate = createAttemptGate();
  const begun: string[] = [];
  let running = 0;
  let most = 0;
  const gone = new Set<string>();
  const ask = (caller: Caller, name = caller.name) =>
    gate.enter(caller, {
      gone: () => gone.has(name),
      run: async () => {
        begun.push(name);
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, ms));
        running -= 1;
        return right;
      },
    });
  return { ask, begun, gone, most: () => most };
}

describe('A4: what attempts at passwords and links cost everybody', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('A4: a flood runs one at a time and takes its share of the time', async () => {
    const { ask, begun, most } = bench(10);
    const told = { taken: 0, busy: 0, full: 0 };
    for (let second = 0; second < 20; second += 1)
      for (let ask100 = 0; ask100 < 100; ask100 += 1) {
        told[ask(stranger('203.0.113.5'))] += 1;
        await vi.advanceTimersByTimeAsync(10);
      }
    expect(most()).toBe(1);
    // Two saved seconds, and 15 of a hundred of the twenty.
    expect(begun.length * 10).toBeLessThanOrEqual(5_100);
    expect(begun.length * 10).toBeGreaterThan(4_500);
    expect(told.full).toBe(0);
    expect(told.busy).toBeGreaterThan(1_000);
  });

  it('A4: a morning’s sign-ins of an office run without a pause', async () => {
    const { ask, begun } = bench(300, true);
    const told = Array.from({ length: 20 }, (_, index) => ask(stranger('198.51.100.1'), `person ${index}`));
    expect(told).toEqual(Array(20).fill('taken'));
    await vi.advanceTimersByTimeAsync(20 * 300);
    expect(begun).toHaveLength(20);
  });

  it('A4: a known device waits for one stranger at most, and a colleague behind the address is let in', async () => {
    const { ask, begun } = bench(10);
    for (let address = 0; address < 5; address += 1)
      for (let guess = 0; guess < 20; guess += 1)
        ask(stranger(`203.0.113.${address}`), `stranger ${address}`);
    expect(ask(stranger('203.0.113.8')), 'one is running, a hundred wait').toBe('taken');
    expect(ask(stranger('203.0.113.9')), 'all lines together are bounded').toBe('full');
    expect(ask(known('owner')), 'a known device has its own').toBe('taken');
    await vi.advanceTimersByTimeAsync(25);
    expect(begun.slice(0, 2)).toEqual(['stranger 0', 'owner']);
  });

  it('A4: addresses take turns, whatever their number of attempts', async () => {
    const { ask, begun } = bench(10);
    for (let guess = 0; guess < 20; guess += 1) ask(stranger('203.0.113.5'), 'flood');
    ask(stranger('198.51.100.1'), 'person');
    await vi.advanceTimersByTimeAsync(30);
    expect(begun.indexOf('person')).toBeLessThanOrEqual(2);
  });

  it('A4: a device has five in line, and what has gone takes no turn', async () => {
    const { ask, begun, gone } = bench(10);
    const told = Array.from({ length: 7 }, (_, index) => ask(known('owner'), `try ${index}`));
    expect(told.slice(-1)).toEqual(['busy']);
    expect(told.filter((one) => one === 'taken')).toHaveLength(6);
    for (let index = 1; index < 5; index += 1) gone.add(`try ${index}`);
    await vi.advanceTimersByTimeAsync(100);
    expect(begun).toEqual(['try 0', 'try 5']);
  });

  it('A4: an attempt that never ends holds the others for five seconds', async () => {
    const gate = createAttemptGate();
    const begun: string[] = [];
    const endless = (name: string) => ({
      gone: () => false,
      run: () => {
        begun.push(name);
        return new Promise<boolean>(() => undefined);
      },
    });
    gate.enter(stranger('a'), endless('a'));
    gate.enter(stranger('b'), endless('b'));
    await vi.advanceTimersByTimeAsync(4_900);
    expect(begun).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(begun).toEqual(['a', 'b']);
  });
});
