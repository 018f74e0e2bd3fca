import 'server-only';
import { plainJson } from '#lib/core/http/json.ts';
import { countOf, secondsLeftOf } from '#lib/core/provider-numbers.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { isObject, objectReader, type ReadObject, wholeNumber } from '#lib/providers/fields.ts';
import type { ReportJob } from '#lib/providers/money-records.ts';
import { derivedId, hasDate, hasId, type Must, withRequestedId } from '#lib/providers/rows.ts';
import { best, listOf, unwrapLayers, type WireList } from '#lib/providers/unwrap.ts';

const PARAMS = ['params', 'filters', 'filter', 'parameters'];

/**
 * Document 1's report jobs. One route sends `expiresAt`, another `storageExpiresAt`; most states are not
 * shown.
 */
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
export function readJobs(json: unknown): Omit<WireList, 'rows'> & { rows: ReportJob[] } {
  const { rows, ...rest } = listOf(json, ['reports', 'report', 'jobs']);
  return {
    ...rest,
    rows: rows.map(readJobFields.row).map(toJob),
  };
}

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
