import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DecodedCode, KeyHolder, Payment, RefundState } from '#lib/providers/money-records.ts';
import {
  DIALECTS,
  done,
  type MoneyBench,
  moneyBench,
  refusal,
} from '#lib/providers/pix/testing/test-money.ts';

/** Against the real simulator, over HTTP, in each of its dialects. Databases have no part in it. */

let port: MoneyBench['port'];
let simulator: MoneyBench['simulator'];
let change: MoneyBench['change'];
let reference: MoneyBench['reference'];
let chargeOf: MoneyBench['chargeOf'];
let paid: MoneyBench['paid'];
let pass: MoneyBench['pass'];
let sendings: MoneyBench['sendings'];

describe.each(DIALECTS)('in %s', (dialect) => {
  let bench: MoneyBench;
  beforeAll(async () => {
    bench = await moneyBench(dialect);
    ({ port, simulator, change, reference, chargeOf, paid, pass, sendings } = bench);
  });
  afterAll(() => bench.simulator.stop());

  test('a charge: made, found in every way, its image, its receipt', async () => {
    const input = {
      amount: 250_001,
      clientReference: 'order/1 ção',
      expiresInSeconds: 900,
      virtualAccount: 'loja-1',
      callbackUrl: 'https://shop.example/hook',
      payer: { name: 'Ana Souza', document: '529.982.247-25', email: 'ana@shop.example' },
    };
    sendings.times = 0;
    const charge = Payment.parse(done(await port.charges.create(input, change())));
    expect(sendings.times).toBe(1);
    expect(charge).toMatchObject({
      status: 'PENDING',
      type: 'DEPOSIT',
      amount: 250_001,
      clientReference: 'order/1 ção',
      virtualAccount: 'loja-1',
      generatedName: 'Ana Souza',
      generatedDocument: '52998224725',
      generatedEmail: 'ana@shop.example',
      callbackUrl: 'https://shop.example/hook',
      hasQrCodeImage: true,
    });
    const { id } = charge;
    const lookUps = [{ id }, { clientReference: 'order/1 ção' }, { id, clientReference: 'order/1 ção' }];
    for (const by of lookUps) expect(await port.charges.find(by, {})).toEqual(charge);
    expect(await port.charges.find({ id, virtualAccount: 'loja-2' }, {})).toBeNull();
    expect(await port.charges.find({ clientReference: 'none' }, {})).toBeNull();
    expect(await port.withdrawals.find({ clientReference: 'order/1 ção' }, {})).toBeNull();
    const image = await port.charges.qrCode?.(id, {});
    expect(image?.mimeType).toBe('image/png');
    expect(Buffer.from(image?.bytes ?? []).toString('latin1', 1, 4)).toBe('PNG');
    await expect(port.charges.qrCode?.('missing', {})).rejects.toMatchObject({ code: 'not_found' });
    await expect(port.receipt('charge', id, {})).rejects.toMatchObject({
      details: { provider: { code: 'PZC320' } },
    });
    await simulator.control('pay', { id });
    const found = await port.charges.find({ clientReference: 'order/1 ção' }, {});
    expect(found).toMatchObject({ id, status: 'COMPLETED', paidAt: expect.any(String) });
    const endToEndId = found?.endToEndId ?? '';
    expect(await port.charges.find({ endToEndId }, {})).toEqual(found);
    const receipt = await port.receipt('charge', id, {});
    expect(receipt.mimeType).toBe('application/pdf');
    expect(Buffer.from(receipt.bytes).toString('latin1', 0, 5)).toBe('%PDF-');
    await expect(port.receipt('withdrawal', id, {})).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a charge that is refused is refused at our fields', async () => {
    const clientReference = reference();
    expect(
      await port.charges.create(
        {
          amount: 10_000,
          clientReference,
          expiresInSeconds: 999_999,
          callbackUrl: 'ftp://x',
          payer: { name: 'R2D2', document: '11111111111', email: 'x' },
        },
        change(),
      ),
    ).toMatchObject(
      refusal('PZV001', [
        { field: 'payer.name', message: 'somente letras e espaços' },
        { field: 'payer.email' },
        { field: 'payer.document' },
        { field: 'expiresInSeconds' },
        { field: 'callbackUrl' },
      ]),
    );
    const small = await port.charges.create({ amount: 99, clientReference }, change());
    expect(small).toMatchObject(refusal('PZD600', [{ field: 'amount' }]));
    const bare = await port.charges.create({ amount: 200_001, clientReference }, change());
    expect(bare).toMatchObject(refusal('PZD602', [{ field: 'payer.document' }]));
    expect(await port.charges.find({ clientReference }, {})).toBeNull();
    const first = done(await port.charges.create({ amount: 10_000, clientReference }, change()));
    const other = await port.charges.create({ amount: 10_001, clientReference }, change());
    expect(other).toMatchObject(refusal('PZC210', [{ field: 'clientReference' }]));
    const again = await port.charges.create({ amount: 10_000, clientReference }, change());
    if (dialect === 'nested') expect(done(again).id).toBe(first.id);
    else expect(again).toMatchObject(refusal('PZC210'));
  });

  test('a charge whose answer was lost is there', async () => {
    const clientReference = reference();
    await simulator.control('fault', { kind: 'apply-reset', method: 'POST', path: '/pix' });
    const lost = await port.charges.create({ amount: 5_000, clientReference }, change());
    expect(lost).toMatchObject({ kind: 'unknown' });
    expect(await port.charges.find({ clientReference }, {})).toMatchObject({ amount: 5_000 });
  });

  test.skipIf(dialect === 'lean')('a withdrawal to a key: looked up, made, found, its receipt', async () => {
    const holder = KeyHolder.parse(await port.keyLookup('529.982.247-25', 'cpf', {}));
    expect(holder).toMatchObject({ key: '52998224725', name: expect.any(String) });
    for (const name of ['document', 'branch', 'accountNumber', 'institutionIspb', 'institutionName'] as const)
      expect(holder[name], name).toEqual(expect.any(String));
    expect(holder.personType).toMatch(/^P[FJ]$/);
    expect(holder.accountType).toEqual(expect.any(String));
    const clientReference = reference();
    const input = { amount: 4_250, pixKey: '529.982.247-25', pixKeyType: 'cpf', clientReference };
    const made = Payment.parse(done(await port.withdrawals.toKey({ ...input, description: 'x' }, change())));
    expect(made).toMatchObject({
      status: 'PENDING',
      type: 'WITHDRAW',
      amount: 4_250,
      withdrawPixKey: '52998224725',
      withdrawPixType: 'cpf',
      clientReference,
    });
    expect(await port.withdrawals.find({ id: made.id }, {})).toEqual(made);
    expect(await port.withdrawals.find({ clientReference }, {})).toEqual(made);
    expect(done(await port.withdrawals.toKey(input, change())).id).toBe(made.id);
    expect(await port.withdrawals.toKey({ ...input, amount: 4_251 }, change())).toMatchObject(
      refusal('PZC210', [{ field: 'clientReference' }]),
    );
    await expect(port.receipt('withdrawal', made.id, {})).rejects.toMatchObject({ status: 422 });
    await pass(10_000);
    expect(await port.withdrawals.find({ id: made.id }, {})).toMatchObject({ status: 'COMPLETED' });
    expect(await port.receipt('withdrawal', made.id, {})).toMatchObject({ mimeType: 'application/pdf' });
  });

  test('a withdrawal that is refused is refused at our fields', async () => {
    const send = (more: object) =>
      port.withdrawals.toKey(
        {
          amount: 1_000,
          pixKey: 'ana@shop.example',
          pixKeyType: 'email',
          clientReference: reference(),
          ...more,
        },
        change(),
      );
    expect(await send({ amount: 1 })).toMatchObject(refusal('PZS600', [{ field: 'amount' }]));
    expect(await send({ pixKeyType: 'phone' })).toMatchObject(refusal('PZK600', [{ field: 'pixKey' }]));
    expect(await send({ pixKey: 'recusa@shop.example' })).toMatchObject(refusal('PZS102'));
    expect(await send({ amount: 999_999_999_999 })).toMatchObject(refusal('PZS601', [{ field: 'amount' }]));
    await expect(port.keyLookup('not a key', null, {})).rejects.toMatchObject({
      status: 400,
      details: { provider: { code: 'PZK600' }, fields: [{ field: 'key' }] },
    });
  });

  test.skipIf(dialect === 'lean')('a code: read, paid, found', async () => {
    const charge = await chargeOf(7_777, { expiresInSeconds: 600 });
    const code = charge.qrCodeText ?? '';
    const read = DecodedCode.parse(await port.decodeCode(code, {}));
    expect(read).toMatchObject({
      type: 'DYNAMIC',
      amount: 7_777,
      originalAmount: 7_777,
      amountEditable: false,
      name: expect.any(String),
      document: expect.any(String),
      city: expect.any(String),
      url: expect.stringContaining('/qr/'),
      expiresInSeconds: 600,
    });
    const clientReference = reference();
    sendings.times = 0;
    const made = done(await port.withdrawals.toCode({ code, clientReference }, change()));
    // The first refusal shows the service's name for the code.
    expect(sendings.times).toBe(dialect === 'nested' ? 2 : 1);
    expect(Payment.parse(made)).toMatchObject({ type: 'WITHDRAW', amount: 7_777, clientReference });
    expect(await port.withdrawals.find({ clientReference }, {})).toEqual(made);
    const differs = { code, amount: 7_778, clientReference: reference() };
    expect(await port.withdrawals.toCode(differs, change())).toMatchObject(
      refusal('PZS603', [{ field: 'amount' }]),
    );
    expect(sendings.times).toBe(dialect === 'nested' ? 3 : 2);
    const broken = { code: `${code}0`, clientReference: reference() };
    expect(await port.withdrawals.toCode(broken, change())).toMatchObject(
      refusal('PZK601', [{ field: 'code' }]),
    );
    await expect(port.decodeCode('not a code', {})).rejects.toMatchObject({
      details: { provider: { code: 'PZK601' }, fields: [{ field: 'code' }] },
    });
  });

  test('a transfer: made from the account’s own number, found, listed', async () => {
    const clientReference = reference();
    const made = Payment.parse(
      done(await port.transfers.create({ amount: 1_234, receiver: '654321', clientReference }, change())),
    );
    expect(made).toMatchObject({
      status: 'COMPLETED',
      method: 'INTERNAL_TRANSFER',
      amount: 1_234,
      fee: 0,
      endToEndId: null,
      receiver: { accountNumber: '654321' },
      payer: { accountNumber: expect.stringMatching(/^\d{6}$/) },
    });
    expect(await port.transfers.find({ clientReference }, {})).toEqual(made);
    expect(await port.transfers.find({ id: made.id }, {})).toEqual(made);
    expect(await port.transfers.find({ clientReference: 'none' }, {})).toBeNull();
    expect(await port.withdrawals.find({ id: made.id }, {})).toBeNull();
    const refused = await port.transfers.create(
      { amount: 1, receiver: '000001', clientReference: reference() },
      change(),
    );
    expect(refused).toMatchObject(refusal('PZC300', [{ field: 'receiver' }]));
    const short = await port.transfers.create({ amount: 1, receiver: '12', clientReference: 'x' }, change());
    expect(short).toMatchObject(refusal('PZV001', [{ field: 'receiver' }]));
  });

  test('lists of charges, withdrawals and transfers hold nothing of each other', async () => {
    const { id: charge } = await chargeOf(1_000);
    const by = { amount: 1_500, pixKey: 'ana@shop.example', pixKeyType: 'email' };
    const sent = done(await port.withdrawals.toKey({ ...by, clientReference: reference() }, change()));
    const moved = done(
      await port.transfers.create({ amount: 1, receiver: '654321', clientReference: reference() }, change()),
    );
    const whole = async (kind: 'charges' | 'withdrawals' | 'transfers') => {
      const items: Payment[] = [];
      let position: unknown = null;
      do {
        const page = await port[kind].list({}, { limit: 40, position }, {});
        expect(page.items.length).toBeLessThanOrEqual(40);
        items.push(...page.items.map((item) => Payment.parse(item)));
        position = JSON.parse(JSON.stringify(page.next));
      } while (position !== null);
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
      return items;
    };
    const [charges, withdrawals, transfers] = [
      await whole('charges'),
      await whole('withdrawals'),
      await whole('transfers'),
    ];
    const ids = (items: Payment[]) => items.map(({ id }) => id);
    expect(ids(charges)).toContain(charge);
    expect(ids(withdrawals)).toContain(sent.id);
    expect(ids(transfers)).toContain(moved.id);
    expect(new Set(charges.map(({ type }) => type))).toEqual(new Set(['DEPOSIT']));
    expect(charges.some(({ method }) => method === 'INTERNAL_TRANSFER')).toBe(false);
    expect(new Set(withdrawals.map(({ type }) => type))).toEqual(new Set(['WITHDRAW']));
    expect(withdrawals.some(({ method }) => method === 'INTERNAL_TRANSFER')).toBe(false);
    expect(new Set(transfers.map(({ method }) => method))).toEqual(new Set(['INTERNAL_TRANSFER']));
    const came = transfers.filter(({ type }) => type === 'DEPOSIT');
    expect(came.length).toBeGreaterThan(0);
    const some = await port.transfers.list({}, { limit: 1, position: null }, {});
    expect(some.total).toBe(transfers.length);
    const { clientReference } = sent;
    const one = await port.withdrawals.list(
      { clientReference: clientReference ?? '', status: ['PENDING'] },
      { limit: 10, position: null },
      {},
    );
    expect(one).toMatchObject({ items: [{ id: sent.id }], next: null, total: 1 });
  });

  test('refunds: a part, a second part, more than is left, the rest', async () => {
    const { id } = await paid(10_000);
    expect(RefundState.parse(await port.refunds.state(id, {}))).toEqual({
      paymentId: id,
      names: [id, expect.stringMatching(/^E\d{8}/)],
      refunded: 0,
      inProgress: 0,
      refundable: 10_000,
      status: null,
      refunds: [],
      openDispute: null,
    });
    const part = { paymentId: id, amount: 2_500, description: 'metade', clientReference: reference() };
    const first = RefundState.parse(done(await port.refunds.create(part, change())));
    expect(first).toMatchObject({
      refunded: 0,
      inProgress: 2_500,
      refundable: 7_500,
      status: 'PENDING',
      refunds: [{ amount: 2_500, description: 'metade', reason: 'CUSTOMER_REQUEST' }],
    });
    expect(done(await port.refunds.create(part, change())).refunds).toHaveLength(1);
    expect(await port.refunds.create({ ...part, amount: 2_501 }, change())).toMatchObject(
      refusal('PZC210', [{ field: 'clientReference' }]),
    );
    expect(await port.refunds.create({ paymentId: id, amount: 7_501 }, change())).toMatchObject(
      refusal('PZC611', [{ field: 'amount' }]),
    );
    await pass(20_000);
    expect(await port.refunds.state(id, {})).toMatchObject({
      refunded: 2_500,
      inProgress: 0,
      refundable: 7_500,
      status: 'COMPLETED',
    });
    const rest = done(await port.refunds.create({ paymentId: id }, change()));
    expect(rest).toMatchObject({ refunded: 2_500, inProgress: 7_500, refundable: 0, status: 'PENDING' });
    await pass(20_000);
    expect(await port.refunds.state(id, {})).toMatchObject({ refunded: 10_000, refundable: 0 });
    expect(await port.refunds.create({ paymentId: id }, change())).toMatchObject(refusal('PZC221'));
    expect(await port.refunds.create({ paymentId: 'missing' }, change())).toMatchObject({
      ...refusal('PZC310'),
      error: { code: 'not_found' },
    });
  });

  test('a refund that the institution refuses leaves all of it to be given back', async () => {
    const { id } = await paid(5_000);
    await port.refunds.create({ paymentId: id, amount: 1_013 }, change());
    await pass(20_000);
    const state = await port.refunds.state(id, {});
    expect(state).toMatchObject({ refunded: 0, inProgress: 0, refundable: 5_000, status: 'CANCELED' });
  });

  test('an open dispute stands beside the refunds', async () => {
    const { id } = await paid(3_000);
    const { dispute } = (await simulator.control('dispute', { id, hours: 10 })) as {
      dispute: { id: string };
    };
    expect(await port.refunds.state(id, {})).toMatchObject({ openDispute: dispute.id });
  });
});
