import type { Api } from './faults.ts';

export type RequestRecord = {
  /** Simulated epoch ms. */
  at: number;
  /** Absent: pix. */
  api?: Api;
  method: string;
  path: string;
  query: string;
  route: string;
  status: number | null;
  fault?: string;
};

export type Requests = {
  record(entry: RequestRecord): void;
  /** Called once the route is known, so requests are counted by route and not by address. */
  count(entry: RequestRecord): void;
  last(): RequestRecord[];
  counts(): Record<string, number>;
};

const MAX_STORED = 500;
const COUNTED = 400;

export function createRequests(): Requests {
  const counts = new Map<string, number>();
  let ring: RequestRecord[] = [];
  return {
    record(entry) {
      ring.push(entry);
      if (ring.length > MAX_STORED * 2) ring = ring.slice(-MAX_STORED);
    },
    last: () => ring.slice(-MAX_STORED),
    count({ api, route }) {
      const name = api === undefined ? route : `${api} ${route}`;
      if (counts.size < COUNTED || counts.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    counts: () => Object.fromEntries(counts),
  };
}
