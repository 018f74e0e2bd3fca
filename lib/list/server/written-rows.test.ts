import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import { CSV_FORMATS, csvRow } from '#lib/core/csv.ts';
import { Transaction } from '#lib/providers/records.ts';
import { transaction } from '#lib/transactions/server/testing/samples.ts';
import { transactionColumns, WrittenTransaction } from './columns.ts';
import { csvTable } from './csv-table.ts';

const table = csvTable(transactionColumns);
const inSheet = transactionColumns.flatMap((column) => column.sheet ?? [column]);
const text = fc.oneof(
  fc.constantFrom('Ana Maria Souza', '52998224725', 'ana@dominio.br', '+5511987651234', 'a;=1', '-1', ' x'),
  fc.constantFrom(
    'E12345678202611211403AbCdEfGhIjK',
    'pedido 529.982.247-25',
    'A "b", c',
    'Ana Maria Souza!',
  ),
  fc.string({ maxLength: 12 }),
);
const optionalText = fc.option(text);
const cents = fc.option(fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }));
const time = fc.option(
  fc.oneof(
    fc
      .integer({ min: Date.UTC(1985, 0, 1), max: Date.UTC(2060, 0, 1) })
      .map((ms) => new Date(ms).toISOString()),
    fc.constantFrom('soon', '2018-11-04T02:59:59.000Z', '2026-11-19T25:00:00.000Z'),
  ),
);
const party = fc.record({
  ...{
    name: optionalText,
    document: optionalText,
    institutionIspb: optionalText,
    institutionName: optionalText,
    accountNumber: optionalText,
  },
});
const rows = fc.array(
  fc
    .record({
      ...{
        id: text,
        status: optionalText,
        type: optionalText,
        method: optionalText,
        amount: cents,
        fee: cents,
      },
      ...{
        qrCodeText: optionalText,
        generatedName: optionalText,
        generatedDocument: optionalText,
        generatedEmail: optionalText,
      },
      ...{
        payer: party,
        receiver: party,
        endToEndId: optionalText,
        createdAt: time,
        updatedAt: time,
        paidAt: time,
      },
      ...{
        withdrawPixKey: optionalText,
        withdrawPixType: optionalText,
        clientReference: optionalText,
        virtualAccount: optionalText,
      },
      ...{
        callbackUrl: optionalText,
        refundAmount: cents,
        refundStatus: optionalText,
        refundReason: optionalText,
        refundedAt: time,
      },
      ...{
        refundDescription: optionalText,
        cancellationReason: optionalText,
        other: fc.dictionary(fc.string(), optionalText),
      },
    })
    .chain((row) =>
      fc.record({
        row: fc.constant(row),
        exact: fc.constantFrom({}, { feeExact: '0.125' }, { amountExact: 'n/a', typeSaid: 'CASH_OUT' }),
      }),
    )
    .map(({ row, exact }) => transaction({ ...row, ...exact })),
  { maxLength: 6 },
);
const HERE: Record<string, Record<string, string>> = {
  names: { status: 'status', type: 'type' },
  'pt-BR': { status: 'estado', type: 'tipo' },
  en: { status: 'status', type: 'type' },
};
const permissions = fc.constantFrom<string[]>(['read', 'export'], ['read', 'export', 'reveal']);

it('a file holds what every column says of the whole record, cell by cell', () => {
  fc.assert(
    fc.property(
      rows,
      permissions,
      fc.constantFrom(...CSV_FORMATS),
      fc.constantFrom(null, [], ['status', 'type']),
      (records, may, format, here) => {
        const locale = format === 'machine' ? null : format === 'sheet-pt' ? 'pt-BR' : 'en';
        const ctx = { permissions: new Set(may) } as unknown as Ctx;
        const how = { inClear: may.includes('reveal') };
        const whole = serializeFor(ctx, z.array(Transaction), records, how);
        const written = serializeFor(ctx, z.array(WrittenTransaction), records, how);
        const cells = whole.map((record) => [
          ...(locale === null ? transactionColumns : inSheet).map(({ read, labelOf }) => {
            const value = read(record);
            if (locale === null || labelOf === undefined) return value;
            return labelOf((value ?? null) as string | null, locale, record);
          }),
          ...(here === null
            ? []
            : [here.map((name) => HERE[locale ?? 'names']?.[name]).join(locale ? ', ' : ' ')]),
        ]);
        const expected = cells.map((values) => csvRow(values, format)).join('');
        expect(table.lines(written, here, format)).toBe(expected);
      },
    ),
    { numRuns: 150 },
  );
});
