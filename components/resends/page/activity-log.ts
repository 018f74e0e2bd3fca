import type { ResendDetail } from '#lib/resends/queries.ts';

export type Activity =
  | { kind: 'scheduled' | 'completed' | 'failed' | 'cancelled' | 'followed'; at: string }
  | { kind: 'next'; at: string; number: number }
  | { kind: 'accepted'; at: string; first: number; last: number; requests: number; items: number }
  | { kind: 'refused'; at: string; number: number; code: string | null }
  | { kind: 'unknown'; at: string; number: number };

type Job = Pick<
  ResendDetail,
  'state' | 'createdAt' | 'completedAt' | 'pausedUntil' | 'followedUntil' | 'requests' | 'problem'
>;

/** Lines of a job, newest first, consecutive accepted requests as one; ahead: the next try. */
export function activitiesOf(job: Job, now: number): { past: Activity[]; ahead: Activity | null } {
  const lines: Activity[] = [{ kind: 'scheduled', at: job.createdAt }];
  for (const request of job.requests) {
    const line = lineOf(request);
    if (line === null) continue;
    const last = lines.at(-1);
    if (line.kind === 'accepted' && last?.kind === 'accepted') {
      Object.assign(last, {
        at: line.at,
        last: line.last,
        requests: last.requests + 1,
        items: last.items + line.items,
      });
    } else lines.push(line);
  }
  if (job.completedAt !== null && ENDED.has(job.state))
    lines.push({ kind: job.state as 'completed', at: job.completedAt });
  if (job.followedUntil !== null && Date.parse(job.followedUntil) <= now)
    lines.push({ kind: 'followed', at: job.followedUntil });
  return { past: lines.reverse(), ahead: aheadOf(job) };
}

const ENDED = new Set(['completed', 'cancelled', 'failed']);

function lineOf(request: ResendDetail['requests'][number]): Activity | null {
  const { number, state, accepted, transactions, code } = request;
  const at = request.endedAt ?? request.sentAt;
  if (at === null) return null;
  if (state === 'accepted')
    return {
      kind: 'accepted',
      at,
      first: number,
      last: number,
      requests: 1,
      items: accepted ?? transactions,
    };
  if (state === 'refused') return { kind: 'refused', at, number, code };
  return state === 'unknown' ? { kind: 'unknown', at, number } : null;
}

function aheadOf({ state, pausedUntil, requests }: Job): Activity | null {
  if (state !== 'paused' || pausedUntil === null) return null;
  const next = requests.find((request) => request.state === 'waiting' || request.state === 'planned');
  return next === undefined ? null : { kind: 'next', at: pausedUntil, number: next.number };
}
