import { readFileSync } from 'node:fs';

export const median = (values: readonly number[]) => percentile(values, 50);

/** The nearest-rank percentile; NaN of nothing. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

export async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

/** Runs each of the named things once a round, in turn, so that the machine's noise meets all of them alike. */
export async function interleaved<K extends string>(
  rounds: number,
  runs: Record<K, (round: number) => Promise<number>>,
): Promise<Record<K, number[]>> {
  const names = Object.keys(runs) as K[];
  const figures = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) figures[name].push(await runs[name](round));
  return figures;
}

/** Starts one call each 1/rate s, whether earlier ones have ended or not; gives each call's ms. */
export async function paced(perSecond: number, seconds: number, run: () => Promise<unknown>) {
  const began = performance.now();
  const calls = Array.from({ length: perSecond * seconds }, async (_, index) => {
    const due = began + (index * 1000) / perSecond;
    await sleep(due - performance.now());
    return timed(run);
  });
  return Promise.all(calls);
}

/** Calls a second that `width` callers get through, who each ask again as soon as they were answered. */
export async function throughput(
  width: number,
  seconds: number,
  run: () => Promise<unknown>,
): Promise<number> {
  const began = performance.now();
  const until = began + seconds * 1000;
  let count = 0;
  const caller = async () => {
    while (performance.now() < until) {
      await run();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: width }, caller));
  return (count * 1000) / (performance.now() - began);
}

export const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, Math.max(0, milliseconds));
  });

/** Resident bytes of a process (Linux; NaN elsewhere). */
export function residentBytes(pid: number): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) * 1024;
  } catch {
    return Number.NaN;
  }
}

/** The most a process takes until `stop` is called. */
export function watchMemory(pid: number): { stop: () => number } {
  let most = residentBytes(pid);
  const timer = setInterval(() => {
    most = Math.max(most, residentBytes(pid));
  }, 50);
  return {
    stop: () => {
      clearInterval(timer);
      return most;
    },
  };
}

/** Processor time of a process so far, in ms (Linux; NaN elsewhere). */
export function processorMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}
