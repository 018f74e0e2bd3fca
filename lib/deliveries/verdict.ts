/** Judges an hour or day of deliveries, and says what to do. Pure. */

type Line = {
  address: string | null;
  delivered: number;
  failed: number;
  ms: number | null;
  slowest: number | null;
  statuses: readonly (number | null)[];
};

/** An answer this late is on its way to the service's limit of 5 s. */
export const SLOW_MS = 500;
const NEAR_LIMIT_MS = 4_000;

/** Causes of answers that are not 2xx, in the order in which they explain most. */
const CAUSES = [
  ['none', (status: number | null) => status === null],
  ['broken', (status: number | null) => (status ?? 0) >= 500],
  ['denied', (status: number | null) => status === 401 || status === 403],
  ['missing', (status: number | null) => status === 404 || status === 410],
  ['limited', (status: number | null) => status === 429],
  ['redirect', (status: number | null) => status !== null && status >= 300 && status < 400],
  ['refused', (status: number | null) => status !== null && status >= 400],
] as const;
export type Cause = (typeof CAUSES)[number][0];

export type Verdict<L extends Line> =
  | { kind: 'stopped' | 'some'; line: L; cause: Cause }
  | { kind: 'slow'; line: L }
  | { kind: 'fine' };

/** Of all lines the one that asks for somebody: nothing arrived, some did not, slow; else all is well. */
export function verdictOf<L extends Line>(lines: readonly L[]): Verdict<L> {
  const most = (fits: (line: L) => boolean, by: (line: L) => number) =>
    lines.filter(fits).sort((a, b) => by(b) - by(a))[0];
  const failed = ({ failed: count }: L) => count;
  const stopped = most((line) => line.failed > 0 && line.delivered === 0, failed);
  const worst = stopped ?? most((line) => line.failed > 0, failed);
  if (worst !== undefined) {
    const found = CAUSES.find(([, is]) => worst.statuses.some(is));
    return { kind: worst === stopped ? 'stopped' : 'some', line: worst, cause: found?.[0] ?? 'refused' };
  }
  const slow = most(
    ({ ms, slowest }) => (ms ?? 0) >= SLOW_MS || (slowest ?? 0) >= NEAR_LIMIT_MS,
    ({ slowest, ms }) => slowest ?? ms ?? 0,
  );
  return slow === undefined ? { kind: 'fine' } : { kind: 'slow', line: slow };
}
