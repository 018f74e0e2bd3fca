'use client';

import { useQuery } from '@tanstack/react-query';
import { ReadError } from '#components/list/read-error.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { isActive, waitsForResults } from '#lib/resends/progress.ts';
import type { ResendLine } from '#lib/resends/queries.ts';
import { recentResendsOptions } from '#lib/resends/recent-query.ts';
// The server draws one before its code, and its sheet with it, would be there.
import './resends.module.css';
import { serverClock } from '#lib/clock.ts';
import { RunningJob } from './running-job.tsx';

const FRESH_MS = 15 * 60_000;
const MOST = 2;

/** Jobs that run, and those that ended a short while ago and still wait for results. */
export function RunningJobs() {
  const account = useSession().account.slug;
  const { data, dataUpdatedAt, error, refetch } = useQuery(recentResendsOptions(account));
  const now = serverClock.toServer(dataUpdatedAt);
  const recent = (job: ResendLine) =>
    job.completedAt !== null && waitsForResults(job.counts) && now - Date.parse(job.completedAt) < FRESH_MS;
  const shown = data?.items.filter((job) => isActive(job) || recent(job)).slice(0, MOST) ?? [];
  return (
    <>
      {error !== null && <ReadError error={error} onRetry={() => void refetch()} />}
      {shown.map((job) => (
        <RunningJob key={job.id} job={job} now={now} />
      ))}
    </>
  );
}
