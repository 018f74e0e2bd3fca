import 'server-only';
import type { Reading } from '#lib/providers/port.ts';

type Paged<T> = { items: T[]; next: unknown } & Pick<Reading, 'filteredHere'>;
type Source<T> = {
  first: Paged<T>;
  /** `onward`: tells if this page is waited for, so that the next one is asked for as soon as it came. */
  read: (position: unknown, onward: () => boolean) => Promise<Paged<T>>;
  head: string;
  /** `here`: the filters that the provider did not apply to this page, as its last column tells. */
  lines: (items: T[], here: string) => string;
  /** Nobody takes any more, or nothing more can be given: what is being read may end. */
  stop: () => void;
};

/**
 * A list as a file, as fast as it is taken: one page is written while the next is read, no more is held. A fault of a
 * later page breaks the connection, so that a short file never looks whole.
 */
export function csvStream<T>({ first, read, head, lines, stop }: Source<T>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let begin = head;
  let coming: Promise<Paged<T>> | null = Promise.resolve(first);
  let waits = false;
  const onward = () => waits;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (coming === null) return controller.close();
        waits = true;
        const page: Paged<T> = await coming;
        waits = false;
        coming = page.next === null ? null : read(page.next, onward);
        // A fault is met at the next pull; until then nobody waits for it, nor for what was asked beyond it.
        coming?.catch(stop);
        // Its request leaves before this page takes the processor: the provider works meanwhile.
        await new Promise((resolve) => setImmediate(resolve));
        controller.enqueue(encoder.encode(begin + lines(page.items, page.filteredHere?.join(' ') ?? '')));
        begin = '';
        if (coming === null) controller.close();
      },
      cancel: stop,
    },
    { highWaterMark: 1 },
  );
}

/** Tells if a file has the column on Guichê's own filtering: where the caller set any filter. */
export const isFiltered = (filter: object): boolean =>
  Object.values(filter).some((value) => value !== undefined);

/** The answer that carries it; `name` without its ending. */
export function csvResponse(stream: ReadableStream<Uint8Array>, name: string): Response {
  return new Response(stream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'private, no-store',
    },
  });
}
