import 'server-only';
import { plainJson } from '#lib/http/json.ts';
import { best, layersOf, listOf, type WireList } from '#lib/providers/envelopes.ts';
import {
  instant,
  isObject,
  number,
  objectReader,
  type ReadObject,
  raw,
  text,
  wholeNumber,
} from '#lib/providers/fields.ts';
import type { ReportJob } from '#lib/providers/money-records.ts';
import { derivedId } from '#lib/providers/rows.ts';
import { wordMap } from '#lib/word-map.ts';

/** Document 1's report jobs: `expiresAt` at one route, `storageExpiresAt` at another; states mostly not shown. */
const JOB = {
  id: text('reportId', 'jobId', '_id'),
  status: text('state', 'reportStatus', 'jobStatus'),
  createdAt: instant('creationDate', 'created', 'requestedAt'),
  updatedAt: instant('updateDate', 'updated'),
  writtenRows: number('rows', 'rowCount', 'totalRows', 'lines'),
  storageExpiresAt: instant('expiresAt', 'fileExpiresAt', 'expirationDate'),
  from: instant('params.dateFrom', 'filters.dateFrom', 'filter.dateFrom', 'dateFrom'),
  to: instant('params.dateTo', 'filters.dateTo', 'filter.dateTo', 'dateTo'),
  statuses: raw('params.status', 'filters.status', 'filter.status', 'params.statuses', 'filters.statuses'),
  types: raw('params.type', 'filters.type', 'filter.type', 'params.types', 'filters.types', 'type'),
};
const readJobFields = objectReader(JOB, ['report', 'job']);
type WireJob = ReadObject<typeof JOB>;

/** GET /user/report. */
export function readJobs(json: unknown): Omit<WireList, 'rows'> & { rows: ReportJob[] } {
  const { rows, ...rest } = listOf(json, ['reports', 'report', 'jobs']);
  return {
    ...rest,
    rows: rows.map(readJobFields.row).map(toJob),
  };
}

/** POST /user/report, GET /user/report/{id}. */
export function readJob(json: unknown): ReportJob {
  const fits = ({ fields, known }: WireJob) => fields.id !== null && known >= 2;
  return toJob(best(layersOf(json, ['report', 'job']), readJobFields, fits, 'report'));
}

/** Other words for the states that are known. */
const STATES = wordMap<string>({
  ...{ QUEUED: 'PENDING', CREATED: 'PENDING', WAITING: 'PENDING', REQUESTED: 'PENDING' },
  ...{ PROCESSING: 'RUNNING', IN_PROGRESS: 'RUNNING', STARTED: 'RUNNING', GENERATING: 'RUNNING' },
  ...{ DONE: 'COMPLETED', FINISHED: 'COMPLETED', READY: 'COMPLETED', SUCCESS: 'COMPLETED' },
  ...{ GENERATED: 'COMPLETED', AVAILABLE: 'COMPLETED' },
  ...{ ERROR: 'FAILED', FAILURE: 'FAILED', CANCELED: 'FAILED', CANCELLED: 'FAILED' },
});

function toJob({ fields, other }: WireJob): ReportJob {
  const { status } = fields;
  const known = status === null ? undefined : STATES[status.toUpperCase()];
  const rows = wholeNumber(fields.writtenRows);
  return {
    id: fields.id ?? derivedId({ fields, other }),
    status: known ?? status,
    from: fields.from,
    to: exclusive(fields.to),
    types: wordsOf(fields.types),
    statuses: wordsOf(fields.statuses),
    rows,
    expiresAt: fields.storageExpiresAt,
    createdAt: fields.createdAt,
    updatedAt: fields.updatedAt,
    other: {
      ...(plainJson(other) as Record<string, unknown>),
      ...(known === undefined ? {} : { status }),
    },
  };
}

/** The last ms of a period → its exclusive end, as the product counts. */
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
  url: text(
    'downloadUrl',
    'signedUrl',
    'fileUrl',
    'link',
    'href',
    'location',
    'presignedUrl',
    'url.href',
    'url.url',
  ),
  expiresAt: instant('validUntil', 'urlExpiresAt', 'expires', 'expirationDate'),
  expiresIn: number('expiresInSeconds', 'ttl'),
};
const readDownloadFields = objectReader(DOWNLOAD);

/** POST /user/report/{id}/download; null where the answer holds no address. `asOf` ISO 8601 UTC. */
export function readDownload(json: unknown, asOf: string): { url: string; expiresAt: string | null } | null {
  const bare = typeof json === 'string' ? { url: json } : json;
  const inner = isObject(bare) && typeof bare.data === 'string' ? { url: bare.data } : bare;
  for (const layer of layersOf(inner, ['download', 'report', 'file'])) {
    const { url, expiresAt, expiresIn } = readDownloadFields(layer).fields;
    if (url === null || !/^https?:\/\//i.test(url) || !URL.canParse(url)) continue;
    const seconds = wholeNumber(expiresIn);
    const until = seconds === null ? null : new Date(Date.parse(asOf) + seconds * 1000).toISOString();
    return { url, expiresAt: expiresAt ?? until };
  }
  return null;
}
