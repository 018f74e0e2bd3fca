import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withOffset } from '#lib/dates.ts';
import { transaction } from '#lib/transactions/server/testing/samples.ts';
import { csvTable } from './csv-table.ts';
import { transactionColumns } from './transaction-columns.ts';

const { head, lines } = csvTable(transactionColumns);
const place = head(false, 'rfc4180', 'en').slice(1).split(',').indexOf('createdAt');
const written = (createdAt: string) => lines([transaction({ createdAt })], null, 'rfc4180').split(',')[place];

it('writes every instant as São Paulo’s clock read, summer time and odd spellings too', () => {
  const time = fc.integer({ min: Date.UTC(1985, 0, 1), max: Date.UTC(2060, 0, 1) });
  fc.assert(
    fc.property(time, fc.boolean(), (ms, whole) => {
      const instant = new Date(whole ? ms - (ms % 1000) : ms).toISOString();
      expect(written(instant)).toBe(withOffset(instant));
    }),
    { numRuns: 500 },
  );
  for (const odd of [
    '2018-11-04T02:59:59.000Z',
    '2018-11-04T03:00:00.000Z',
    '2026-11-19T25:00:00.000Z',
    'soon',
  ])
    expect(written(odd)).toBe(withOffset(odd));
});

it('U13: a spreadsheet in Portuguese reads headings, amounts, times and the same cells', () => {
  const [heading = ''] = head(true, 'spreadsheet', 'pt-BR').slice(1).split('\r\n');
  expect(heading.split(';').slice(0, 8)).toEqual([
    ...['Id', 'Criada em', 'Alterada em', 'Paga em', 'Estado', 'Tipo', 'Método', 'Valor'],
  ]);
  expect(heading.endsWith(';Filtrado pelo Guichê')).toBe(true);
  const odd = transaction({
    createdAt: '2026-11-19T14:00:00.000Z',
    amount: -123456,
    clientReference: 'a;=1',
  });
  const line = lines([odd], 'amountFrom', 'spreadsheet');
  const cells = line.trim().split(';');
  expect([cells[1], cells[7]]).toEqual(['19/11/2026 11:00:00', '-1234,56']);
  expect(line).toContain(`"a;'=1"`);
  expect(cells.at(-1)).toBe('amountFrom');
});

it('U13: every column has its heading in both languages', () => {
  const names = head(true, 'rfc4180', 'en').slice(1).trim().split(',');
  for (const locale of ['pt-BR', 'en'] as const) {
    const headings = head(true, 'spreadsheet', locale).slice(1).trim().split(';');
    expect(
      headings.filter(
        (heading, at) => /[a-z][A-Z]/.test(heading) || (heading === names[at] && heading !== 'Id'),
      ),
    ).toEqual([]);
  }
});
