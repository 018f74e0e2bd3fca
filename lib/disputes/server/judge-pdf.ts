import 'server-only';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** `encrypted`: it does not open without a password. `too_complex`: checking it took more than a file may take. */
export type PdfFault = 'damaged' | 'encrypted' | 'too_complex';

/** Bounds of one check: a file of 10 MB may say that it is gigabytes, or lead a reader in circles. */
type Bounds = { ms: number; heapMegabytes: number; outsideHeapBytes: number };
const MOST: Bounds = { ms: 20_000, heapMegabytes: 256, outsideHeapBytes: 256 << 20 };
const WATCH_MS = 25;
/** What Node takes before it reads anything. */
const NODE_BYTES = 96 << 20;
const JUDGE = join(process.cwd(), 'lib/disputes/server/workers/judge-pdf.ts');

let turn: Promise<unknown> = Promise.resolve();

/** What keeps readers from opening a PDF, or null. Files are checked one after the other, apart from all requests. */
export function judgePdf(bytes: Uint8Array, most: Bounds = MOST): Promise<PdfFault | null> {
  const mine = turn.then(() => judge(bytes, most));
  turn = mine.catch(() => null);
  return mine;
}

/** In a process of its own: where a heap is full V8 aborts the process, also that of a thread with a limit. */
function judge(bytes: Uint8Array, most: Bounds): Promise<PdfFault | null> {
  // Asked for at run time: the bundler would follow it, and the file runs as it lies there.
  const { fork } = process.getBuiltinModule('node:child_process');
  const child = fork(JUDGE, [], {
    // Nothing of the product's: no settings, no flags, and what a library warns of a file is in no log.
    env: { NODE_ENV: 'production' },
    execArgv: [`--max-old-space-size=${most.heapMegabytes}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  const judged = new Promise<PdfFault | null>((resolve, reject) => {
    child.once('message', (verdict) => resolve(verdict as PdfFault | null));
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (signal === 'SIGABRT' || code === 134) resolve('too_complex');
      else reject(new Error('The check of a PDF ended without a word.'));
    });
  });
  child.send(bytes, () => undefined);
  const { stop, over } = bounds(child.pid, most);
  return Promise.race([judged, over]).finally(() => {
    stop();
    child.kill('SIGKILL');
  });
}

/** `over`: the check took longer, or more memory, than it may. */
function bounds(pid: number | undefined, most: Bounds): { over: Promise<PdfFault>; stop: () => void } {
  let deadline: NodeJS.Timeout | undefined;
  let watch: NodeJS.Timeout | undefined;
  const bytes = NODE_BYTES + (most.heapMegabytes << 20) + most.outsideHeapBytes;
  const over = new Promise<PdfFault>((resolve) => {
    deadline = setTimeout(resolve, most.ms, 'too_complex');
    watch = setInterval(async () => {
      if ((await residentBytes(pid)) > bytes) resolve('too_complex');
    }, WATCH_MS);
  });
  const stop = () => {
    clearTimeout(deadline);
    clearInterval(watch);
  };
  return { over, stop };
}

/** Memory of a process as Linux counts it, in pages of 4 KiB; 0 elsewhere, where heap and time are the bounds. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const counts = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(counts.split(' ')[1] ?? 0) * 4096;
}
