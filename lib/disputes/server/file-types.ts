import 'server-only';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Detects the type of a defense's file from its bytes; its name only has to match. */

export type FileError = 'empty' | 'type' | 'mismatch' | 'executable' | 'not_pdf' | PdfError;
type FileType = { mimeType: string; endings: readonly string[] };

const PDF: FileType = { mimeType: 'application/pdf', endings: ['pdf'] };
const PNG: FileType = { mimeType: 'image/png', endings: ['png'] };
const JPEG: FileType = { mimeType: 'image/jpeg', endings: ['jpg', 'jpeg', 'jpe', 'jfif'] };
const WEBP: FileType = { mimeType: 'image/webp', endings: ['webp'] };
const PNG_HEAD = '89504e470d0a1a0a';
/** The last chunk of every PNG: length 0, its name, its checksum. */
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex');
const JPEG_END = Buffer.from('ffd9', 'hex');
/** PDF readers search this many bytes for the header; line ends, a BOM or printer lines may precede it. */
const PDF_HEAD_WITHIN = 1024;
const REFUSED_ENDING = /^(?:exe|msi|bat|sh|cmd|com|scr|js|jar|ps1|vbs|apk|app|dll|lnk)$/;

/** The type by its first bytes; null for types that banks do not read, and for programs. */
function typeOf(bytes: Buffer): FileType | null {
  const hex = bytes.toString('hex', 0, 12);
  if (hex.startsWith(PNG_HEAD)) return PNG;
  if (hex.startsWith('ffd8ff')) return JPEG;
  if (hex.startsWith('52494646') && hex.slice(16, 24) === '57454250') return WEBP;
  return bytes.subarray(0, PDF_HEAD_WITHIN).includes('%PDF-') ? PDF : null;
}

/** Checks that the file has its end: a broken upload must not become the only defense's proof. */
function isWhole(bytes: Buffer, type: FileType): boolean {
  if (type === PDF) return endsAsPdf(bytes);
  if (type === PNG) return bytes.includes(PNG_END);
  if (type === JPEG) return bytes.includes(JPEG_END, pictureOf(bytes));
  return bytes.length >= bytes.readUInt32LE(4) + 8;
}

/** No object follows the last cross-reference table. A cut file may still have its first page's table. */
function endsAsPdf(bytes: Buffer): boolean {
  const end = Math.max(bytes.lastIndexOf('startxref'), bytes.lastIndexOf('%%EOF'));
  return end !== -1 && !bytes.includes('endobj', end);
}

/** Where a JPEG's main picture begins, after segments that may hold a thumbnail with its own end marker. */
function pictureOf(bytes: Buffer): number {
  const scan = 0xda;
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== scan) {
    const fill = bytes[at + 1] === 0xff;
    const length = bytes.readUInt16BE(at + 2);
    if (!fill && length < 2) return at;
    at += fill ? 1 : 2 + length;
  }
  return at;
}

const isProgram = (bytes: Buffer) =>
  /^(?:4d5a|7f454c46|cafebabe|cffaedfe|2321)/.test(bytes.toString('hex', 0, 4));

/** The file's type, or the reason it is refused. `declared`: the type that the browser sent, often empty. */
export async function examineFile(bytes: Buffer, name: string, declared: string) {
  const refuse = (error: FileError) => ({ type: null, error });
  const ending = endingOf(name);
  if (bytes.length === 0) return refuse('empty');
  if (isProgram(bytes) || REFUSED_ENDING.test(ending)) return refuse('executable');
  const type = typeOf(bytes);
  if (type === null) return refuse(ending === 'pdf' ? 'not_pdf' : 'type');
  const declaredType = declared.split(';')[0]?.trim().toLowerCase() ?? '';
  const agrees = ['', type.mimeType, 'application/octet-stream', 'image/jpg', 'application/x-pdf'].includes(
    declaredType,
  );
  if (!agrees || (ending !== '' && !type.endings.includes(ending))) return refuse('mismatch');
  if (!isWhole(bytes, type)) return refuse('damaged');
  const error = type === PDF ? await judgePdf(bytes) : null;
  return error === null ? { type, error } : refuse(error);
}

