import 'server-only';
import { type ColumnDef, writeXlsxStream } from 'hucre/xlsx';
import type { Reading } from '#lib/providers/port.ts';

type Paged<T> = { items: T[]; next: unknown } & Pick<Reading, 'filteredHere'>;
/** A list, page by page. */
export type Pages<T> = {
  first: Paged<T>;
  /** `onward` is true while the consumer waits for this page: `read` may then request the one after it. */
  read: (position: unknown, onward: () => boolean) => Promise<Paged<T>>;
  /** Ends running reads: the consumer stopped, or a page failed. */
  stop: () => void;
};
/** `here` lists the filters that Guichê applied instead of the provider. The last column shows them. */
type Text<T> = { head: string; lines: (items: T[], here: readonly string[]) => string };
type Sheet<T> = {
  name: string;
  columns: ColumnDef[];
  rows: (items: T[], here: readonly string[]) => (string | number | Date | null)[][];
  /** Default: Excel's limit. More rows continue on further sheets, each with the headings. */
  rowsPerSheet?: number;
};

/** Reads the next page while the consumer takes this one. At most one page is read ahead. */
async function* pagesOf<T>({ first, read, stop }: Pages<T>): AsyncGenerator<Paged<T>, undefined> {
  let nextPage: Promise<Paged<T>> | null = Promise.resolve(first);
  let isAwaited = false;
  const onward = () => isAwaited;
  while (nextPage !== null) {
    isAwaited = true;
    const page: Paged<T> = await nextPage;
    isAwaited = false;
    nextPage = page.next === null ? null : read(page.next, onward);
    // The next step awaits this promise and throws its error. Until then an error only stops the other reads.
    nextPage?.catch(stop);
    // The next request leaves before this page uses the processor, so the provider works in parallel.
    await new Promise((resolve) => setImmediate(resolve));
    yield page;
  }
}

/** Streams a list as CSV at the consumer's speed. A later page's error breaks the connection: no cut file. */
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

/** Streams a list as a workbook. Rows are compressed and sent before the next page is taken. */
export function xlsxStream<T>(options: Pages<T> & Sheet<T>): ReadableStream<Uint8Array> {
  const { name, columns, rows, rowsPerSheet, stop } = options;
  async function* all() {
    for await (const page of pagesOf(options)) yield* rows(page.items, page.filteredHere ?? []);
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
        // The workbook accepts a cancel only after the running page read has ended.
        stop();
        book.cancel(reason).catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
}

/** True when the caller set any filter. The file then has the column of filters applied by Guichê. */
export const isFiltered = (filter: object): boolean =>
  Object.values(filter).some((value) => value !== undefined);

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
type FileKind = keyof typeof TYPES;

/** The download response of a stream. `name` has no extension. */
export function fileResponse(stream: ReadableStream<Uint8Array>, name: string, kind: FileKind): Response {
  return new Response(stream, {
    headers: {
      'content-type': TYPES[kind],
      'content-disposition': `attachment; filename="${name}.${kind}"`,
      'cache-control': 'private, no-store',
    },
  });
}
