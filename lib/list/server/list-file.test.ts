import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EXPORTS } from '#lib/audit-log/actions.ts';
import type { Locale } from '#lib/core/i18n/locales.ts';
import { ExportHow } from '#lib/list/query-schema.ts';
import { instant, text } from './columns.ts';
import { csvTable } from './csv-table.ts';
import { formatOf, listFile } from './export-list.ts';

type Row = { id: string; at: string };
const table = csvTable<Row>([text('id', (row) => row.id), instant('createdAt', (row) => row.at)]);
type How = { form?: string; format?: string; file?: 'csv' | 'xlsx' };
const requestOf = ({ file, ...how }: How) => ({ ...ExportHow.parse(how), ...(file ? { file } : {}) });

const write = (
  how: How,
  filter: object,
  locale: Locale = 'pt-BR',
  name: (typeof EXPORTS)[number] = 'statement',
) =>
  listFile<Row>({
    ...{
      format: formatOf(requestOf(how), locale),
      file: how.file,
      locale,
      name,
      filter,
      table,
      filtered: false,
    },
    ...(name === 'audit' ? {} : { account: 'loja' }),
    pages: {
      first: { items: [{ id: '00123', at: '2026-11-19T14:00:00.000Z' }], next: null },
      read: () => Promise.reject(new Error('there is one page')),
      stop: () => {},
    },
    shown: (items) => items,
  });
const nameOf = (answer: Response) =>
  /filename="(.*)"$/.exec(answer.headers.get('content-disposition') ?? '')?.[1];

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-28T02:00:00Z'), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

it.each([
  [{}, 'pt-BR', 'machine'],
  [{}, 'en', 'machine'],
  [{ form: 'machine' }, 'pt-BR', 'machine'],
  [{ form: 'sheet' }, 'pt-BR', 'sheet-pt'],
  [{ form: 'sheet' }, 'en', 'sheet-en'],
  [{ form: 'sheet-pt' }, 'en', 'sheet-pt'],
  [{ format: 'rfc4180' }, 'en', 'machine'],
  [{ format: 'spreadsheet' }, 'en', 'sheet-pt'],
  [{ format: 'sheet' }, 'en', 'sheet-en'],
  [{ format: 'sheet-pt' }, 'pt-BR', 'sheet-pt'],
  [{ format: 'machine' }, 'pt-BR', 'machine'],
  [{ form: 'sheet-pt', format: 'spreadsheet' }, 'pt-BR', 'sheet-pt'],
  [{ file: 'xlsx' }, 'en', 'sheet-en'],
  [{ file: 'xlsx', form: 'machine' }, 'en', 'machine'],
] as const)('B5: %j of a page in %s is %s', (how, locale, format) =>
  expect(formatOf(requestOf(how), locale)).toBe(format),
);

it('B5: another word is refused at its field, and so is a second one that says otherwise', () => {
  for (const field of ['form', 'format']) {
    const [issue] = ExportHow.safeParse({ [field]: 'excel' }).error?.issues ?? [];
    expect(issue?.path).toEqual([field]);
  }
  expect(ExportHow.safeParse({ form: 'rfc4180' }).success).toBe(false);
  expect(() => formatOf(requestOf({ form: 'machine', format: 'spreadsheet' }), 'en')).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      details: { fields: [{ field: 'format', message: 'not_as_form' }] },
    }),
  );
});

it.each([
  [{ from: '2026-11-01', to: '2026-11-26' }, '2026-11-01-a-2026-11-26', '2026-11-01-to-2026-11-26'],
  [{ from: '2026-11-26', to: '2026-11-26' }, '2026-11-26', '2026-11-26'],
  // Instants, the end exclusive: São Paulo's 26th.
  [{ from: '2026-11-26T03:00:00.000Z', to: '2026-11-27T03:00:00.000Z' }, '2026-11-26', '2026-11-26'],
  // Today is São Paulo's 27th.
  [{ from: '2026-11-01', to: undefined }, '2026-11-01-a-2026-11-27', '2026-11-01-to-2026-11-27'],
  [{ from: null, to: '2026-11-20' }, 'ate-2026-11-20', 'until-2026-11-20'],
  [{}, 'ate-2026-11-27', 'until-2026-11-27'],
])('B4: a file of %j is named for its period, in the language of the page', (filter, pt, en) => {
  expect(nameOf(write({ form: 'sheet' }, filter))).toBe(`extrato-loja-${pt}.csv`);
  expect(nameOf(write({ form: 'sheet' }, filter, 'en'))).toBe(`statement-loja-${en}.csv`);
  expect(nameOf(write({ file: 'xlsx' }, filter))).toBe(`extrato-loja-${pt}.xlsx`);
  expect(nameOf(write({ form: 'sheet-pt' }, filter, 'en'))).toBe(`extrato-loja-${pt}.csv`);
  expect(nameOf(write({}, filter))).toBe('statement-loja-2026-11-27.csv');
});

it('B4: every list’s file has a name and a tab in both languages', async () => {
  for (const locale of ['pt-BR', 'en'] as const)
    for (const name of EXPORTS) {
      const answer = write({ file: 'xlsx' }, {}, locale, name);
      expect(nameOf(answer)).toMatch(/^[a-z-]+-2026-11-27\.xlsx$/);
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
    }
  expect(nameOf(write({ form: 'sheet' }, {}, 'pt-BR', 'audit'))).toBe('auditoria-ate-2026-11-27.csv');
});

it('both kinds are attachments of their type that nobody keeps', async () => {
  const csv = write({ form: 'sheet' }, {}, 'en');
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(await csv.text()).toBe('Id,Created (São Paulo time)\r\n"=""00123""",2026-11-19 11:00:00\r\n');
  const xlsx = write({ file: 'xlsx' }, {});
  expect(xlsx.headers.get('content-type')).toBe(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  );
  for (const answer of [csv, xlsx]) expect(answer.headers.get('cache-control')).toBe('private, no-store');
});
