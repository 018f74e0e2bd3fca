import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvCell, csvRow } from './csv.ts';

it.each([
  ['plain', 'plain'],
  ['', ''],
  [null, ''],
  [undefined, ''],
  [true, 'true'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  [' padded ', '" padded "'],
  ['=1+1', "'=1+1"],
  ['+5511987651234', "'+5511987651234"],
  ['-3.50', "'-3.50"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\r=1', '"\'\r=1"'],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  [{ number: '-3.50' }, '-3.50'],
  [{ number: '1234.56' }, '1234.56'],
])('%j → %s', (value, cell) => expect(csvCell(value)).toBe(cell));

it.each(['=1', '1,5', '', '1e5', '+1', '1\n'])('takes %j for no number', (number) => {
  expect(() => csvCell({ number })).toThrow(RangeError);
});

it('ends a line with CRLF', () => expect(csvRow(['a', null, { number: '1.00' }])).toBe('a,,1.00\r\n'));

it('is read back by an independent reader, and starts no formula', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab,"\r\n\t=+-@ ') });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (values) => {
      const cells = read(csvRow(values));
      expect(cells.map((cell) => cell.replace(/^'/, ''))).toStrictEqual(
        values.map((value) => value.replace(/^'/, '')),
      );
      for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});

/** One RFC 4180 line, read character by character. */
function read(line: string): string[] {
  const cells = [''];
  let quoted = false;
  const body = line.slice(0, -2);
  for (let i = 0; i < body.length; i += 1) {
    const char = body[i] ?? '';
    if (quoted && char === '"' && body[i + 1] === '"') {
      cells[cells.length - 1] += '"';
      i += 1;
    } else if (char === '"') quoted = !quoted;
    else if (char === ',' && !quoted) cells.push('');
    else cells[cells.length - 1] += char;
  }
  return cells;
}
