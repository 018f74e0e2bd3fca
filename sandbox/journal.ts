import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Journal } from './types.ts';

type Line = { k: string; d: unknown };

export type JournalFile = Journal & { close(): void; erase(): void };

/** Stores nothing: changes last as long as the process. */
export function memoryJournal(): JournalFile {
  return {
    append() {},
    replay() {},
    close() {},
    erase() {},
  };
}

/** Reads whole lines only. A line cut short by a crash is dropped and the file is truncated there. */
function readLines(path: string): Line[] {
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(10) + 1;
  if (end < bytes.length) truncateSync(path, end);
  const lines: Line[] = [];
  for (const text of bytes.subarray(0, end).toString('utf8').split('\n')) {
    if (text === '') continue;
    try {
      lines.push(JSON.parse(text) as Line);
    } catch {
      console.error('sandbox journal: one unreadable line was left out');
    }
  }
  return lines;
}

export function openJournal(folder: string): JournalFile {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'sandbox-journal.jsonl');
  const old = existsSync(path) ? readLines(path) : [];
  const file = openSync(path, 'a');
  return {
    append(k, d) {
      appendFileSync(file, `${JSON.stringify({ k, d })}\n`);
    },
    replay(kind, apply) {
      for (const line of old) if (line.k === kind) apply(line.d);
    },
    close: () => closeSync(file),
    erase: () => rmSync(path, { force: true }),
  };
}
