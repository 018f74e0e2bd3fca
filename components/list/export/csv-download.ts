'use client';

import { send } from '#lib/api/client.ts';

export type Progress = { rows: number; bytes: number };
type SavePicker = (options: {
  suggestedName: string;
  types: { accept: Record<string, string[]> }[];
}) => Promise<FileSystemFileHandle>;

const NEWLINE = 10;
const TELL_EVERY_MS = 200;

/** The browser's own "save as", where it has one that can be written to piece by piece. */
export function savePicker(): SavePicker | null {
  const picker: unknown = Reflect.get(window, 'showSaveFilePicker');
  return typeof picker === 'function' ? (picker.bind(window) as SavePicker) : null;
}

/** The file the operator chose; null where they chose none. */
export async function chooseFile(pick: SavePicker, name: string): Promise<FileSystemFileHandle | null> {
  try {
    return await pick({ suggestedName: name, types: [{ accept: { 'text/csv': ['.csv'] } }] });
  } catch {
    return null;
  }
}

/**
 * Streams a CSV into a file. A stopped or broken stream leaves no file: what was written is only kept on close.
 * Throws CallError for a refusal, the stream's own error where it broke.
 */
export async function downloadCsv(
  url: string,
  file: FileSystemFileHandle,
  signal: AbortSignal,
  tell: (progress: Progress) => void,
): Promise<Progress> {
  const { body } = await send(url, { signal }, true);
  if (body === null) throw new Error('The file came without a body.');
  const progress: Progress = { rows: -1, bytes: 0 };
  let told = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      progress.bytes += chunk.byteLength;
      for (const byte of chunk) if (byte === NEWLINE) progress.rows += 1;
      controller.enqueue(chunk);
      const now = performance.now();
      if (now - told < TELL_EVERY_MS) return;
      told = now;
      tell({ rows: Math.max(0, progress.rows), bytes: progress.bytes });
    },
  });
  await body.pipeThrough(counter).pipeTo(await file.createWritable(), { signal });
  return { rows: Math.max(0, progress.rows), bytes: progress.bytes };
}

/** A plain download by link, for browsers that cannot write a stream into a file; they show its progress. */
export function downloadByLink(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
