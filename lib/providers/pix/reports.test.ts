import { describe, expect, test } from 'vitest';
import { ReportJob } from '#lib/providers/money-records.ts';
import {
  type Act,
  json,
  portTo,
  refusal,
  testProvider,
  text,
} from '#lib/providers/pix/testing/test-provider.ts';

const provider = testProvider();
const JOB = {
  id: 'job_1',
  status: 'RUNNING',
  createdAt: '2026-10-02T09:00:00Z',
  updatedAt: '2026-10-02T09:00:02Z',
  params: {
    dateFrom: '2026-10-01T00:00:00Z',
    dateTo: '2026-10-01T23:59:59.999Z',
    status: ['COMPLETED'],
    type: [],
  },
  writtenRows: null,
  expiresAt: '2026-10-09T09:00:00Z',
};
const READ = {
  id: 'job_1',
  status: 'RUNNING',
  from: '2026-10-01T00:00:00.000Z',
  to: '2026-10-02T00:00:00.000Z',
  types: [],
  statuses: ['COMPLETED'],
  rows: null,
  expiresAt: '2026-10-09T09:00:00.000Z',
};

describe('a job', () => {
  test.each<[string, unknown, object]>([
    ['as it is known', JOB, READ],
    [
      'in an envelope, by other names',
      {
        data: {
          report: {
            reportId: 'job_1',
            state: 'PROCESSING',
            filters: {
              dateFrom: '2026-10-01T00:00:00Z',
              dateTo: '2026-10-01T23:59:59.999Z',
              status: 'COMPLETED,',
            },
            storageExpiresAt: '2026-10-09T09:00:00Z',
            rows: '12',
            format: 'CSV',
          },
        },
      },
      { ...READ, status: 'PROCESSING', rows: 12, other: { format: 'CSV' } },
    ],
    [
      'bare',
      { id: 'job_1', status: 'WHATEVER' },
      { status: 'WHATEVER', from: null, to: null, rows: null, expiresAt: null },
    ],
  ])('%s', async (_, body, job) => {
    provider.acts = [json(200, body)];
    expect(ReportJob.parse(await portTo(provider.base).port.reports.get('job/1', {}))).toMatchObject(job);
    expect(provider.arrived[0]?.url).toBe('/v1/user/report/job%2F1');
  });

  test('without its route it is looked for in the list; null where neither has it', async () => {
    const listed = json(200, { total: 1, pages: 1, reports: [JOB] });
    provider.acts = [text(404, ''), listed, text(405, ''), listed, text(404, ''), text(404, '')];
    const { port } = portTo(provider.base);
    expect(await port.reports.get('job_1', {})).toMatchObject({ id: 'job_1' });
    expect(await port.reports.get('other', {})).toBeNull();
    expect(await port.reports.get('job_1', {})).toBeNull();
    // The list is not requested again for an hour.
    expect(await port.reports.list({ page: 1, limit: 10 }, {})).toBeNull();
    expect(provider.arrived).toHaveLength(6);
  });

  test('what is ordered, and how it ends', async () => {
    provider.acts = [
      json(202, { ...JOB, status: 'PENDING', writtenRows: 0 }),
      refusal(422, 'PZG422'),
      text(202, ''),
    ];
    const { port, change } = portTo(provider.base);
    const period = { from: '2026-10-01T03:00:00Z', to: '2026-10-02T03:00:00.000Z' };
    const plain = { ...period, status: [], type: [] };
    expect(
      await port.reports.create({ ...period, status: ['ERROR'], type: ['DEPOSIT'] }, change),
    ).toMatchObject({
      kind: 'done',
      value: { id: 'job_1', status: 'PENDING', rows: 0 },
    });
    expect(await port.reports.create(plain, change)).toMatchObject({
      kind: 'refused',
      error: { status: 422 },
    });
    expect(await port.reports.create(plain, change)).toMatchObject({ kind: 'unknown' });
    const bodies = provider.arrived.map(({ body }) => JSON.parse(body) as unknown);
    const sent = { dateFrom: '2026-10-01T03:00:00.000Z', dateTo: '2026-10-02T02:59:59.999Z' };
    expect(bodies.slice(0, 2)).toEqual([{ ...sent, status: ['ERROR'], type: ['DEPOSIT'] }, sent]);
  });

  test('a refused period is refused at its own fields', async () => {
    provider.acts = [refusal(400, 'PZV001', { details: [{ field: 'dateTo', message: 'x' }] })];
    const { port, change } = portTo(provider.base);
    const input = { from: '2026-10-01T03:00:00Z', to: '2026-10-01T03:00:00Z', status: [], type: [] };
    expect(await port.reports.create(input, change)).toMatchObject({
      error: { details: { fields: [{ field: 'to', message: 'x' }] } },
    });
  });
});

describe('where the file is', () => {
  const url = 'https://files.example/a.csv?signature=x';
  test.each<[string, unknown, unknown]>([
    ['as it is known', { url, expiresAt: '2026-10-02T09:05:00Z' }, '2026-10-02T09:05:00.000Z'],
    [
      'in an envelope',
      { data: { downloadUrl: url, validUntil: '2026-10-02T09:05:00Z' } },
      '2026-10-02T09:05:00.000Z',
    ],
    ['in an object', { download: { url: { href: url } } }, null],
    ['seconds', { signed_url: url, expires_in: 300 }, expect.stringMatching(/Z$/)],
    ['a text', url, null],
    ['a wrapped text', { data: url }, null],
  ])('%s', async (_, body, expiresAt) => {
    provider.acts = [json(200, body)];
    expect(await portTo(provider.base).port.reports.download('job/1', {})).toEqual({ url, expiresAt });
    expect(provider.arrived[0]).toMatchObject({
      method: 'POST',
      url: '/v1/user/report/job%2F1/download',
      body: '',
    });
  });

  test.each<[string, Act, object]>([
    ['unknown', refusal(404, 'PZG404'), { code: 'not_found' }],
    ['removed', refusal(410, 'PZG410'), { status: 410 }],
    ['not ready', refusal(422, 'PZG422'), { status: 422 }],
    ['a sentence', json(200, { message: 'ok' }), { code: 'provider_unreadable' }],
    ['no address', json(200, { url: 'javascript:alert(1)' }), { code: 'provider_unreadable' }],
  ])('nowhere: %s', async (_, act, error) => {
    provider.acts = [act];
    await expect(portTo(provider.base).port.reports.download('x', {})).rejects.toMatchObject(error);
  });
});
