import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { follow, type LiveChange } from '#lib/events/client.ts';

/** The browser's EventSource, opened and ended by the test. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeSource[] = [];
  readyState = 0;
  url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeSource.opened.push(this);
  }
  close() {
    this.readyState = 2;
  }
  send(event: string, data: object = {}) {
    this.dispatchEvent(Object.assign(new Event(event), { data: JSON.stringify(data) }));
  }
}

const stops: (() => void)[] = [];
const settle = () => vi.advanceTimersByTimeAsync(20);
function tab(account = 'pix', operator = 'op_1') {
  const changes: LiveChange[] = [];
  const stop = follow({ account, operator, onChange: (change) => changes.push(change) });
  stops.push(stop);
  return { changes, stop };
}
const live = () => FakeSource.opened.filter((source) => source.readyState !== 2);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  vi.stubGlobal('EventSource', FakeSource);
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  FakeSource.opened = [];
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('one tab of a browser holds the stream and tells the others', async () => {
  const [first, second] = [tab(), tab()];
  await settle();
  expect(FakeSource.opened.map((source) => source.url)).toEqual(['/api/accounts/pix/events']);
  live()[0]?.send('changed', { keys: [['disputes', 'pix']] });
  await vi.waitFor(() => expect(second.changes).toEqual([{ keys: [['disputes', 'pix']] }]));
  expect(first.changes).toEqual([{ keys: [['disputes', 'pix']] }]);
});

test('another account or another sign-in has a stream of its own', async () => {
  tab();
  tab('hub');
  tab('pix', 'op_2');
  await settle();
  expect(live()).toHaveLength(3);
});

test('when the tab that reads is closed, the next one takes over and reads what it may have missed', async () => {
  const [first, second] = [tab(), tab()];
  await settle();
  await vi.advanceTimersByTimeAsync(11_000);
  first.stop();
  await vi.waitFor(() => expect(live()).toHaveLength(1));
  live()[0]?.send('open');
  expect(second.changes).toEqual([{ missed: true }]);
});

test('what a page has just read is not read again', async () => {
  const only = tab();
  await settle();
  live()[0]?.send('open');
  await settle();
  expect(only.changes).toEqual([]);
});

test('a cut connection is opened anew, ever later while it does not hold', async () => {
  tab();
  await settle();
  for (const wait of [3_000, 6_000, 12_000]) {
    live()[0]?.dispatchEvent(new Event('error'));
    await vi.advanceTimersByTimeAsync(wait - 200);
    expect(live()).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(400);
    expect(live()).toHaveLength(1);
  }
});

test('a refused stream waits longer', async () => {
  tab();
  await settle();
  const [source] = live();
  if (source) source.readyState = FakeSource.CLOSED;
  source?.dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(live()).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1_200);
  expect(live()).toHaveLength(1);
});

test('silence is a dead connection', async () => {
  tab();
  await settle();
  await vi.advanceTimersByTimeAsync(40_000);
  live()[0]?.send('beat');
  await vi.advanceTimersByTimeAsync(40_000);
  expect(FakeSource.opened).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(FakeSource.opened).toHaveLength(2);
});

test.each(['session', 'account'] as const)('after its %s ended nothing is asked any more', async (reason) => {
  tab();
  await settle();
  live()[0]?.send('closed', { reason });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(FakeSource.opened).toHaveLength(1);
  // A tab that signs in afterwards does not wait for this one.
  tab();
  await settle();
  expect(FakeSource.opened).toHaveLength(2);
});

test('without locks the polling remains', async () => {
  vi.stubGlobal('navigator', {});
  tab();
  await settle();
  expect(FakeSource.opened).toEqual([]);
});

test('U7: a stream that breaks off is reported, one that is refused or ended by the server is not', async () => {
  const onBreak = vi.fn();
  stops.push(follow({ account: 'pix', operator: 'op_1', onChange: () => undefined, onBreak }));
  await settle();
  live()[0]?.send('error');
  expect(onBreak).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(4_000);
  const [refused] = live();
  if (refused) refused.readyState = FakeSource.CLOSED;
  refused?.send('error');
  await vi.advanceTimersByTimeAsync(70_000);
  live()[0]?.send('closed', { reason: 'session' });
  expect(FakeSource.opened).toHaveLength(3);
  expect(onBreak).toHaveBeenCalledOnce();
});
