import { afterEach, expect, test, vi } from 'vitest';
import { MOST_CHOSEN, partsOf } from '#lib/list/chosen.ts';
import { downloadCsv } from './csv-download.ts';

afterEach(() => void vi.unstubAllGlobals());

/** A file that is written; null once it was given up. */
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
const body = (...pieces: string[]) =>
  new Response(new Blob(pieces).stream(), { headers: { 'content-type': 'text/csv' } });
const run = (urls: string[], into: WritableStream<Uint8Array<ArrayBuffer>>) =>
  downloadCsv(urls, into, new AbortController().signal, () => {});

test('U22: more rows than have room in an address are asked for in parts that become one file', async () => {
  const ids = Array.from({ length: MOST_CHOSEN * 2 + 1 }, (_, at) => `tx_${at}`);
  expect(partsOf(ids).map(({ length }) => length)).toEqual([MOST_CHOSEN, MOST_CHOSEN, 1]);
  expect(partsOf(ids).flat()).toEqual(ids);
  const answers = ['\uFEFFid;valor\r\na;1\r\n', '\uFEFFid;valor\r\nb;2\r\nc;3\r\n', '\uFEFFid;valor\r\n'];
  vi.stubGlobal('fetch', async (url: string) => body(answers[Number(url.slice(-1))] ?? ''));
  const { into, written } = file();
  expect(await run(['/0', '/1', '/2'], into)).toMatchObject({ rows: 3 });
  expect(written()).toEqual({ text: '\uFEFFid;valor\r\na;1\r\nb;2\r\nc;3\r\n', closed: true });
});

test('a part that is refused leaves no file of the others', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    url === '/0' ? body('id\r\na\r\n') : Response.json({ code: 'internal', status: 500 }, { status: 500 }),
  );
  const { into, written } = file();
  await expect(run(['/0', '/1'], into)).rejects.toThrow();
  expect(written()).toEqual({ text: null, closed: false });
});
