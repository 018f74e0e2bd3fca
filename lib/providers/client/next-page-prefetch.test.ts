import { describe, expect, test } from 'vitest';
import type { Query } from '#lib/providers/client/client.ts';
import { NextPagePrefetch } from '#lib/providers/client/next-page-prefetch.ts';
import type { Answer } from '#lib/providers/client/request-context.ts';
import type { Call } from '#lib/providers/port.ts';

/**
 * A provider that answers when the test ends its request, and parses once `seen` is through with the text.
 */
function provider() {
  const requests: { page: string; signal: AbortSignal | undefined; end: (fault?: Error) => void }[] = [];
  const parsed: string[] = [];
  const read = async (query: Query, { signal }: Call, seen: (text: string) => Promise<void>) => {
    const page = query.page ?? '';
    await new Promise<void>((resolve, reject) => {
      const end = (fault?: Error) => (fault === undefined ? resolve() : reject(fault));
      requests.push({ page, signal, end });
    });
    await seen(page);
    parsed.push(page);
    return { json: page, asOf: '' } satisfies Answer;
  };
  return { requests, parsed, read, pages: () => requests.map(({ page }) => page) };
}
const next = (text: string): Query => ({ page: String(Number(text) + 1) });
const nothing = () => null;
const pause = () => new Promise((resolve) => setTimeout(resolve, 2));

describe('reads ahead', () => {
  test('the next page is asked for before this one is parsed, and serves who asks for it', async () => {
    const { requests, parsed, read, pages } = provider();
    const [ahead, call] = [new NextPagePrefetch(), {}];
    const first = ahead.read({ page: '1' }, call, read, next);
    requests[0]?.end();
    await Promise.resolve().then(() => undefined);
    expect([pages(), parsed]).toEqual([['1', '2'], []]);
    expect((await first).json).toBe('1');
    const second = ahead.read({ page: '2' }, call, read, next);
    requests[1]?.end();
    expect((await second).json).toBe('2');
    expect(pages()).toEqual(['1', '2', '3']);
  });

  test('one that nobody has asked for yet foresees nothing', async () => {
    const { requests, read, pages } = provider();
    const [ahead, call] = [new NextPagePrefetch(), {}];
    const first = ahead.read({ page: '1' }, call, read, next);
    requests[0]?.end();
    await first;
    requests[1]?.end();
    await pause();
    expect(pages()).toEqual(['1', '2']);
    expect((await ahead.read({ page: '2' }, call, read, next)).json).toBe('2');
    expect(pages()).toEqual(['1', '2']);
  });

  test('a wrong guess is ended unread, and none is made for this caller any more', async () => {
    const { requests, read, pages } = provider();
    const [ahead, call] = [new NextPagePrefetch(), {}];
    const first = ahead.read({ page: '1' }, call, read, next);
    requests[0]?.end();
    await first;
    const other = ahead.read({ page: '7' }, call, read, next);
    expect(requests[1]?.signal?.aborted).toBe(true);
    requests[2]?.end();
    expect((await other).json).toBe('7');
    expect(pages()).toEqual(['1', '2', '7']);
    const another = ahead.read({ page: '1' }, {}, read, next);
    requests[3]?.end();
    await another;
    expect(pages().slice(3)).toEqual(['1', '2']);
  });

  test('in doubt nothing is asked; a fault is met by who asks, and by nobody else', async () => {
    const { requests, read, pages } = provider();
    const [ahead, call] = [new NextPagePrefetch(), {}];
    const uncertain = ahead.read({ page: '1' }, call, read, nothing);
    requests[0]?.end();
    await uncertain;
    expect(pages()).toEqual(['1']);
    const again = ahead.read({ page: '1' }, call, read, next);
    requests[1]?.end();
    await again;
    requests[2]?.end(new Error('down'));
    await pause();
    await expect(ahead.read({ page: '2' }, call, read, next)).rejects.toThrow('down');
  });

  test('who goes away ends what was asked ahead', async () => {
    const { requests, read } = provider();
    const leaving = new AbortController();
    const first = new NextPagePrefetch().read({ page: '1' }, { signal: leaving.signal }, read, next);
    requests[0]?.end();
    await first;
    leaving.abort();
    expect(requests[1]?.signal?.aborted).toBe(true);
  });
});
