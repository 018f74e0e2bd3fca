import { expect, test } from 'vitest';
import { txidOf } from '#lib/disputes/server/facts.ts';

test.each([
  [
    '00020126330014br.gov.bcb.pix0111529982247255204000053039865802BR5903ANA6009SAO PAULO62140510PEDIDO461263041234',
    'PEDIDO4612',
  ],
  // A value that looks like the field is none.
  ['0002010112620510PEDIDO6207050312363041234', '123'],
  ['00020162070503***63041234', null],
  ['00020163041234', null],
  ['not a code', null],
  [null, null],
])('txid of %s', (code, txid) => {
  expect(txidOf(code)).toBe(txid);
});
