import { describe, expect, test } from 'vitest';
import {
  type Cell,
  centsOf,
  dayOf,
  headingOf,
  proposeColumns,
  readOrders,
} from '#lib/closings/order-columns.ts';

const DAY = '2026-11-26';
const ERP: Cell[][] = [
  ['Pedido', 'Cliente', 'Criado em', 'Valor (R$)', 'Itens'],
  ['pedido-50388', 'Ana', '26/11/2026 09:14', '1.180,00', '2'],
  ['pedido-50412', 'Bia', '26/11/2026 09:20', '249,90', '1'],
  ['pedido-50290', 'Ana', '25/11/2026 23:58', '530,00', '1'],
];

describe('the columns are recognized by their content', () => {
  test.each<[string, Cell[][], object]>([
    ['with headings', ERP, { reference: 0, amount: 3, date: 2, endToEnd: null }],
    ['without', ERP.slice(1), { reference: 0, amount: 3, date: 2, endToEnd: null }],
    [
      'of a workbook',
      [
        ['id', 'total', 'e2e', 'day'],
        ['1', 10.5, `E${'1'.repeat(20)}abcdefghijk`, new Date('2026-11-26T09:00:00Z')],
        ['2', 20, `E${'2'.repeat(20)}abcdefghijk`, new Date('2026-11-26T10:00:00Z')],
      ],
      { reference: 0, amount: 1, date: 3, endToEnd: 2 },
    ],
    [
      'two columns of amounts: the one that is called so',
      [
        ['pedido', 'frete', 'valor'],
        ['a', '1,50', '10,00'],
        ['b', '1,50', '20,00'],
      ],
      { reference: 0, amount: 2, date: null, endToEnd: null },
    ],
    [
      'nothing of the kind',
      [
        ['x', 'y'],
        ['x', 'y'],
        ['x', 'y'],
      ],
      { reference: null, amount: null },
    ],
  ])('%s', (_, rows, columns) => {
    expect(proposeColumns(rows)).toMatchObject(columns);
  });

  test('a first row of data is no heading', () => {
    expect(headingOf(ERP)).toEqual(ERP[0]);
    expect(headingOf(ERP.slice(1))).toBeNull();
  });
});

test.each<[Cell, number | null]>([
  ['1.180,00', 118_000],
  ['R$ 249,90', 24_990],
  ['1,234.56', 123_456],
  [249.9, 24_990],
  [0.1 + 0.2, 30],
  [12.345, null],
  [1e21, null],
  [Number.NaN, null],
  ['-5,00', null],
  ['0', null],
  ['dez', null],
  [true, null],
  [null, null],
])('%j is read as %j cents', (cell, cents) => {
  expect(centsOf(cell)).toBe(cents);
});

test.each<[Cell, string | null]>([
  ['26/11/2026', '2026-11-26'],
  ['2026-11-26 10:00', '2026-11-26'],
  // Half past midnight in UTC is the evening before in São Paulo.
  ['2026-11-27T00:30:00Z', '2026-11-26'],
  [new Date('2026-11-26T23:59:00Z'), '2026-11-26'],
  ['31/02/2026', null],
  ['ontem', null],
])('%j is the day %j', (cell, day) => {
  expect(dayOf(cell)).toBe(day);
});

describe('the orders of the day', () => {
  const columns = { reference: 0, amount: 3, date: 2, endToEnd: null };

  test('those of other days are counted, empty rows are none', () => {
    const read = readOrders([...ERP, ['', null, '', '', '']], columns, DAY);
    expect(read).toEqual({
      orders: [
        { row: 2, reference: 'pedido-50388', amount: 118_000, endToEndId: null },
        { row: 3, reference: 'pedido-50412', amount: 24_990, endToEndId: null },
      ],
      otherDays: 1,
      faults: [],
    });
  });

  test('a cell that cannot be read is named by its row, as a spreadsheet counts', () => {
    const odd: Cell[][] = [
      ...ERP,
      ['', 'Caio', '26/11/2026', '5,00', '1'],
      ['pedido-9', 'Caio', '26/11/2026', 'cinco', '1'],
      ['pedido-10', 'Caio', 'amanhã', '5,00', '1'],
    ];
    expect(readOrders(odd, columns, DAY).faults).toEqual([
      { row: 5, field: 'reference', message: 'required' },
      { row: 6, field: 'amount', message: 'amount_unreadable' },
      { row: 7, field: 'date', message: 'day_unreadable' },
    ]);
  });
});
