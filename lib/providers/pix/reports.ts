import 'server-only';
import { statusOf } from '#lib/providers/absence.ts';
import { type AdapterDeps, absentFor, ended } from '#lib/providers/client/adapter-deps.ts';
import { numbered, readPage } from '#lib/providers/client/numbered.ts';
import { segment } from '#lib/providers/client/paths.ts';
import type { ReportJob } from '#lib/providers/money-records.ts';
import { translateRefusal } from '#lib/providers/pix/field-names.ts';
import { JOB_MUST, readDownload, readJob, readJobs } from '#lib/providers/pix/wire-reports.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import { UnreadableAnswer } from '#lib/providers/unwrap.ts';

type Reports = NonNullable<ProviderPort['reports']>;

/** Document 1, Reports. The routes that read jobs are not in document 1: null when they are missing. */
export function reportsOf(deps: AdapterDeps): Reports {
  const { client, readable } = deps;
  const list = listOf(deps);
  return {
    async create({ from, to, status, type }, change) {
      const last = new Date(Date.parse(to) - 1).toISOString();
      const period = { dateFrom: new Date(from).toISOString(), dateTo: last };
      const lists = {
        ...(status.length === 0 ? {} : { status }),
        ...(type.length === 0 ? {} : { type }),
      };
      const outcome = await client.change('POST', '/user/report', { json: { ...period, ...lists } }, change);
      return translateRefusal(await ended(readable, outcome, ({ json }) => readJob(json)), FORM);
    },
    list,
    get: (id, call) => jobOf(deps, id, call, list),
    async download(id, call) {
      const path = `/user/report/${segment(id)}/download`;
      const asking = { ...call, sending: async () => undefined };
      const outcome = await client.change('POST', path, null, asking, { thing: true });
      if (outcome.kind !== 'done') throw outcome.error;
      const { json, asOf } = outcome.value;
      return readable(() => {
        const found = readDownload(json, asOf);
        if (found === null) throw new UnreadableAnswer('address');
        return found;
      }, outcome.requestId);
    },
  };
}

const FORM = { dateFrom: 'from', dateTo: 'to' };

function listOf({ client, readable, now }: AdapterDeps): Reports['list'] {
  const absent = absentFor(now);
  return ({ page, limit }, call) =>
    absent(async () => {
      const ask = { page, limit: Math.min(100, limit) };
      const { read, asOf } = await readPage(ask, async (one) => {
        const query = { page: String(one.page), limit: String(one.limit) };
        const { json, asOf } = await client.read('/user/report', query, call);
        return { read: readable(() => readJobs(json)), asOf };
      });
      return numbered(read.rows, read, ask, asOf, JOB_MUST);
    });
}

/** Reads a job by its id, else finds it among the newest 100; null when it is in neither. */
async function jobOf(
  { client, readable }: AdapterDeps,
  id: string,
  call: Call,
  list: Reports['list'],
): Promise<ReportJob | null> {
  try {
    const { json } = await client.read(`/user/report/${segment(id)}`, {}, call, { thing: true });
    return readable(() => readJob(json, id));
  } catch (error) {
    const status = statusOf(error);
    if (status !== 404 && status !== 405) throw error;
    const newest = await list({ page: 1, limit: 100 }, call);
    return newest?.items.find((job) => job.id === id) ?? null;
  }
}
