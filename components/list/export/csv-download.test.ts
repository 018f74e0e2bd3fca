import { afterEach, expect, test, vi } from 'vitest';
import { downloadFile } from './csv-download.ts';

afterEach(() => void vi.unstubAllGlobals());

/** A file that is written; null once it was aborted. */
function file() {
  let text: string | null = '';
  let closed = false;
  const into = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(chunk) {
      text += new TextDecoder('utf-8', { ignoreBOM: true }).decode(chunk);
    },
    close() {
      closed = true;
    },
    abort() {
      text = null;
    },
  });
  return { into, written: () => ({ text, closed }) };
}
const body = (...pieces: string[]) => new Response(new Blob(pieces).stream());
type DownloadRequest = Parameters<typeof downloadFile>[0];
const run = (request: DownloadRequest, into: WritableStream<Uint8Array<ArrayBuffer>>) =>
  downloadFile(request, into, new AbortController().signal, () => {});

test('U22: more rows than have room in an address are asked for in one body, and become one file', async () => {
  const ids = Array.from({ length: 401 }, (_, at) => `tx_${at}`);
  const fetched = vi.fn(async (_url: string, _init: RequestInit) =>
    body('\uFEFFid;valor\r\na;1\r\n', 'b;2\r\n'),
  );
  vi.stubGlobal('fetch', fetched);
  const { into, written } = file();
  expect(await run({ url: '/list.csv', ending: 'csv', ids }, into)).toEqual({ rows: 2, bytes: 23 });
  expect(written()).toEqual({ text: '\uFEFFid;valor\r\na;1\r\nb;2\r\n', closed: true });
  expect(fetched).toHaveBeenCalledOnce();
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect([url, init?.method]).toEqual(['/list.csv', 'POST']);
  expect(JSON.parse(String(init?.body))).toEqual({ ids });
});

test('a workbook is recognized by its bytes alone', async () => {
  vi.stubGlobal('fetch', async () => body('PK\n\n'));
  const { into } = file();
  expect(await run({ url: '/list.xlsx', ending: 'xlsx' }, into)).toEqual({ rows: null, bytes: 4 });
});

test.each(['csv', 'xlsx'] as const)(
  '%s: one that is refused, or breaks off, leaves no file',
  async (ending) => {
    vi.stubGlobal('fetch', async () => Response.json({ code: 'internal', status: 500 }, { status: 500 }));
    const refused = file();
    await expect(run({ url: '/list', ending }, refused.into)).rejects.toThrow();
    expect(refused.written()).toEqual({ text: null, closed: false });
    const broken = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('id\r\n')),
      pull: (controller) => controller.error(new TypeError('network error')),
    });
    vi.stubGlobal('fetch', async () => new Response(broken));
    const begun = file();
    await expect(run({ url: '/list', ending }, begun.into)).rejects.toThrow('network error');
    expect(begun.written()).toEqual({ text: null, closed: false });
  },
);