const endingOf = (name: string) => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';

const LONGEST = 100;

/** A safe file name: no path, no control or direction characters, not in `taken`, with an extension. */
export function safeName(original: string, type: FileType, taken: readonly string[]): string {
  const plain = (original.split(/[\\/]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/[\p{C}\u2028\u2029<>:"|?*]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  const ending = endingOf(plain);
  const [defaultEnding = 'bin'] = type.endings;
  const stem = (ending === '' ? plain : plain.slice(0, -ending.length - 1)).replace(/^[. ]+|[. ]+$/g, '');
  const short = [...(stem === '' ? 'arquivo' : stem)].slice(0, LONGEST).join('');
  for (let number = 1; ; number += 1) {
    const name = `${short}${number === 1 ? '' : ` (${number})`}.${ending === '' ? defaultEnding : ending}`;
    if (!taken.includes(name)) return name;
  }
}

/** `encrypted`: needs a password. `too_complex`: the check exceeded its bounds. */
type PdfError = 'damaged' | 'encrypted' | 'too_complex';

/** Bounds of one check: a file of 10 MB may expand to gigabytes or make a reader loop. */
type Bounds = { ms: number; heapMegabytes: number; outsideHeapBytes: number };
const MOST: Bounds = { ms: 20_000, heapMegabytes: 256, outsideHeapBytes: 256 << 20 };
const WATCH_MS = 25;
/** Memory that Node uses before it reads anything. */
const NODE_BYTES = 96 << 20;
const JUDGE = join(process.cwd(), 'lib/disputes/server/workers/judge-pdf.ts');

let lastCheck: Promise<unknown> = Promise.resolve();

/** Why readers cannot open a PDF, or null. Checks run one at a time, in a separate process. */
export function judgePdf(bytes: Uint8Array, most: Bounds = MOST): Promise<PdfError | null> {
  const mine = lastCheck.then(() => judgeAlone(bytes, most));
  lastCheck = mine.catch(() => null);
  return mine;
}

/** Its own process: V8 aborts the whole process when a heap is full, even that of a limited worker thread. */
function judgeAlone(bytes: Uint8Array, most: Bounds): Promise<PdfError | null> {
  // Loaded at run time: the bundler would follow an import, but the worker must run as the source file it is.
  const { fork } = process.getBuiltinModule('node:child_process');
  const child = fork(JUDGE, [], {
    // No product settings or flags; library warnings about the file reach no log.
    env: { NODE_ENV: 'production' },
    execArgv: [`--max-old-space-size=${most.heapMegabytes}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    timeout: most.ms,
    killSignal: 'SIGKILL',
  });
  const mostBytes = NODE_BYTES + (most.heapMegabytes << 20) + most.outsideHeapBytes;
  const watch = setInterval(async () => {
    if ((await residentBytes(child.pid)) > mostBytes) child.kill('SIGKILL');
  }, WATCH_MS);
  return new Promise<PdfError | null>((resolve, reject) => {
    child.once('message', (verdict) => resolve(verdict as PdfError | null));
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      // Killed here: it exceeded its time or memory. Aborted: its heap.
      if (child.killed || signal === 'SIGABRT' || code === 134) resolve('too_complex');
      else reject(new Error('The check of a PDF ended without a word.'));
    });
    child.send(bytes, () => undefined);
  }).finally(() => {
    clearInterval(watch);
    child.kill('SIGKILL');
  });
}

/** Resident bytes of a Linux process (pages of 4 KiB). 0 elsewhere: only heap and time are bounded there. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const counts = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(counts.split(' ')[1] ?? 0) * 4096;
}
