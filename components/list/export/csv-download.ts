'use client';

import { send } from '#lib/api/client.ts';

export type Progress = { rows: number; bytes: number };
type SavePicker = (options: {
  suggestedName: string;
  types: { accept: Record<string, string[]> }[];
}) => Promise<FileSystemFileHandle>;

const NEWLINE = 10;
const TELL_EVERY_MS = 200;
/** By then the browser has begun to save it. */
const REVOKED_AFTER_MS = 60_000;

/** The browser's own "save as", where it has one that can be written to piece by piece. */
export function savePicker(): SavePicker | null {
  const picker: unknown = Reflect.get(window, 'showSaveFilePicker');
  return typeof picker === 'function' ? (picker.bind(window) as SavePicker) : null;
}

/** The file the operator chose, to be written; null where they chose none. */
export async function chooseFile(pick: SavePicker, name: string): Promise<WritableStream<Bytes> | null> {
  try {
    const file = await pick({ suggestedName: name, types: [{ accept: { 'text/csv': ['.csv'] } }] });
    return await file.createWritable();
  } catch {
    return null;
  }
}

/**
 * Streams a CSV into a file; one that is asked for in parts has the head of the first alone. A stopped or broken stream
 * leaves no file: what was written is only kept on close. Throws CallError for a refusal, the stream's own error where
 * it broke.
 */
export async function downloadCsv(
  urls: readonly string[],
  into: WritableStream<Bytes>,
  signal: AbortSignal,
  tell: (progress: Progress) => void,
): Promise<Progress> {
  const progress: Progress = { rows: -1, bytes: 0 };
  const so = () => ({ rows: Math.max(0, progress.rows), bytes: progress.bytes });
  let told = 0;
  const counter = () =>
    new TransformStream<Bytes, Bytes>({
      transform(chunk, controller) {
        progress.bytes += chunk.byteLength;
        for (const byte of chunk) if (byte === NEWLINE) progress.rows += 1;
        controller.enqueue(chunk);
        const now = performance.now();
        if (now - told < TELL_EVERY_MS) return;
        told = now;
        tell(so());
      },
    });
  try {
    for (const [part, url] of urls.entries()) {
      const { body } = await send(url, { signal }, true);
      if (body === null) throw new Error('The file came without a body.');
      const rows = part === 0 ? body : body.pipeThrough(withoutHead());
      const last = part === urls.length - 1;
      await rows.pipeThrough(counter()).pipeTo(into, { signal, preventClose: !last });
    }
  } catch (error) {
    await into.abort(error).catch(() => {});
    throw error;
  }
  return so();
}
type Bytes = Uint8Array<ArrayBuffer>;

/** The same without its first line. */
function withoutHead(): TransformStream<Bytes, Bytes> {
  let passed = false;
  return new TransformStream({
    transform(chunk, controller) {
      const end = passed ? -1 : chunk.indexOf(NEWLINE);
      if (!passed && end < 0) return;
      passed = true;
      const rest = chunk.subarray(end + 1);
      if (rest.byteLength > 0) controller.enqueue(rest);
    },
  });
}

/** A file that is put together here and then handed over, for browsers that cannot write one piece by piece. */
export function fileInMemory(name: string): WritableStream<Bytes> {
  const pieces: Bytes[] = [];
  return new WritableStream({
    write: (chunk) => void pieces.push(chunk),
    close() {
      const url = URL.createObjectURL(new Blob(pieces, { type: 'text/csv' }));
      downloadByLink(url, name);
      setTimeout(() => URL.revokeObjectURL(url), REVOKED_AFTER_MS);
    },
  });
}

/** A plain download by link, for browsers that cannot write a stream into a file; they show its progress. */
export function downloadByLink(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
