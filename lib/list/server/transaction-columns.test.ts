import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withOffset } from '#lib/core/dates.ts';
import { transaction } from '#lib/transactions/server/testing/samples.ts';
import { transactionColumns } from './columns.ts';
import { csvTable } from './csv-table.ts';

const { head, lines } = csvTable(transactionColumns);
const inSheet = transactionColumns.flatMap((column) => column.sheet ?? [column]);
const place = head(false, 'machine').slice(1).split(',').indexOf('createdAt');
const written = (createdAt: string) => lines([transaction({ createdAt })], null, 'machine').split(',')[place];

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

it('U13, B4: a spreadsheet in Portuguese reads headings, words, amounts, times and the same cells', () => {
  const [heading = ''] = head(true, 'sheet-pt').slice(1).split('\r\n');
  expect(heading.split(';').slice(0, 8)).toEqual([
    ...['Id', 'Criada em (horário de São Paulo)', 'Alterada em (horário de São Paulo)'],
    ...['Paga em (horário de São Paulo)', 'Estado', 'Tipo', 'Método', 'Valor'],
  ]);
  expect(heading.split(';').slice(8, 11)).toEqual(['Valor exato', 'Tarifa', 'Tarifa exata']);
  expect(heading.endsWith(';Filtrado pelo Guichê')).toBe(true);
  const odd = transaction({
    createdAt: '2026-11-19T14:00:00.000Z',
    amount: -123456,
    clientReference: 'a;=1',
  });
  const line = lines([odd], ['amountFrom', 'status'], 'sheet-pt');
  const cells = line.trim().split(';');
  expect(cells.slice(4, 7)).toEqual(['Concluída', 'Depósito', 'Pix']);
  expect([cells[1], cells[7]]).toEqual(['19/11/2026 11:00:00', '-1234,56']);
  expect(line).toContain(`"a;'=1"`);
  expect(cells.at(-1)).toBe('"valor mínimo, estado"');
  expect(lines([odd], ['amountFrom', 'status'], 'machine').trim()).toMatch(/,amountFrom status$/);
});

it('U13: every column has its heading in both languages', () => {
  const names = head(true, 'machine').slice(1).trim().split(',');
  for (const format of ['sheet-pt', 'sheet-en'] as const) {
    const headings = head(true, format)
      .slice(1)
      .trim()
      .split(format === 'sheet-pt' ? ';' : ',');
    expect(
      headings.filter(
        (heading, at) => /[a-z][A-Z]/.test(heading) || (heading === names[at] && heading !== 'Id'),
      ),
    ).toEqual([]);
  }
});

it('B4: a word that no list has stands as it came, with our reading; a type that was spelled otherwise as it was', () => {
  const odd = transaction({
    status: 'PAGAMENTO_CONFIRMADO',
    refundStatus: 'ZZZ',
    refundReason: 'INFRACTION',
  });
  const line = lines([{ ...odd, typeSaid: 'CASH_OUT', withdrawPixType: 'EVP' }], null, 'sheet-en');
  const names = inSheet.map(({ name }) => name);
  const labels = (['status', 'type', 'withdrawPixType', 'refundStatus', 'refundReason'] as const).map(
    (name) => line.trim().split(',')[names.indexOf(name)],
  );
  expect(labels).toEqual([
    ...['PAGAMENTO_CONFIRMADO (Completed)', 'CASH_OUT', 'Random', 'ZZZ'],
    expect.stringMatching(/dispute/i),
  ]);
});

it('B4: a sheet has two decimals as the page, and the digits beside them where they differ; a machine’s file has the digits', () => {
  const record = transaction({ amount: 100_013, amountExact: '1000.125', fee: 50 });
  const cells = (format: 'machine' | 'sheet-pt' | 'sheet-en', separator: string) => {
    const names = (format === 'machine' ? transactionColumns : inSheet).map(({ name }) => name);
    const line = lines([record], null, format).trim().split(separator);
    return Object.fromEntries(names.map((name, at) => [name, line[at]]));
  };
  expect(cells('sheet-pt', ';')).toMatchObject({
    ...{ amount: '1000,13', amountExact: '1000,125', serviceFeeCharged: '0,50', serviceFeeChargedExact: '' },
  });
  expect(cells('sheet-en', ',')).toMatchObject({ amount: '1000.13', amountExact: '1000.125' });
  expect(cells('machine', ',')).toMatchObject({ amount: '1000.125', serviceFeeCharged: '0.50' });
  expect(head(false, 'machine')).not.toContain('Exact');
});
