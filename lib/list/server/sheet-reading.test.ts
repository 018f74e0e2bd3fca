import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { xlsxStream } from '#lib/api/csv-stream.ts';
import { dateOfSerial, sheetsOf } from '#lib/api/testing/workbook.ts';
import { withOffset } from '#lib/core/dates.ts';
import { amount, count, instant, text } from './columns.ts';
import { csvTable } from './csv-table.ts';
import { openedAs, type Read } from './testing/spreadsheet.ts';

const digits = (least: number, most = least) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most });
const letters = (most: number) =>
  fc.string({ unit: fc.constantFrom(...'abcXYZ019-._/:'), minLength: 1, maxLength: most });
/** What people and services write as references, documents, keys and ids, and spreadsheets would like to be values. */
const identifier = fc.oneof(
  digits(1, 44),
  digits(3, 8).map((end) => `000${end}`),
  ...[digits(11), digits(14), digits(8), digits(44)],
  digits(11).map((d) => `${d.slice(0, 3)}.${d.slice(3, 6)}.${d.slice(6, 9)}-${d.slice(9)}`),
  digits(14).map(
    (d) => `${d.slice(0, 2)}.${d.slice(2, 5)}.${d.slice(5, 8)}/${d.slice(8, 12)}-${d.slice(12)}`,
  ),
  digits(11).map((d) => `+55${d}`),
  digits(31).map((d) => `E${d}`),
  fc.tuple(digits(26), letters(6)).map(([d, end]) => `E${d}${end}`),
  fc.tuple(digits(1, 4), fc.constantFrom('E', 'e', 'E+', 'e-'), digits(1, 3)).map((parts) => parts.join('')),
  fc.tuple(digits(1, 2), fc.constantFrom(...'/-.:'), digits(1, 4)).map((parts) => parts.join('')),
  fc.tuple(digits(1, 3), fc.constantFrom(...',.'), digits(1, 3)).map((parts) => parts.join('')),
  fc.date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }).chain((date) => {
    const [day = '', time = ''] = date.toISOString().split('T');
    const [y, m, d] = day.split('-');
    return fc.constantFrom(
      day,
      `${d}/${m}/${y}`,
      `${m}/${d}/${y}`,
      `${d}.${m}.${y}`,
      `${day} ${time.slice(0, 8)}`,
      time.slice(0, 5),
    );
  }),
  fc.constantFrom(
    ...[
      'TRUE',
      'false',
      'Verdadeiro',
      'FALSO',
      'MARCH1',
      'SEPT2',
      'DEZ-26',
      'jan/26',
      '19 nov 2026',
      '1 de maio',
    ],
    ...[
      '5%',
      '(12)',
      '-7',
      '+7',
      '1 1/2',
      'R$ 5',
      '1.234,56',
      '1,234.56',
      '10:30 PM',
      '1e5',
      '1E400',
      '12D5',
      '0x1F',
      '#N/A',
      '#REF!',
    ],
    ...['529.982.247-25', ' 00123', '00123 ', '0', '-0', '007', 'A1', 'R1C1', '12345678901234567890'],
  ),
  fc.uuid(),
  letters(40).filter((one) => !/^[-.]/.test(one)),
);
type Row = {
  id: string;
  reference: string;
  document: string;
  at: string;
  cents: number;
  exact: string | undefined;
  attempts: number;
};
const row: fc.Arbitrary<Row> = fc.record({
  ...{ id: identifier, reference: identifier, document: identifier },
  at: fc
    .integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2060, 0, 1) })
    .map((ms) => new Date(ms).toISOString()),
  cents: fc.oneof(
    fc.integer({ min: -99_999_999, max: 99_999_999 }),
    fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
  ),
  exact: fc.constantFrom(undefined, undefined, '0.125', '-1234.5678901'),
  attempts: fc.nat(1_000_000),
});
/** The same rows in every run. */
const ROWS = fc.sample(row, { numRuns: 1_000, seed: 20_261_128 });
const table = csvTable<Row>([
  text('id', (one) => one.id),
  text('clientReference', (one) => one.reference),
  instant('createdAt', (one) => one.at),
  text('payerDocument', (one) => one.document),
  amount(
    'amount',
    (one) => one.cents,
    (one) => one.exact,
  ),
  count('attempt', (one) => one.attempts),
]);
const clock = (at: string) => withOffset(at).slice(0, 19);
const reais = ({ cents }: Row) => Number((cents / 100).toFixed(2));

/** The rows as a workbook, read back. */
async function workbookOf(items: Row[]) {
  const stream = xlsxStream<Row>({
    first: { items, next: null },
    read: () => Promise.reject(new Error('no more')),
    stop: () => {},
    name: 'Transações',
    columns: table.sheetColumns(false, 'sheet-pt'),
    rows: (some) => table.sheetRows(some, null, 'sheet-pt'),
  });
  const [sheet] = sheetsOf(new Uint8Array(await new Response(stream).arrayBuffer()));
  const [head = [], ...rows] = sheet?.rows ?? [];
  return { ...sheet, head, rows };
}

