import { describe, expect, test } from 'vitest';
import {
  type Act,
  json,
  portTo,
  refusal,
  testProvider,
  text,
} from '#lib/providers/pix/testing/test-provider.ts';

const provider = testProvider();
const ENQUEUED = { enqueued: { count: 1, truncated: false, items: [{ transactionId: 't1' }] } };
const WINDOW = { from: '2026-10-01T00:00:00.000Z', to: '2026-10-02T00:00:00.000Z' };
const SENT = { createdAtFrom: WINDOW.from, createdAtTo: WINDOW.to };

function over(...acts: Act[]) {
  provider.acts = acts;
  return portTo(provider.base);
}

test('each route, its body and its answer', async () => {
  const answer = json(200, ENQUEUED);
  const { port, change } = over(answer, answer, answer, answer, json(200, { message: 'ok', total: 4 }));
  const done = { kind: 'done', value: { count: 1, items: [{ transactionId: 't1' }] } };
  const lists = { transactionIds: ['t1'], types: ['DEPOSIT'], status: ['COMPLETED'] };
  expect(await port.resends.transaction('t/1', change)).toMatchObject(done);
  expect(await port.resends.webhook('w/1', change)).toMatchObject(done);
  expect(await port.resends.byFilter({ ...WINDOW, ...lists, webhookIds: ['w'] }, change)).toMatchObject(done);
  expect(await port.resends.registered({ ...WINDOW, webhookIds: ['w'] }, change)).toMatchObject(done);
  const empty = { transactionIds: [], types: [], status: [], webhookIds: [] };
  expect(await port.resends.byFilter({ ...WINDOW, ...empty }, change)).toMatchObject({ value: { count: 4 } });
  const sent = provider.arrived.map(({ method, url, body }) => [
    `${method} ${url}`,
    body === '' ? null : JSON.parse(body),
  ]);
  expect(sent).toEqual([
    ['POST /v1/user/callbacks/resend/t%2F1', null],
    ['POST /v1/user/callbacks/resend/webhook/w%2F1', null],
    [
      'POST /v1/user/callbacks/resend',
      { ...SENT, transactionIds: ['t1'], transactionTypes: ['DEPOSIT'], transactionStatus: ['COMPLETED'] },
    ],
    ['POST /v1/user/callbacks/resend/webhook', { ...SENT, webhookIds: ['w'] }],
    ['POST /v1/user/callbacks/resend', SENT],
  ]);
});

describe('how one ends', () => {
  test.each<[string, Act, object]>([
    [
      'accepted without a word',
      text(202, ''),
      { kind: 'done', value: { count: null, items: [], message: null } },
    ],
    ['the limit of the new build', refusal(422, 'PZG422'), { kind: 'refused', error: { status: 422 } }],
    [
      'the limit of the old build',
      refusal(429, 'PZG429'),
      { kind: 'refused', error: { code: 'rate_limited' } },
    ],
    [
      'nothing to send',
      refusal(404, 'PZW310'),
      { kind: 'refused', error: { code: 'provider_rejected', status: 404 } },
    ],
    ['no such route', text(405, ''), { kind: 'refused', error: { code: 'not_supported' } }],
    ['silence', () => undefined, { kind: 'unknown', error: { code: 'provider_timeout' } }],
    ['a page of a proxy', text(200, '<html>'), { kind: 'unknown' }],
    ['a list', json(200, 'queued'), { kind: 'unknown' }],
  ])('%s', async (_, answer, end) => {
    const { port, change, sent } = over(answer);
    expect(await port.resends.byFilter(WINDOW, change)).toMatchObject(end);
    expect(sent.times).toBe(1);
  });
});

describe('R12: the window’s names are learnt before a job fails', () => {
  const invalid = (...fields: [string, string][]) =>
    refusal(400, 'PZV001', { details: fields.map(([field, message]) => ({ field, message })) });
  const names = () =>
    provider.arrived.map(({ body }) =>
      Object.keys(JSON.parse(body) as object)
        .slice(0, 2)
        .join(' '),
    );

  test.each<[string, Act[], string[]]>([
    [
      'what is missing is named',
      [invalid(['dateFrom', 'é obrigatório'], ['dateTo', 'é obrigatório'])],
      ['createdAtFrom createdAtTo', 'dateFrom dateTo'],
    ],
    [
      'what is not known is named',
      [invalid(['createdAtFrom', 'property createdAtFrom should not exist'])],
      ['createdAtFrom createdAtTo', 'dateFrom dateTo'],
    ],
    [
      'nothing that was sent is named',
      [refusal(400, 'PZV001'), refusal(400, 'PZV001')],
      ['createdAtFrom createdAtTo', 'dateFrom dateTo', 'startDate endDate'],
    ],
  ])('where %s', async (_, refusals, tried) => {
    const { port, change } = over(...refusals, json(200, ENQUEUED), json(200, ENQUEUED));
    const filter = { ...WINDOW, transactionIds: ['t1'] };
    expect(await port.resends.byFilter(filter, change)).toMatchObject({ kind: 'done' });
    expect(await port.resends.byFilter(filter, change)).toMatchObject({ kind: 'done' });
    expect(names()).toEqual([...tried, tried.at(-1)]);
  });

  test.each<[string, Act]>([
    ['the window is too old', invalid(['createdAtFrom', 'no máximo 30 dias atrás'])],
    ['ids are not taken', invalid(['transactionIds', 'property transactionIds should not exist'])],
    ['the limit is reached', refusal(422, 'PZG422')],
  ])('and never where %s', async (_, act) => {
    const { port, change } = over(act);
    expect(await port.resends.byFilter({ ...WINDOW, transactionIds: ['t1'] }, change)).toMatchObject({
      kind: 'refused',
    });
    expect(provider.arrived).toHaveLength(1);
  });
});
