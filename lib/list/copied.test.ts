import { expect, test } from 'vitest';
import { auditList } from '#lib/audit-log/audit.list.ts';
import { cardChargesList } from '#lib/card/card.list.ts';
import { deliveriesList } from '#lib/deliveries/deliveries.list.ts';
import { disputesList } from '#lib/disputes/disputes.list.ts';
import { type Column, copiedOf } from '#lib/list/list.ts';
import { operationsList } from '#lib/operations/operations.list.ts';
import { paymentLists } from '#lib/payments/payments.list.ts';
import { resendItemColumns, resendsList } from '#lib/resends/resends.list.ts';
import { depositsList, statementList } from '#lib/statement/statement.list.ts';
import { transactionsList } from '#lib/transactions/transactions.list.ts';

test('U22: a cell gives what its column names, whole; else the id where its words stand, and the amount', () => {
  const row = { id: 'tx_1', amount: 123_456, fee: null, endToEndId: 'E123', other: 7 };
  const of = (column: Partial<Column>) => copiedOf({ width: 1, ...column }, row);
  expect(of({ place: 'who' })).toEqual({ 'data-copy': 'tx_1' });
  expect(of({ place: 'amount', number: true })).toEqual({ 'data-copy': '1234.56', 'data-copy-amount': '' });
  expect(of({ copies: 'endToEndId' })).toEqual({ 'data-copy': 'E123' });
  expect([of({ place: 'time' }), of({ copies: 'fee', number: true }), of({ copies: 'gone' })]).toEqual([
    {},
    {},
    {},
  ]);
  expect(copiedOf({ width: 1, place: 'who' }, { id: 'no-id-abc' })).toEqual({});
});

test.each([
  ['transactions', transactionsList, ['id', 'reference', 'endToEndId', 'virtualAccount', 'amount']],
  ['charges', paymentLists.charges, ['id', 'clientReference', 'amount']],
  ['withdrawals', paymentLists.withdrawals, ['id', 'clientReference', 'amount']],
  ['transfers', paymentLists.transfers, ['id', 'clientReference', 'amount']],
  ['card charges', cardChargesList, ['id', 'externalId', 'amount']],
  ['statement', statementList, ['transactionId', 'amount']],
  ['deposits', depositsList, ['endToEndId', 'amount']],
  ['deliveries', deliveriesList, ['clientReference', 'transactionId', 'amount']],
  ['disputes', disputesList, ['id', 'endToEndId', 'amount']],
  ['operations', operationsList, ['id', 'target', 'amount']],
  ['resends', resendsList, ['id', 'amount']],
  ["a resend's items", { columns: resendItemColumns }, ['transactionId', 'amount']],
  ['audit', auditList, ['id', 'target', 'amount']],
] as const)('U22: a row of %s gives its ids and its amount', (_, list, members) => {
  const columns: readonly Column[] = Object.values(list.columns);
  for (const member of members) {
    const row = { [member]: member === 'amount' ? 100 : 'x' };
    expect(
      columns.some((column) => 'data-copy' in copiedOf(column, row)),
      member,
    ).toBe(true);
  }
});

test('U22: an item of a resend is distinguished by its notice, which is no id of the service', () => {
  const row = { id: 'tx_1 TRANSACTION_COMPLETED', transactionId: 'tx_1' };
  const copied = Object.values<Column>(resendItemColumns).map((column) => copiedOf(column, row)['data-copy']);
  expect(copied.filter((one) => one !== undefined)).toEqual(['tx_1']);
});
