import { PixError } from '../errors.ts';
import type { PixRequest, PixRoute } from '../types.ts';
import type { ListFilter } from '../world/listing.ts';
import { isoOf } from '../world/rows.ts';
import { MINUTE } from '../world/timeline.ts';
import { Fields } from './fields.ts';
import { csv, direction, notFound, oneOf, paging, parseTime, time } from './params.ts';
import { type PixParts, STATUSES, TYPES } from './parts.ts';
import { type Jobs, MOST_RUNNING, type ReportJob } from './report-jobs.ts';

const VALID = 5 * MINUTE;
const STATES = ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED'];

export function filterOfJob(job: Pick<ReportJob, 'from' | 'to' | 'status' | 'type'>): ListFilter {
  return {
    from: job.from,
    to: job.to,
    ...(job.status.length > 0 ? { statuses: new Set(job.status) } : {}),
    ...(job.type.length > 0 ? { types: new Set(job.type) } : {}),
  };
}

async function create(parts: PixParts, jobs: Jobs, { body }: PixRequest) {
  const fields = new Fields(body);
  const dateFrom = fields.required('dateFrom', 40);
  const dateTo = fields.required('dateTo', 40);
  const status = fields.list('status', STATUSES);
  const type = fields.list('type', TYPES);
  fields.done();
  const [from, to] = [parseTime(dateFrom, 'dateFrom', false), parseTime(dateTo, 'dateTo', true)];
  if (to < from) {
    fields.fail('dateTo', 'deve ser igual ou posterior a dateFrom');
    fields.done();
  }
  const running = jobs.newest().filter((job) => jobs.stateOf(job) !== 'COMPLETED');
  if (running.length >= MOST_RUNNING)
    throw new PixError(422, 'PZG422', 'Há relatórios demais em processamento.');
  const { total } = await parts.world.list(filterOfJob({ from, to, status, type }), 0, 1);
  if (total === 0)
    throw new PixError(422, 'PZG422', 'Nenhuma transação corresponde ao período e aos filtros.');
  const job = jobs.add({
    createdAt: parts.world.now(),
    from,
    to,
    status,
    type,
    dateFrom,
    dateTo,
    rows: total,
  });
  return { status: 202, json: jobs.json(job, true) };
}

function list(jobs: Jobs, { query }: PixRequest) {
  const { limit, offset } = paging(query, 100);
  const states = csv(query, 'status', STATES);
  const sortBy = oneOf(query, 'sortBy', ['createdAt', 'updatedAt']) ?? 'createdAt';
  const bounds = (name: string) => [
    time(query, `${name}From`, false) ?? -Infinity,
    time(query, `${name}To`, true) ?? Infinity,
  ];
  const [createdFrom = -Infinity, createdTo = Infinity] = bounds('createdAt');
  const [updatedFrom = -Infinity, updatedTo = Infinity] = bounds('updatedAt');
  const found = jobs.newest().filter((job) => {
    const updatedAt = jobs.updatedAt(job);
    return (
      (!states || states.has(jobs.stateOf(job))) &&
      job.createdAt >= createdFrom &&
      job.createdAt <= createdTo &&
      updatedAt >= updatedFrom &&
      updatedAt <= updatedTo
    );
  });
  if (sortBy === 'updatedAt') found.sort((a, b) => jobs.updatedAt(b) - jobs.updatedAt(a));
  if (direction(query)) found.reverse();
  const reports = found.slice(offset, offset + limit).map((job) => jobs.json(job, false));
  return { status: 200, json: { total: found.length, pages: Math.ceil(found.length / limit), reports } };
}

export function reportRoutes(parts: PixParts, jobs: Jobs): PixRoute[] {
  const found = ({ params }: PixRequest): ReportJob => {
    const job = jobs.get(params.id ?? '');
    if (!job) throw notFound('PZG404', 'Relatório não encontrado.');
    return job;
  };

  function download(request: PixRequest) {
    const job = found(request);
    if (jobs.expired(job)) throw new PixError(410, 'PZG410', 'O arquivo do relatório expirou.');
    if (jobs.stateOf(job) !== 'COMPLETED')
      throw new PixError(422, 'PZG422', 'O relatório ainda não está pronto.');
    const until = parts.world.now() + VALID;
    const root = parts.place.baseUrl.replace(/\/v1$/, '');
    const url = `${root}/files/reports/${job.id}.csv?expires=${until}&signature=${jobs.sign(job.id, until)}`;
    return { status: 200, json: { url, expiresAt: isoOf(until) } };
  }

  return [
    { method: 'POST', path: '/user/report', handle: (request) => create(parts, jobs, request) },
    { method: 'GET', path: '/user/report', handle: (request) => list(jobs, request) },
    {
      method: 'GET',
      path: '/user/report/:id',
      handle: (request) => ({ status: 200, json: jobs.json(found(request), false) }),
    },
    { method: 'POST', path: '/user/report/:id/download', handle: download },
  ];
}