describe('1,000 rows come back from a spreadsheet as they left', () => {
  for (const [language, format] of [
    ['pt-BR', 'sheet-pt'],
    ['en', 'sheet-en'],
  ] as const)
    it(`CSV, ${language}`, () => {
      const [head = [], ...rows] = openedAs(
        table.head(false, format) + table.lines(ROWS, null, format),
        language,
      );
      expect(head.map((cell) => cell.as)).toEqual(Array.from({ length: 7 }, () => 'text'));
      expect(rows).toHaveLength(ROWS.length);
      for (const [place, one] of ROWS.entries()) {
        const [id, reference, at, document, money, exact, attempts] = rows[place] ?? [];
        const read: [Read | undefined, Read][] = [
          [id, { as: 'text', text: one.id }],
          [reference, { as: 'text', text: one.reference }],
          [at, { as: 'date', at: clock(one.at) }],
          [document, { as: 'text', text: one.document }],
          [money, { as: 'number', number: reais(one) }],
          [exact, one.exact === undefined ? { as: 'empty' } : { as: 'number', number: Number(one.exact) }],
          [attempts, { as: 'number', number: one.attempts }],
        ];
        for (const [cell, expected] of read) expect(cell, JSON.stringify(one)).toEqual(expected);
      }
    });

  it('XLSX: texts, two decimals, dates to the millisecond, each with its type', async () => {
    const { name, frozen, head, rows } = await workbookOf(ROWS);
    expect(name).toBe('Transações');
    expect(frozen, 'the headings stay on top').toBe(1);
    expect(head[2]).toEqual({ as: 'text', text: 'Criada em (horário de São Paulo)' });
    expect(rows).toHaveLength(ROWS.length);
    for (const [place, one] of ROWS.entries()) {
      const [id, reference, at, document, money, exact, attempts] = rows[place] ?? [];
      expect([id, reference, document]).toEqual(
        [one.id, one.reference, one.document].map((text) => ({ as: 'text', text })),
      );
      expect(at).toMatchObject({ as: 'number', format: 'dd/mm/yyyy hh:mm:ss' });
      expect(dateOfSerial((at as { number: number }).number)).toBe(
        withOffset(one.at).slice(0, -6).padEnd(20, '.').padEnd(23, '0'),
      );
      const format = '#,##0.00########';
      expect(money).toEqual({ as: 'number', number: reais(one), format });
      if (one.exact === undefined) expect(exact?.as ?? 'empty').toBe('empty');
      else expect(exact).toEqual({ as: 'number', number: Number(one.exact), format });
      expect(attempts).toEqual({ as: 'number', number: one.attempts, format: '0' });
    }
  });
});

describe('XLSX: what a workbook cannot hold as it is', () => {
  const written = {
    id: 'x',
    reference: 'x',
    document: 'x',
    at: '2026-11-19T14:00:00.000Z',
    cents: 1,
    exact: undefined,
    attempts: 1,
  };
  it.each(['123456789012345.67', '-9007199254740.993', '0.1234567890123456'])(
    'an amount of more digits than a number keeps is text: %s',
    async (exact) => {
      const { rows } = await workbookOf([{ ...written, exact }]);
      expect(rows[0]?.[5]).toEqual({ as: 'text', text: exact });
    },
  );
  it.each(['_x0041_', 'a_x000D_b', '_x005F_', '__x00e7__', '_x12_ stays'])(
    'a text like an escape of the workbook stays itself: %s',
    async (id) => {
      const { rows } = await workbookOf([{ ...written, id }]);
      expect(rows[0]?.[0]).toEqual({ as: 'text', text: id });
    },
  );
  it.each(['\uFFFE', 'a\uFFFFb'])('a code point that XML does not allow is replaced', async (id) => {
    const { rows } = await workbookOf([{ ...written, id }]);
    expect(rows[0]?.[0]).toEqual({ as: 'text', text: id.replace(/[\uFFFE\uFFFF]/g, '\uFFFD') });
  });
  it('a text longer than a cell is cut, never within a character', async () => {
    const { rows } = await workbookOf([{ ...written, id: `${'x'.repeat(32_766)}😀y` }]);
    expect(rows[0]?.[0]).toEqual({ as: 'text', text: 'x'.repeat(32_766) });
  });
  it('a text that somebody edits in the workbook stays text', () =>
    expect(table.sheetColumns(false, 'sheet-en').map(({ style }) => style?.numFmt)).toEqual([
      '@',
      '@',
      'yyyy-mm-dd hh:mm:ss',
      '@',
      '#,##0.00########',
      '#,##0.00########',
      '0',
    ]));
});

it('whatever a text is, no spreadsheet takes it for a value or runs it', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...'0123456789.,;:/-+()%$ \t"\'=@#eE',
      'jan',
      'TRUE',
      '\n',
      '\u00a0',
      '\u200b',
      '−',
      '５',
    ),
    fc.string({ unit: 'grapheme', maxLength: 2 }),
  );
  const any = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(any, (text) => {
      for (const [language, format] of [
        ['pt-BR', 'sheet-pt'],
        ['en', 'sheet-en'],
      ] as const) {
        const one = {
          id: text,
          reference: 'x',
          document: 'x',
          at: '2026-11-19T14:00:00.000Z',
          cents: 1,
          exact: undefined,
          attempts: 1,
        };
        // Line breaks within a cell are no part of this: the reader ends a row at each that is not quoted.
        const [cells = []] = openedAs(table.lines([one], null, format), language);
        expect(cells).toHaveLength(7);
        expect(['text', 'empty'], JSON.stringify([text, cells[0]])).toContain(cells[0]?.as);
      }
    }),
    { numRuns: 5_000 },
  );
});
