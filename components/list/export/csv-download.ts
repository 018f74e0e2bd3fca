'use client';

import { send } from '#lib/api/client.ts';

/** `rows` null: they are not counted. */
export type Progress = { rows: number | null; bytes: number };
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

export type Ending = 'csv' | 'xlsx';
const TYPES: Record<Ending, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The file the operator chose, to be written; null where they chose none. */
export async function chooseFile(
  pick: SavePicker,
  name: string,
  ending: Ending,
): Promise<WritableStream<Bytes> | null> {
  try {
    const types = [{ accept: { [TYPES[ending]]: [`.${ending}`] } }];
    const file = await pick({ suggestedName: name, types });
    return await file.createWritable();
  } catch {
    return null;
  }
}

type Asked = { url: string; ending: Ending; ids?: readonly string[] };

/**
 * Streams a file of the server into one here; of a list's rows those that were chosen, where there are `ids`. A stopped
 * or broken stream leaves no file: what was written is only kept on close. Throws CallError for a refusal, the stream's
 * own error where it broke.
 */
export async function downloadFile(
  { url, ending, ids }: Asked,
  into: WritableStream<Bytes>,
  signal: AbortSignal,
  tell: (progress: Progress) => void,
): Promise<Progress> {
  let [lines, bytes] = [-1, 0];
  // Rows of a workbook are compressed: nobody counts them from outside.
  const so = (): Progress => ({ rows: ending === 'csv' ? Math.max(0, lines) : null, bytes });
  let told = 0;
  const counter = new TransformStream<Bytes, Bytes>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (ending === 'csv') for (const byte of chunk) if (byte === NEWLINE) lines += 1;
      controller.enqueue(chunk);
      const now = performance.now();
      if (now - told < TELL_EVERY_MS) return;
      told = now;
      tell(so());
    },
  });
  const chosen = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ids }),
  };
  try {
    const { body } = await send(url, { signal, ...(ids === undefined ? {} : chosen) }, true);
    if (body === null) throw new Error('The file came without a body.');
    await body.pipeThrough(counter).pipeTo(into, { signal });
  } catch (error) {
    await into.abort(error).catch(() => {});
    throw error;
  }
  return so();
}
type Bytes = Uint8Array<ArrayBuffer>;

/** A file that is put together here and then handed over, for browsers that cannot write one piece by piece. */
export function fileInMemory(name: string, ending: Ending): WritableStream<Bytes> {
  const pieces: Bytes[] = [];
  return new WritableStream({
    write: (chunk) => void pieces.push(chunk),
    close() {
      const url = URL.createObjectURL(new Blob(pieces, { type: TYPES[ending] }));
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
