import 'server-only';
import { type ColumnDef, writeXlsxStream } from 'hucre/xlsx';
import type { Reading } from '#lib/providers/port.ts';

type Paged<T> = { items: T[]; next: unknown } & Pick<Reading, 'filteredHere'>;
/** A list, page by page. */
export type Pages<T> = {
  first: Paged<T>;
  /** `onward`: tells if this page is waited for, so that the next one is asked for as soon as it came. */
  read: (position: unknown, onward: () => boolean) => Promise<Paged<T>>;
  /** Nobody takes any more, or nothing more can be given: what is being read may end. */
  stop: () => void;
};
/** `here`: the filters that the provider did not apply to these items, as their last column tells. */
type Text<T> = { head: string; lines: (items: T[], here: readonly string[]) => string };
type Sheet<T> = {
  name: string;
  columns: ColumnDef[];
  rows: (items: T[], here: readonly string[]) => (string | number | Date | null)[][];
  /** Excel's most where absent; more go into further sheets, each with the headings. */
  rowsPerSheet?: number;
};

/** One page is handed out while the next is read, no more is held. */
async function* pagesOf<T>({ first, read, stop }: Pages<T>): AsyncGenerator<Paged<T>, undefined> {
  let coming: Promise<Paged<T>> | null = Promise.resolve(first);
  let waits = false;
  const onward = () => waits;
  while (coming !== null) {
    waits = true;
    const page: Paged<T> = await coming;
    waits = false;
    coming = page.next === null ? null : read(page.next, onward);
    // A fault is met at the next step; until then nobody waits for it, nor for what was asked beyond it.
    coming?.catch(stop);
    // Its request leaves before this page takes the processor: the provider works meanwhile.
    await new Promise((resolve) => setImmediate(resolve));
    yield page;
  }
}

/**
 * A list as a file, as fast as it is taken. A fault of a later page breaks the connection, so that a short file never
 * looks whole.
 */
export function csvStream<T>({ head, lines, ...source }: Pages<T> & Text<T>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const pages = pagesOf(source);
  let begin = head;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value: page } = await pages.next();
        if (page === undefined) return controller.close();
        controller.enqueue(encoder.encode(begin + lines(page.items, page.filteredHere ?? [])));
        begin = '';
      },
      cancel: source.stop,
    },
    { highWaterMark: 1 },
  );
}

/** The same as a workbook: a row is compressed and handed out before the next page is taken. */
export function xlsxStream<T>(asked: Pages<T> & Sheet<T>): ReadableStream<Uint8Array> {
  const { name, columns, rows, rowsPerSheet, stop } = asked;
  async function* all() {
    for await (const page of pagesOf(asked)) yield* rows(page.items, page.filteredHere ?? []);
  }
  const book = writeXlsxStream(all(), {
    name,
    columns,
    freezePane: { rows: 1 },
    ...(rowsPerSheet === undefined ? {} : { maxRowsPerSheet: rowsPerSheet }),
  }).getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value: bytes } = await book.read();
        if (bytes === undefined) controller.close();
        else controller.enqueue(bytes);
      },
      cancel(reason) {
        // A page that is being read ends first: only then does the book let itself be cancelled.
        stop();
        book.cancel(reason).catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
}

/** Tells if a file has the column on Guichê's own filtering: where the caller set any filter. */
export const isFiltered = (filter: object): boolean =>
  Object.values(filter).some((value) => value !== undefined);

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
export type FileKind = keyof typeof TYPES;

/** The answer that carries it; `name` without its ending. */
export function fileResponse(stream: ReadableStream<Uint8Array>, name: string, kind: FileKind): Response {
  return new Response(stream, {
    headers: {
      'content-type': TYPES[kind],
      'content-disposition': `attachment; filename="${name}.${kind}"`,
      'cache-control': 'private, no-store',
    },
  });
}
