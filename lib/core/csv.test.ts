import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CSV_FORMATS, csvCell, csvRow, isReadAsValue } from './csv.ts';

it.each([
  ['plain', 'plain'],
  ['', ''],
  [null, ''],
  [undefined, ''],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  [' padded ', '" padded "'],
  ['=1+1', "'=1+1"],
  ['+5511987651234', "'+5511987651234"],
  ['-3.50', "'-3.50"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', '"\'\tx"'],
  ['\r=1', '"\'\r\'=1"'],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  [{ number: '-3.50' }, '-3.50'],
  [{ number: '1234.56' }, '1234.56'],
])('%j → %s', (value, cell) => expect(csvCell(value)).toBe(cell));

it.each(['=1', '1,5', '', '1e5', '+1', '1\n'])('takes %j for no number', (number) => {
  expect(() => csvCell({ number })).toThrow(RangeError);
});

it('ends a line with CRLF', () => expect(csvRow(['a', null, { number: '1.00' }])).toBe('a,,1.00\r\n'));

it.each([
  ['a;b', '"a;b"'],
  ['Loja;=HYPERLINK("http://x")', '"Loja;\'=HYPERLINK(""http://x"")"'],
  ['a;@x;+1;-1', "\"a;'@x;'+1;'-1\""],
  ['a;"=1"', '"a;\'""=1"""'],
  ['two\n=1', '"two\n\'=1"'],
  ['a\t=1', '"a\t\'=1"'],
])('A8: %j → %s', (value, cell) => expect(csvCell(value)).toBe(cell));

const everySign = (property: string) =>
  Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((sign) => new RegExp(`^${property}$`, 'u').test(sign));

it.each(['\\p{Cf}', '\\p{Zs}', '\\p{Cc}', '\\p{Zl}|\\p{Zp}', '\\p{Default_Ignorable_Code_Point}'])(
  'A6: a sign behind any of %s begins no formula',
  (property) => {
    for (const before of everySign(property))
      for (const sign of '=+-@＝＋－＠﹦﹢﹣﹫⁼₊−') {
        const cell = csvCell(`${before}${sign}1`).replace(/^"/, '');
        if (!/[\t\r\n]/.test(before)) expect(cell, before.codePointAt(0)?.toString(16)).toMatch(/^'/);
        else expect(cell.slice(cell.lastIndexOf(before) + 1)).toMatch(/^'/);
      }
  },
);

it('A6: neither do several of them, in a piece behind any separator; numbers of the product stay numbers', () => {
  const hidden = fc.constantFrom(...everySign('\\p{Cf}|\\p{Zs}'), '"', '\u{feff}', '\u00a0');
  const prefix = fc.array(hidden, { maxLength: 6 }).map((signs) => signs.join(''));
  fc.assert(
    fc.property(
      prefix,
      fc.constantFrom(...'=+-@＝＋－＠'),
      fc.constantFrom(...';,\t\r\n'),
      (before, sign, apart) => {
        expect(csvCell(`${before}${sign}x`)).toMatch(/^"?'/);
        expect(csvCell(`a${apart}${before}${sign}x`).split(apart)[1]).toMatch(/^'/);
        expect(csvCell(`a ${before} b${sign}1`)).not.toContain("'");
      },
    ),
  );
  for (const format of CSV_FORMATS)
    expect(csvCell({ number: '-3.50' }, format)).toBe(format === 'sheet-pt' ? '-3,50' : '-3.50');
});

it('A6: reads a long cell in time', () => {
  const begun = performance.now();
  for (const unit of [' ', '\u00a0', '\t', ';', ' ;', '"', '\n ']) csvCell(unit.repeat(50_000));
  expect(performance.now() - begun).toBeLessThan(2_000);
});

it.each([
  ...[
    '00123',
    '52998224725',
    '12345678000190',
    '12345678901234567890',
    '1E5',
    '12e10',
    '3/4',
    '1-2',
    '2026-11-19',
  ],
  ...[
    '19/11/2026',
    '19.11.26',
    '10:30',
    '10:30 PM',
    'jan/26',
    'MARCH1',
    'Sept2',
    '19 de novembro de 2026',
    'Dez 4',
  ],
  ...[
    'TRUE',
    ' falso ',
    'VERDADEIRO',
    '#N/A',
    '#N/D',
    '5%',
    'R$ 5',
    '(12)',
    '1 1/2',
    '+5511987651234',
    '-7',
    '½',
    '５',
  ],
])('B4: a spreadsheet would change %j', (text) => {
  expect(isReadAsValue(text)).toBe(true);
  expect(csvCell(text)).not.toMatch(/="/);
  for (const format of ['sheet-pt', 'sheet-en'] as const)
    expect(csvCell(text, format)).toMatch(/^"(?:=""[0-9A-Za-z .,:/%$()#+-]+""|'.*)"$/);
});

it.each([
  ...[
    '',
    'Ana',
    'tx_1',
    'pedido-1',
    'E12345678202611211403AbCdEfGhIjK',
    '***.982.247-**',
    'loja #7',
    'ana1@x.br',
  ],
  ...['3f2504e0-4f89-11d3-9a0c-0305e82c3301', 'maio', 'https://x.example/1', 'NOVEMBRO', '12 parcelas'],
])('B4: a spreadsheet leaves %j alone, and so does the file', (text) => {
  expect(isReadAsValue(text)).toBe(false);
  expect(csvCell(text, 'sheet-pt')).toBe(csvCell(text));
});

it('B4: a formula that keeps a text is that text alone, and no piece of it begins another', () => {
  const signs = fc.array(fc.constantFrom(...'0123456789eE.,;:/%$()+-" =@\t\n\''), { maxLength: 10 });
  fc.assert(
    fc.property(signs, (parts) => {
      const text = parts.join('');
      for (const format of ['sheet-pt', 'sheet-en'] as const) {
        const line = csvRow([text], format);
        for (const separator of [',', ';', '\t'])
          for (const cell of opened(line, separator).flat())
            if (/^[=+\-@]/.test(cell)) expect(cell).toBe(`="${text}"`);
      }
    }),
    { numRuns: 5_000 },
  );
});

it('B4: digits that no spreadsheet keeps stay text', () => {
  expect(csvCell({ number: '90071992547409.91' }, 'sheet-pt')).toBe('"=""90071992547409,91"""');
  expect(csvCell({ number: '9007199254740.99' }, 'sheet-pt')).toBe('9007199254740,99');
  expect(csvCell({ number: '0.1234567890123456' }, 'sheet-en')).toBe('"=""0.1234567890123456"""');
  expect(csvCell({ number: '90071992547409.91' })).toBe('90071992547409.91');
});

it.each([
  ['machine', '2026-11-19T11:00:00.120-03:00'],
  ['sheet-pt', '19/11/2026 11:00:00'],
  ['sheet-en', '2026-11-19 11:00:00'],
] as const)('B4: an instant in %s', (format, cell) =>
  expect(csvCell({ instant: '2026-11-19T11:00:00.120-03:00' }, format)).toBe(cell),
);

const anyTexts = fc.array(fc.string({ unit: fc.constantFrom(...'ab;,"\r\n\t=+-@ ') }), { minLength: 1 });

it('A8: starts no formula, whether the file is opened with commas, semicolons or tabs', () => {
  fc.assert(
    fc.property(anyTexts, (values) => {
      for (const separator of [',', ';', '\t'])
        for (const cell of opened(csvRow(values), separator).flat()) expect(cell).not.toMatch(/^[=+\-@]/);
    }),
    { numRuns: 2_000 },
  );
});

it('A8: is read back by an independent reader but for the apostrophes', () => {
  fc.assert(
    fc.property(anyTexts, (values) => {
      const [row = [], ...more] = opened(csvRow(values), ',');
      expect(row.map((cell) => cell.replaceAll("'", ''))).toStrictEqual(values);
      expect(more).toEqual([]);
    }),
  );
});

/** As spreadsheets do: a quote counts at the beginning of a cell only, and what follows its end is taken on. */
function opened(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let at: 'start' | 'plain' | 'quoted' = 'start';
  const endCell = () => {
    row.push(cell);
    [cell, at] = ['', 'start'];
  };
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charAt(i);
    if (at === 'quoted' && char === '"' && text[i + 1] === '"') {
      cell += '"';
      i += 1;
    } else if (at === 'quoted' && char === '"') at = 'plain';
    else if (at === 'quoted') cell += char;
    else if (at === 'start' && char === '"') at = 'quoted';
    else if (char === separator) endCell();
    else if (char === '\n' || (char === '\r' && text[i + 1] !== '\n')) {
      endCell();
      rows.push(row);
      row = [];
    } else if (char !== '\r') {
      cell += char;
      at = 'plain';
    }
  }
  return rows;
}
