import 'server-only';
import { join } from 'node:path';

/** `encrypted`: it does not open without a password. `too_complex`: checking it took more than a file may take. */
export type PdfFault = 'damaged' | 'encrypted' | 'too_complex';

/** Bounds of one check: a file of 10 MB may say that it is gigabytes, or lead a reader in circles. */
type Bounds = { ms: number; heapMegabytes: number; outsideHeapBytes: number };
const MOST: Bounds = { ms: 20_000, heapMegabytes: 256, outsideHeapBytes: 256 << 20 };
const WATCH_MS = 25;
const WORKER = join(process.cwd(), 'lib/disputes/server/workers/judge-pdf.ts');

let turn: Promise<unknown> = Promise.resolve();

/** What keeps readers from opening a PDF, or null. Files are checked one after the other, apart from all requests. */
export function judgePdf(bytes: Uint8Array, most: Bounds = MOST): Promise<PdfFault | null> {
  const mine = turn.then(() => judge(bytes, most));
  turn = mine.catch(() => null);
  return mine;
}

function judge(bytes: Uint8Array, most: Bounds): Promise<PdfFault | null> {
  // Asked for at run time: the bundler would follow `new Worker`, and the file runs as it lies there.
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const worker = new Worker(WORKER, {
    workerData: bytes,
    // Nothing of the product's: no settings, no flags, and what a library warns of a file is in no log.
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: most.heapMegabytes },
  });
  const judged = new Promise<PdfFault | null>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve('too_complex') : reject(error),
    );
    worker.once('exit', () => reject(new Error('The check of a PDF ended without a word.')));
  });
  const { stop, over } = bounds(worker, most);
  return Promise.race([judged, over]).finally(() => {
    stop();
    void worker.terminate();
  });
}

type Watched = { getHeapStatistics: () => Promise<{ external_memory: number }> };

/** `over`: the check took longer, or more memory outside of its heap, than it may. */
function bounds(worker: Watched, most: Bounds): { over: Promise<PdfFault>; stop: () => void } {
  let deadline: NodeJS.Timeout | undefined;
  let watch: NodeJS.Timeout | undefined;
  const over = new Promise<PdfFault>((resolve) => {
    deadline = setTimeout(resolve, most.ms, 'too_complex');
    watch = setInterval(async () => {
      const memory = await worker.getHeapStatistics().catch(() => null);
      if (memory !== null && memory.external_memory > most.outsideHeapBytes) resolve('too_complex');
    }, WATCH_MS);
  });
  const stop = () => {
    clearTimeout(deadline);
    clearInterval(watch);
  };
  return { over, stop };
}
