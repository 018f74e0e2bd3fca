import { expect, test } from 'vitest';
import { readDefenses, toDefense } from '#lib/providers/pix/disputes.ts';
import { toProfile } from '#lib/providers/pix/map.ts';
import { readProfile } from '#lib/providers/pix/wire.ts';
import { codeIn, holderIn } from '#lib/providers/shared-readers.ts';

/** Fields that were lost under other names, or one level down. */

test('R7: the profile, its account number one level down', () => {
  const json = { data: { user: { full_name: 'Loja', account: { number: 123456, branch: '0001' } } } };
  expect(toProfile(readProfile(json), 'now')).toMatchObject({
    name: 'Loja',
    accountNumber: '123456',
    branch: '0001',
  });
});

test('R7: the institution of a key holder', () => {
  const json = {
    result: { holder: { full_name: 'Ana', tax_id: '***' }, psp: { name: 'Banco', ispb: '00000000' } },
  };
  expect(holderIn(json)).toMatchObject({
    ...{ name: 'Ana', document: '***' },
    ...{ institutionName: 'Banco', institutionIspb: '00000000' },
  });
});

test('R7: who a code pays', () => {
  const json = {
    data: { qr_type: 'DYNAMIC', recipient: { full_name: 'Loja', cnpj: '1' }, amount: { value: '10.50' } },
  };
  expect(
    codeIn(json, (written) => Math.round(Number(written) * 100), '2026-10-10T10:00:00.000Z'),
  ).toMatchObject({
    ...{ type: 'DYNAMIC', name: 'Loja', document: '1', amount: 1_050 },
  });
});

test.each(['merchant_note', 'defenseText', 'defense_statement', 'argument', 'body'])(
  'R7: a defense told as %s',
  (name) => {
    const [defense] = readDefenses([{ defense_id: 'd', [name]: 'entregue', state: 'SENT' }]).map(toDefense);
    expect(defense).toMatchObject({ id: 'd', text: 'entregue', status: 'SENT' });
  },
);
