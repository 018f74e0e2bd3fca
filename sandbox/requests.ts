export type RequestRecord = {
  /** Simulated epoch ms. */
  at: number;
  method: string;
  path: string;
  query: string;
  route: string;
  status: number | null;
  fault?: string;
};

export type Requests = {
  record(entry: RequestRecord): void;
  /** Called once the route is known, so that counts are by route and not by address. */
  count(entry: RequestRecord): void;
  last(): RequestRecord[];
  counts(): Record<string, number>;
};

const KEPT = 500;
const COUNTED = 400;

export function createRequests(): Requests {
  const counts = new Map<string, number>();
  let ring: RequestRecord[] = [];
  return {
    record(entry) {
      ring.push(entry);
      if (ring.length > KEPT * 2) ring = ring.slice(-KEPT);
    },
    last: () => ring.slice(-KEPT),
    count({ route }) {
      if (counts.size < COUNTED || counts.has(route)) counts.set(route, (counts.get(route) ?? 0) + 1);
    },
    counts: () => Object.fromEntries(counts),
  };
}
