import { beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { sealed } from '#lib/core/pix/testing/write-code.ts';
import { getPaymentRules } from '#lib/payments/server/get-figures.ts';
import { getQrCode, getReceipt, listPayments, lookUpPayment } from '#lib/payments/server/list-payments.ts';
import {
  createCharge,
  createCodePayment,
  createTransfer,
  createWithdrawal,
} from '#lib/payments/server/payment-operation.ts';
import { decodeCode, lookUpKey } from '#lib/payments/server/receiver.ts';
import {
  type Answer,
  answerOf,
  longAbsent,
  resolve,
  rowOf,
  withMoney,
} from '#lib/payments/server/testing/bench.ts';

const bench = withMoney();
let ctx: Ctx;
let amount = 1_000;

beforeEach(() => {
  ctx = bench().context();
  amount += 100;
});

const referenceOf = async ({ operation }: Answer) => (await rowOf(operation.id)).clientReference ?? '';
const charge = (more: object = {}) => answerOf(createCharge({ ctx, body: { amount, ...more } }));
const transfer = (more: object = {}) =>
  answerOf(createTransfer({ ctx, body: { amount, receiver: '482913', ...more } }));
/** A static code without an amount: who pays names it. */
const CODE =
  '00020126370014br.gov.bcb.pix0115ana@example.com5204000053039865802BR5909Ana Souza6009SAO PAULO62150511PEDIDO482916304BC9D';
const FIXED =
  '00020126370014br.gov.bcb.pix0115ana@example.com520400005303986540510.105802BR5909Ana Souza6009SAO PAULO62150511PEDIDO48291630454A6';
/** The Manual's composite code without a payment, section 2.8.5.1. */
const RECURRENCE =
  '00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80740014br.gov.bcb.pix2552pix.example.com/rec/2353c790eefb11eaadc10242ac1200026304F2DA';
const code = (more: object = {}) =>
  answerOf(createCodePayment({ ctx, body: { code: CODE, amount, ...more } }));

describe.each([
  ['a charge', '/pix', charge],
  ['a payment of a code', '/withdraw/qrcode', code],
  ['a transfer', '/internal-transfer', transfer],
] as const)('%s', (_, path, make) => {
  const posts = () => bench().calls('POST', path);

  test('is made once under its reference', async () => {
    const answer = await make();
    expect(answer).toMatchObject({ status: 201, operation: { state: 'confirmed' } });
    expect(await bench().paymentsWith(await referenceOf(answer))).toMatchObject([{ amount: amount / 100 }]);
    expect(answer.result?.payment).toMatchObject({ payer: { document: null }, generatedDocument: null });
  });

  test.each([
    ['apply-silent', true],
    ['silent', false],
    ['apply-reset', true],
    ['reset', false],
    ['truncated', true],
    ['html', false],
    ['error-200', false],
  ] as const)('under %s is unknown, then told as it is, with one send', async (kind, applied) => {
    await bench().simulator.control('fault', { kind, method: 'POST', path });
    const answer = await make();
    expect(answer).toMatchObject({ status: 202, operation: { state: 'unknown' } });
    if (!applied) await longAbsent(answer.operation.id);
    const end = await resolve(answer.operation.id);
    expect(end.state).toBe(applied ? 'confirmed' : 'rejected');
    expect(await posts()).toBe(1);
    expect(await bench().paymentsWith(await referenceOf(answer))).toHaveLength(applied ? 1 : 0);
  });

  test.each(['nested', 'sparse'])('whose answer was lost is found in the %s dialect', async (dialect) => {
    await bench().simulator.control('state', { dialect });
    try {
      // The adapter learns how this service spells its fields.
      expect((await make()).status).toBe(201);
      amount += 1;
      const before = await posts();
      await bench().simulator.control('fault', { kind: 'apply-reset', method: 'POST', path });
      const answer = await make();
      const state = answer.operation.state === 'unknown' ? (await resolve(answer.operation.id)).state : '';
      expect(state).toBe('confirmed');
      expect(await posts()).toBe(before + 1);
    } finally {
      await bench().simulator.control('state', { dialect: 'plain' });
    }
  });
});

describe('a charge', () => {
  test.each([
    ['below 1.00', { amount: 99 }, 'amount', 'below_minimum'],
    ['above 50,000.00', { amount: 5_000_001, payer: { document: '12345678909' } }, 'amount', 'above_maximum'],
    ['above 2,000.00 without a document', { amount: 200_001 }, 'payer.document', 'document_required'],
    [
      'of a CPF that does not hold',
      { payer: { document: '123.456.789-00' } },
      'payer.document',
      'document_invalid',
    ],
    [
      'of a CNPJ that does not hold',
      { payer: { document: '12ABC34501DE36' } },
      'payer.document',
      'document_invalid',
    ],
    ['of an e-mail that is none', { payer: { email: 'ana@nowhere' } }, 'payer.email', 'email_invalid'],
    [
      'with a description, for which document 1 has no place',
      { description: 'x' },
      'description',
      'not_supported',
    ],
    ['with an address that is none', { callbackUrl: 'ftp://example.com' }, 'callbackUrl', 'url_invalid'],
  ])('%s is told at its field, and nothing is sent', async (_, more, field, message) => {
    await expect(charge(more)).rejects.toMatchObject({
      code: 'invalid_request',
      details: { fields: [{ field, message }] },
    });
    expect(await bench().calls('POST', '/pix')).toBe(0);
  });

  test('of 2,000.00 needs no document; an alphanumeric CNPJ is taken with its punctuation', async () => {
    expect((await charge({ amount: 200_000 })).status).toBe(201);
    const answer = await charge({ amount: 200_001, payer: { document: '12.abc.345/01de-35' } });
    expect(answer.status).toBe(201);
  });

  test('what the provider names comes back at the field', async () => {
    await bench().simulator.control('fault', {
      ...{ kind: 'status', status: 400, errorCode: 'PZD601', method: 'POST', path: '/pix' },
    });
    const refused = await charge().catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'provider_rejected',
      status: 400,
      details: { provider: { code: 'PZD601' } },
    });
  });

  test('is read by its id and reference; its code is an image and stays whole for every role', async () => {
    const made = await charge({ payer: { name: 'Ana Maria Souza', document: '123.456.789-09' } });
    const id = made.result?.payment?.id ?? '';
    const viewer = bench().context('davi', {}, ['read']);
    const byId = await lookUpPayment({ ctx: viewer, what: 'charges', by: { id } });
    expect(byId.payment).toMatchObject({ id, generatedName: 'Ana S.', generatedDocument: '***.456.789-**' });
    const { payment } = await lookUpPayment({
      ctx,
      what: 'charges',
      by: { clientReference: await referenceOf(made) },
    });
    expect(payment).toMatchObject({
      id,
      generatedName: 'Ana Maria Souza',
      generatedDocument: '***.456.789-**',
    });
    expect(byId.payment.qrCodeText).toBe(payment.qrCodeText);
    const image = await getQrCode({ ctx: viewer, id });
    expect(image.headers.get('content-type')).toBe('image/png');
    await bench().simulator.control('fault', {
      ...{ kind: 'status', status: 404, errorCode: 'PZG404', method: 'GET', path: '/pix/qr-code/:id' },
    });
    const drawn = Buffer.from(await (await getQrCode({ ctx, id })).arrayBuffer());
    expect(drawn.subarray(1, 4).toString()).toBe('PNG');
    await expect(lookUpPayment({ ctx, what: 'charges', by: { id: 'none' } })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(lookUpPayment({ ctx, what: 'charges', by: {} })).rejects.toMatchObject({
      details: { fields: [{ field: 'id', message: 'required' }] },
    });
  });

  test('has a receipt once it is paid, kept in the audit', async () => {
    const id = await bench().paid(12_300);
    const receipt = await getReceipt({ ctx, id, query: {} });
    expect(receipt.headers.get('content-type')).toBe('application/pdf');
    expect(receipt.headers.get('content-disposition')).toBe(`attachment; filename="receipt-${id}.pdf"`);
    expect(
      Buffer.from(await receipt.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const { result } = await charge();
    await expect(getReceipt({ ctx, id: result?.payment?.id ?? '', query: {} })).rejects.toMatchObject({
      details: { provider: { code: 'PZC320' } },
    });
  });
});

describe('a code', () => {
  test.each([
    ['that is none', 'ana@example.com', 'code_invalid'],
    ['with a wrong letter', CODE.replace('Ana', 'Ena'), 'code_broken'],
    ['that was cut', CODE.slice(0, -9), 'code_broken'],
    ['with text after it', `${CODE}.`, 'code_trailing'],
    ['in dollars', sealed(CODE.slice(0, -8).replace('5303986', '5303840')), 'code_currency'],
    ['with no amount for one', sealed(FIXED.slice(0, -8).replace('10.10', '10,10')), 'code_amount'],
    ['of a recurrence alone', RECURRENCE, 'code_recurrence'],
  ])('%s is told before anybody is asked', async (_, text, message) => {
    const fields = [{ field: 'code', message }];
    await expect(decodeCode({ ctx, body: { code: text } })).rejects.toMatchObject({ details: { fields } });
    await expect(code({ code: text })).rejects.toMatchObject({ details: { fields } });
    expect(await bench().calls('POST', '/pix/qrcode/read')).toBe(0);
  });

  test('pasted over two lines goes to the service as one code, under the same look-up', async () => {
    const pasted = `\u200b${CODE.replace('Ana Souza', 'Ana\nSouza')}`;
    const { lookup } = await decodeCode({ ctx, body: { code: pasted } });
    const answer = await code({ code: pasted, lookup });
    expect(await rowOf(answer.operation.id)).toMatchObject({
      state: 'confirmed',
      intent: { receiverName: expect.stringMatching(/\p{L}/u) },
    });
  });

  test('names whom it pays; the payment’s operation does too', async () => {
    const { code: decoded, lookup } = await decodeCode({ ctx, body: { code: CODE } });
    expect(decoded).toMatchObject({ amount: null });
    expect(decoded.name).toMatch(/\p{L}/u);
    const answer = await code({ lookup });
    expect((await rowOf(answer.operation.id)).intent).toMatchObject({
      receiverName: expect.stringMatching(/\p{L}/u),
      pixKey: 'a***@e***.com',
    });
  });

  test('without an amount needs one typed; with one takes no other (PZS604, PZS603)', async () => {
    await expect(code({ amount: undefined })).rejects.toMatchObject({
      details: { fields: [{ field: 'amount', message: 'amount_required' }] },
    });
    await expect(code({ code: FIXED, amount: 1_011 })).rejects.toMatchObject({
      details: { fields: [{ field: 'amount', message: 'amount_fixed' }] },
    });
    const paid = await code({ code: FIXED, amount: undefined });
    expect(await rowOf(paid.operation.id)).toMatchObject({ state: 'confirmed', amount: 1_010 });
  });

  test('is paid though it cannot be decoded now: its own text tells what it asks', async () => {
    await bench().simulator.control('fault', {
      ...{ kind: 'status', status: 403, errorCode: 'PZK401', path: '/pix/qrcode/read', untilCleared: true },
    });
    const paid = await code();
    expect(await rowOf(paid.operation.id)).toMatchObject({ state: 'confirmed', amount });
  });
});

describe('a key', () => {
  test('that is the beginning of a code is refused before anybody is asked', async () => {
    const key = CODE.slice(0, 77);
    await expect(lookUpKey({ ctx, body: { key } })).rejects.toMatchObject({
      details: { fields: [{ field: 'key', message: 'key_is_code' }] },
    });
    await expect(
      createWithdrawal({ ctx, body: { amount, pixKey: key, pixKeyType: 'email' } }),
    ).rejects.toMatchObject({ details: { fields: [{ field: 'pixKey', message: 'key_is_code' }] } });
  });

  test('is recognised by its shape; a bare number of eleven places asks which', async () => {
    const of = (key: string, keyType?: 'cpf' | 'phone') => lookUpKey({ ctx, body: { key, keyType } });
    expect(await of('(11) 98765-4321')).toMatchObject({ key: '+5511987654321', keyType: 'phone' });
    expect(await of('123.456.789-09')).toMatchObject({ key: '12345678909', keyType: 'cpf' });
    await expect(of('11987654321')).rejects.toMatchObject({
      details: { fields: [{ field: 'keyType', message: 'key_type_needed' }] },
    });
    expect(await of('11987654321', 'phone')).toMatchObject({ key: '+5511987654321' });
    await expect(of('11987654321', 'cpf')).rejects.toMatchObject({
      details: { fields: [{ field: 'key', message: 'key_invalid' }] },
    });
    const { holder } = await of('123.456.789-09');
    expect(holder.document ?? '***').toMatch(/^\*\*/);
    await expect(of('ninguem@example.com')).rejects.toMatchObject({
      details: { provider: { code: 'PZK300' } },
    });
  });
});

describe('a transfer', () => {
  test.each(['48291', '4829134', 'ana@example.com'])('to %j is no account number', async (receiver) => {
    await expect(transfer({ receiver })).rejects.toMatchObject({
      details: { fields: [{ field: 'receiver', message: 'account_number_invalid' }] },
    });
  });

  test('to another account under the same reference is a conflict', async () => {
    const clientReference = `transfer-${amount}`;
    await bench().simulator.control('fault', {
      kind: 'apply-reset',
      method: 'POST',
      path: '/internal-transfer',
    });
    const { operation } = await transfer({ clientReference });
    await expect(transfer({ clientReference, receiver: '555555' })).rejects.toMatchObject({
      code: 'conflict',
      details: { operationId: operation.id },
    });
    expect((await resolve(operation.id)).state).toBe('confirmed');
  });
});

describe('lists', () => {
  test.each(['charges', 'withdrawals', 'transfers'] as const)(
    'of %s are walked once, by a cursor that is only theirs',
    async (what) => {
      const seen: string[] = [];
      let cursor: string | undefined;
      for (let pages = 0; pages < 4; pages += 1) {
        const page = await listPayments(ctx, what, { limit: 3, cursor });
        seen.push(...page.items.map(({ id }) => id));
        if (page.nextCursor === null) break;
        cursor = page.nextCursor;
      }
      expect(seen.length).toBeGreaterThan(3);
      expect(new Set(seen).size).toBe(seen.length);
      const other = what === 'charges' ? 'withdrawals' : 'charges';
      await expect(listPayments(ctx, other, { limit: 3, cursor })).rejects.toMatchObject({
        code: 'invalid_request',
      });
      await expect(listPayments(ctx, what, { limit: 3, search: 'ana' })).rejects.toMatchObject({
        details: { fields: [{ field: 'search', message: 'not_supported' }] },
      });
      await expect(listPayments(ctx, what, { limit: 3, from: '2026-13-40' })).rejects.toMatchObject({
        details: { fields: [{ field: 'from' }] },
      });
    },
  );

  test('mask names for who may not reveal them', async () => {
    const viewer = bench().context('davi', {}, ['read']);
    await charge({ payer: { name: 'Rui Dantas Prado' } });
    const [mine] = (await listPayments(ctx, 'charges', { limit: 1 })).items;
    const [theirs] = (await listPayments(viewer, 'charges', { limit: 1 })).items;
    expect([mine?.generatedName, theirs?.generatedName]).toEqual(['Rui Dantas Prado', 'Rui P.']);
  });
});

test('the rules of the forms are the document’s and the account’s', async () => {
  const rules = await getPaymentRules({ ctx: bench().context('marina', { approvalAbove: '500000' }) });
  expect(rules).toMatchObject({
    approvalAbove: 500_000,
    charge: { min: 100, max: 5_000_000, documentAbove: 200_000 },
    withdrawal: { min: 100, max: 10_000_000 },
    transfer: { receiver: 'account_number' },
    payerNeeded: false,
  });
  await bench().simulator.control('fault', {
    kind: 'status',
    status: 403,
    errorCode: 'PZA203',
    untilCleared: true,
  });
  expect(await getPaymentRules({ ctx })).toMatchObject({
    approvalAbove: null,
    withdrawal: { min: null, max: null },
  });
});
