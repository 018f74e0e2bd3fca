import 'server-only';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** `encrypted`: needs a password. `too_complex`: the check exceeded its bounds. */
export type PdfFault = 'damaged' | 'encrypted' | 'too_complex';

/** Bounds of one check: a file of 10 MB may expand to gigabytes or make a reader loop. */
type Bounds = { ms: number; heapMegabytes: number; outsideHeapBytes: number };
const MOST: Bounds = { ms: 20_000, heapMegabytes: 256, outsideHeapBytes: 256 << 20 };
const WATCH_MS = 25;
/** Memory that Node uses before it reads anything. */
const NODE_BYTES = 96 << 20;
const JUDGE = join(process.cwd(), 'lib/disputes/server/workers/judge-pdf.ts');

let turn: Promise<unknown> = Promise.resolve();

/** Why readers cannot open a PDF, or null. Checks run one at a time, in a separate process. */
export function judgePdf(bytes: Uint8Array, most: Bounds = MOST): Promise<PdfFault | null> {
  const mine = turn.then(() => judge(bytes, most));
  turn = mine.catch(() => null);
  return mine;
}

/**
 * Runs in its own process: V8 aborts the whole process when a heap is full, even the heap of a limited worker
 * thread.
 */
function judge(bytes: Uint8Array, most: Bounds): Promise<PdfFault | null> {
  // Loaded at run time: the bundler would follow an import, but the worker must run as the source file it is.
  const { fork } = process.getBuiltinModule('node:child_process');
  const child = fork(JUDGE, [], {
    // No product settings or flags; library warnings about the file reach no log.
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

/** `over` resolves when the check exceeds its time or memory. */
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

/**
 * Resident memory (bytes) of a Linux process, counted in pages of 4 KiB. 0 on other systems, where only heap
 * and time are bounded.
 */
async function residentBytes(pid: number | undefined): Promise<number> {
  const counts = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(counts.split(' ')[1] ?? 0) * 4096;
}
