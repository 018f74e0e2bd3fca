import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServerClock } from '#lib/core/clock.ts';

const SERVER = Date.parse('2026-11-28T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A computer whose clock is that many ms ahead of the server's, and the server's time after `pass`. */
function computer(aheadMs: number) {
  let server = SERVER;
  let ahead = aheadMs;
  const clock = new ServerClock(() => server + ahead);
  return {
    clock,
    error: () => clock.now() - server,
    pass: (ms: number) => {
      server += ms;
    },
    set: (ms: number) => {
      ahead = ms;
    },
    /** An answer that left the server `back` ms ago, to a question that had taken `there` ms to arrive. */
    answer: (there: number, back: number) => clock.learn(server - back, there + back),
  };
}

describe('P13: the server’s clock in the browser', () => {
  it.each([-5 * HOUR, 3 * HOUR, 11 * HOUR, 70 * MINUTE, -400 * 24 * HOUR, 0])(
    'a computer %d ms ahead counts by the server, as exactly as half a round trip',
    (ahead) => {
      const { clock, error, answer } = computer(ahead);
      answer(150, 50);
      expect(Math.abs(error())).toBeLessThanOrEqual(100);
      expect(clock.difference() === 0).toBe(Math.abs(ahead) <= MINUTE);
      if (ahead !== 0) expect(Math.sign(clock.difference())).toBe(Math.sign(ahead));
    },
  );

  it('says a difference of more than a minute, and none of less', () => {
    for (const [ahead, expected] of [
      [59_000, 0],
      [-59_000, 0],
      [61_000, 61_000],
      [-61_000, -61_000],
    ] as const) {
      const { clock, answer } = computer(ahead);
      answer(0, 0);
      expect(clock.difference() + 0).toBe(expected);
    }
  });

  it('a slow answer moves nothing, a quicker one makes it more exact', () => {
    const { error, answer } = computer(3 * HOUR);
    answer(800, 200);
    const first = error();
    for (const [there, back] of [
      [9_000, 10],
      [400, 20_000],
      [700, 300],
    ] as const) {
      answer(there, back);
      expect(error()).toBe(first);
    }
    answer(4, 6);
    expect(Math.abs(error())).toBeLessThanOrEqual(10);
  });

  it('follows a clock that drifts', () => {
    const { error, answer, set } = computer(0);
    for (let second = 0; second < 60; second += 1) {
      set(second * 500);
      answer(20, 20);
      expect(Math.abs(error())).toBeLessThanOrEqual(40);
    }
  });

  it('takes a clock that the operator sets while the page is open after two answers', () => {
    const { clock, error, answer, set } = computer(-5 * HOUR);
    answer(10, 10);
    set(0);
    answer(10, 10);
    expect(clock.difference()).not.toBe(0);
    answer(10, 10);
    expect(Math.abs(error())).toBeLessThanOrEqual(20);
    expect(clock.difference()).toBe(0);
  });

  it('one answer that lies moves nothing, nor do two that disagree', () => {
    const { clock, error, answer } = computer(3 * HOUR);
    answer(10, 10);
    const right = error();
    const lies = [SERVER - 24 * HOUR, SERVER + 9 * HOUR, SERVER - HOUR, Date.parse('2099-12-31T00:00:00Z')];
    for (const lie of lies) {
      clock.learn(lie, 20);
      expect(error()).toBe(right);
    }
    answer(10, 10);
    clock.learn(lies[0] ?? 0, 20);
    answer(10, 10);
    clock.learn(lies[0] ?? 0, 20);
    expect(error()).toBe(right);
  });

  it.each([
    ['no number', Number.NaN],
    ['no header', Number(null)],
    ['no end', Number.POSITIVE_INFINITY],
    ['seconds', SERVER / 1000],
    ['microseconds', SERVER * 1000],
    ['a number beyond any date', 1e20],
    ['a time before the product', Date.parse('2001-01-01T00:00:00Z')],
  ])('%s is not learnt, not even at first', (_, header) => {
    const { clock, error } = computer(0);
    clock.learn(header, 10);
    expect(error()).toBe(0);
    expect(clock.difference()).toBe(0);
  });

  it('tells who listens when the difference begins or ends', () => {
    const { clock, answer, set } = computer(11 * HOUR);
    const listener = vi.fn();
    const stop = clock.subscribe(listener);
    answer(0, 0);
    expect(listener).toHaveBeenCalledTimes(1);
    answer(5, 5);
    expect(listener).toHaveBeenCalledTimes(1);
    set(0);
    answer(0, 0);
    answer(0, 0);
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
    set(11 * HOUR);
    answer(0, 0);
    answer(0, 0);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('an instant of this computer’s clock becomes the server’s, and back again unchanged', () => {
    const { clock, answer } = computer(3 * HOUR + 17);
    answer(30, 41);
    for (const at of [SERVER, SERVER - 12_345]) expect(clock.toServer(clock.toLocal(at))).toBe(at);
    expect(clock.toServer(SERVER + 3 * HOUR + 17)).toBeCloseTo(SERVER, -2);
  });
});

describe('P13: how long an answer took', () => {
  beforeEach(() => vi.useFakeTimers({ now: SERVER + HOUR }));
  afterEach(() => vi.useRealTimers());

  it('is measured by the call; a clock that is set meanwhile shortens nothing', () => {
    const clock = new ServerClock(() => Date.now());
    const received = clock.asking();
    vi.advanceTimersByTime(400);
    received(String(SERVER + 200));
    expect(clock.now()).toBe(SERVER + 400);
    const learn = vi.spyOn(clock, 'learn');
    const later = clock.asking();
    vi.advanceTimersByTime(10_000);
    vi.setSystemTime(Date.now() - 5_000);
    later(String(SERVER + 400));
    expect(learn).toHaveBeenLastCalledWith(SERVER + 400, 10_000);
    const asleep = clock.asking();
    vi.setSystemTime(Date.now() + HOUR);
    asleep(null);
    expect(learn).toHaveBeenLastCalledWith(0, HOUR);
  });
});
