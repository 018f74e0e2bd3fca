import { saveBlob } from '#components/ui/files.ts';
import { send } from '#lib/api/client.ts';

/** `rows` is null where rows are not counted. */
export type Progress = { rows: number | null; bytes: number };
type SavePicker = (options: {
  suggestedName: string;
  types: { accept: Record<string, string[]> }[];
}) => Promise<FileSystemFileHandle>;

const NEWLINE = 10;
const REPORT_EVERY_MS = 200;

/** The browser's save dialog (`showSaveFilePicker`); null where the browser has none. */
export function savePicker(): SavePicker | null {
  const picker: unknown = Reflect.get(window, 'showSaveFilePicker');
  return typeof picker === 'function' ? (picker.bind(window) as SavePicker) : null;
}

export type Ending = 'csv' | 'xlsx';
const TYPES: Record<Ending, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Lets the operator choose a file and opens it for writing; null where they cancel. */
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

type Download = { url: string; ending: Ending; ids?: readonly string[] };

/**
 * Streams a server file into a local file; with `ids`, only those rows. A stopped or broken stream leaves no
 * file, because data is saved only on close. Throws CallError for a refusal, and the stream's own error where
 * it broke.
 */
export async function downloadFile(
  { url, ending, ids }: Download,
  into: WritableStream<Bytes>,
  signal: AbortSignal,
  report: (progress: Progress) => void,
): Promise<Progress> {
  let [lines, bytes] = [-1, 0];
  let reportedAt = 0;
  // A workbook is compressed, so its rows cannot be counted here.
  const currentProgress = (): Progress => ({ rows: ending === 'csv' ? Math.max(0, lines) : null, bytes });
  const counter = new TransformStream<Bytes, Bytes>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (ending === 'csv') for (const byte of chunk) if (byte === NEWLINE) lines += 1;
      controller.enqueue(chunk);
      const now = performance.now();
      if (now - reportedAt < REPORT_EVERY_MS) return;
      reportedAt = now;
      report(currentProgress());
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
  return currentProgress();
}
type Bytes = Uint8Array<ArrayBuffer>;

/** Collects the file in memory and then saves it, for browsers that cannot write to a file piece by piece. */
export function fileInMemory(name: string, ending: Ending): WritableStream<Bytes> {
  const pieces: Bytes[] = [];
  return new WritableStream({
    write: (chunk) => void pieces.push(chunk),
    close: () => saveBlob(new Blob(pieces, { type: TYPES[ending] }), name),
  });
}
