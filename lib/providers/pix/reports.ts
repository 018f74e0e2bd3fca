import 'server-only';
import { plainJson } from '#lib/core/http/json.ts';
import { countOf, secondsLeftOf } from '#lib/core/provider-numbers.ts';
import { statusOf } from '#lib/providers/absence.ts';
import { type AdapterDeps, absentFor, ended } from '#lib/providers/client/adapter-deps.ts';
import { numbered, readPage } from '#lib/providers/client/lists.ts';
import { segment } from '#lib/providers/client/paths.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { isObject, objectReader, type ReadObject, wholeNumber } from '#lib/providers/fields.ts';
import type { ReportJob } from '#lib/providers/money-records.ts';
import { translateRefusal } from '#lib/providers/pix/field-names.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import { derivedId, hasDate, hasId, type Must, withRequestedId } from '#lib/providers/rows.ts';
import { best, type Rows, rowsOf, UnreadableAnswer, unwrapLayers } from '#lib/providers/unwrap.ts';

const PARAMS = ['params', 'filters', 'filter', 'parameters'];

/** Document 1's report jobs. One route sends `expiresAt`, another `storageExpiresAt`. */
const JOB = {
  id: means.ownId('report'),
  status: means.state(),
  createdAt: means.made(),
  updatedAt: means.changed(),
  writtenRows: means.rowCount(),
  storageExpiresAt: means.deadline('fileExpiresAt'),
  from: means.around(PARAMS, means.periodFrom()),
  to: means.around(PARAMS, means.periodTo()),
  statuses: means.within(PARAMS, means.statusWords()),
  types: means.around(PARAMS, means.typeWords()),
};
const readJobFields = objectReader(JOB, ['report', 'job']);
type WireJob = ReadObject<typeof JOB>;
export const JOB_MUST: Must<ReportJob> = {
  id: hasId,
  status: ({ status }) => status !== null,
  date: hasDate,
};

/** GET /user/report. */
export const readJobs = (json: unknown): Rows<ReportJob> =>
  rowsOf(json, ['reports', 'report', 'jobs'], (row) => toJob(readJobFields.row(row)));

/** POST /user/report, GET /user/report/{id}. `requestedId`: the id it was read by. */
export function readJob(json: unknown, requestedId: string | null = null): ReportJob {
  const fits = ({ fields, known }: WireJob) =>
    known >= 2 && (fields.id !== null || (requestedId !== null && fields.status !== null));
  const read = best(unwrapLayers(json, ['report', 'job']), readJobFields, fits, [
    'report',
    { id: ({ fields }) => fields.id !== null, status: ({ fields }) => fields.status !== null },
  ]);
  return toJob(requestedId === null ? read : withRequestedId(read, requestedId));
}

function toJob({ fields, other }: WireJob): ReportJob {
  const rows = countOf(wholeNumber(fields.writtenRows));
  return {
    id: fields.id ?? derivedId({ fields, other }),
    status: fields.status,
    from: fields.from,
    to: exclusive(fields.to),
    types: wordsOf(fields.types),
    statuses: wordsOf(fields.statuses),
    rows,
    expiresAt: fields.storageExpiresAt,
    createdAt: fields.createdAt,
    updatedAt: fields.updatedAt,
    other: plainJson(other) as Record<string, unknown>,
  };
}

/** The last ms of a period → its exclusive end, as Guichê counts. */
const exclusive = (to: string | null) => (to === null ? null : new Date(Date.parse(to) + 1).toISOString());

function wordsOf(value: unknown): string[] {
  if (typeof value === 'string')
    return value
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean);
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];
}

const DOWNLOAD = {
  url: means.url('downloadUrl', 'signedUrl', 'fileUrl', 'presignedUrl', 'url.href', 'url.url'),
  expiresAt: means.deadline('urlExpiresAt', 'expires'),
  expiresIn: means.secondsLeft(),
};
const readDownloadFields = objectReader(DOWNLOAD);

/** POST /user/report/{id}/download; null when the answer has no URL. `asOf`: ISO 8601 UTC. */
export function readDownload(json: unknown, asOf: string): { url: string; expiresAt: string | null } | null {
  const bare = typeof json === 'string' ? { url: json } : json;
  const inner = isObject(bare) && typeof bare.data === 'string' ? { url: bare.data } : bare;
  for (const layer of unwrapLayers(inner, ['download', 'report', 'file'])) {
    const { url, expiresAt, expiresIn } = readDownloadFields(layer).fields;
    if (url === null || !/^https?:\/\//i.test(url) || !URL.canParse(url)) continue;
    const seconds = secondsLeftOf(expiresIn);
    const until = seconds === null ? null : new Date(Date.parse(asOf) + seconds * 1000).toISOString();
    return { url, expiresAt: expiresAt ?? until };
  }
  return null;
}

type Reports = NonNullable<ProviderPort['reports']>;

/** Document 1, Reports. The routes that read jobs are not in document 1: null when they are missing. */
export function reportsOf(deps: AdapterDeps): Reports {
  const { client, readable } = deps;
  const list = jobLister(deps);
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
      const sending = { ...call, sending: async () => undefined };
      const outcome = await client.change('POST', path, null, sending, { thing: true });
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

function jobLister({ client, readable, now }: AdapterDeps): Reports['list'] {
  const absent = absentFor(now);
  return ({ page, limit }, call) =>
    absent(async () => {
      const request = { page, limit: Math.min(100, limit) };
      const { read, asOf } = await readPage(request, async (one) => {
        const query = { page: String(one.page), limit: String(one.limit) };
        const { json, asOf } = await client.read('/user/report', query, call);
        return { read: readable(() => readJobs(json)), asOf };
      });
      return numbered(read.rows, read, request, asOf, JOB_MUST);
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
