import type { SandboxLog } from './types.ts';

type LogEntry = Parameters<SandboxLog>[0];
export type LogBook = { write: SandboxLog; last(count: number): LogEntry[] };

export function createLog(): LogBook {
  let ring: LogEntry[] = [];
  return {
    write(entry) {
      ring.push(entry);
      if (ring.length > 400) ring = ring.slice(-200);
    },
    last: (count) => ring.slice(-count).reverse(),
  };
}
