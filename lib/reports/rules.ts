import { saoPauloDay } from '#lib/core/dates.ts';
import { jobStateOf } from '#lib/core/status/service.ts';

/** Document 1's types and statuses that a report can filter by. */
export const REPORT_TYPES = ['DEPOSIT', 'WITHDRAW', 'COMMISSION', 'LIQUIDATION', 'ADJUSTMENT'] as const;
export const REPORT_STATUSES = [
  'COMPLETED',
  'PENDING',
  'WAITING_FOR_REFUND',
  'REFUNDED',
  'CANCELED',
  'EXPIRED',
  'ERROR',
] as const;

export const REPORT_STATES = ['pending', 'running', 'completed', 'failed', 'expired', 'unknown'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

type Job = { status: string | null; expiresAt: string | null };

/** State of a job; `expired`: its file was removed. `now`: epoch ms by the provider's clock. */
export function stateOf({ status, expiresAt }: Job, now: number): ReportState {
  const state = jobStateOf(status) ?? 'unknown';
  const gone = expiresAt !== null && Date.parse(expiresAt) <= now;
  return state === 'completed' && gone ? 'expired' : state;
}

/** Rows of a report's file. Null: unknown. Document 1 reports 0 rows until there is a file (`none`). */
export function rowsOf({ state, rows }: { state: ReportState; rows: number | null }): number | 'none' | null {
  if (rows !== null && rows > 0) return rows;
  if (isWorking(state) || state === 'failed') return 'none';
  return state === 'unknown' ? null : rows;
}

export const isWorking = (state: ReportState): boolean => state === 'pending' || state === 'running';

/** Whether a download can succeed. */
export const mayDownload = (state: ReportState): boolean => state === 'completed' || state === 'unknown';

type Period = { from: string | null; to: string | null };

/** São Paulo days of a period with an exclusive end. Null: unknown. */
export const daysOf = ({ from, to }: Period): Period => ({
  from: from === null ? null : saoPauloDay(from),
  to: to === null ? null : saoPauloDay(new Date(Date.parse(to) - 1)),
});

const SOON_MS = 5_000;
const LATER_MS = 30_000;
const NEW_MS = 120_000;

/** ms until a list with these jobs is refetched. False: no job is running. */
export function refetchDelay(
  jobs: readonly { state: ReportState; createdAt: string | null }[],
  now: number,
): number | false {
  const working = jobs.filter(({ state }) => isWorking(state));
  if (working.length === 0) return false;
  const fresh = working.some(({ createdAt }) => createdAt === null || now - Date.parse(createdAt) < NEW_MS);
  return fresh ? SOON_MS : LATER_MS;
}
