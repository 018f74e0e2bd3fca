import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, openClient } from '../test-client.ts';
import { readBrCode } from '../world/br-code.ts';

let client: Client;
beforeAll(async () => {
  client = await openClient({ speed: 0 });
});
afterAll(() => client.sandbox.close());

const later = (advanceMs: number) => client.control('time', { advanceMs });
const codeOf = ({ status, json }: { status: number; json: { errorCode?: string } }) => [
  status,
  json.errorCode,
];
const STATIC =
  '00020126370014br.gov.bcb.pix0115ana@example.com520400005303986540510.105802BR5909Ana Souza6009SAO PAULO62150511PEDIDO48291630454A6';

describe('charges', () => {
  it.each([
    [{ amount: 0.99 }, 'PZD600'],
    [{ amount: 50_000.01 }, 'PZD601'],
    [{ amount: 2000.01 }, 'PZD602'],
    [{ amount: '10' }, 'PZV001'],
    [{}, 'PZV001'],
    [{ amount: 10, generatedDocument: '12345678900' }, 'PZV001'],
    [{ amount: 10, clientReference: 'x'.repeat(65) }, 'PZV001'],
    [{ amount: 10, expiresIn: 172_001 }, 'PZV001'],
  ])('refuses %j', async (body, code) =>
    expect(codeOf(await client.post('/pix', body))).toEqual([400, code]),
  );

  it('is made, seen, paid and not made twice', async () => {
    const made = (await client.post('/pix', { amount: 80.1, clientReference: 'c-1', virtualAccount: 'loja' }))
      .json;
    expect(made).toMatchObject({
      status: 'PENDING',
      amount: 80.1,
      payerName: null,
      receiverName: null,
      virtualAccount: 'loja',
    });
    expect(made.receiverAccountNumber).toMatch(/^\d{6}$/);
    expect(readBrCode(made.qrCodeText)).toMatchObject({ amount: 8010, dynamic: true });
    expect(Buffer.from(made.qrCodeBase64, 'base64').subarray(1, 4).toString()).toBe('PNG');
    expect(codeOf(await client.post('/pix', { amount: 80.1, clientReference: 'c-1' }))).toEqual([
      409,
      'PZC210',
    ]);
    const image = await client.get(`/pix/qr-code/${made.id}`);
    expect(image.headers.get('content-type')).toBe('image/png');
    await client.control('pay', { clientReference: 'c-1' });
    const paid = (await client.get(`/pix?id=${made.id}&clientReference=c-1`)).json;
    expect(paid).toMatchObject({ status: 'COMPLETED', qrCodeText: null });
    expect(paid.endToEndId).toMatch(/^E\d{8}\d{12}[0-9a-z]{11}$/);
    expect((await client.get(`/user/transactions?endToEndId=${paid.endToEndId}`)).json.total).toBe(1);
    expect(codeOf(await client.get(`/pix?id=${made.id}&clientReference=c-2`))).toEqual([404, 'PZC310']);
    expect(codeOf(await client.get('/pix'))).toEqual([400, 'PZV001']);
  });

  it('expires after expiresIn', async () => {
    const { id } = (await client.post('/pix', { amount: 5, expiresIn: 60 })).json;
    await later(59_000);
    expect((await client.get(`/pix?id=${id}`)).json.status).toBe('PENDING');
    await later(1000);
    expect((await client.get(`/pix?id=${id}`)).json.status).toBe('EXPIRED');
  });

  it('ends as the control says', async () => {
    for (const [outcome, status] of [
      ['cancel', 'CANCELED'],
      ['error', 'ERROR'],
      ['refunded', 'REFUNDED'],
    ] as const) {
      const { id } = (await client.post('/pix', { amount: 7 })).json;
      await client.control('pay', { id, outcome });
      const row = (await client.get(`/pix?id=${id}`)).json;
      expect(row.status).toBe(status);
      expect(row.cancellationReason !== null).toBe(outcome === 'cancel');
    }
    expect((await client.control('pay', { id: 'none' })).status).toBe(404);
  });
});

describe('payments', () => {
  const order = { amount: 42.5, pixKey: 'ana@example.test', pixType: 'email', clientReference: 'w-1' };

  it('is sent once for one reference, and leaves the balance', async () => {
    const before = (await client.get('/user/balance')).json.balanceAvailable;
    const made = (await client.post('/withdraw', order)).json;
    expect(made).toMatchObject({
      status: 'PENDING',
      type: 'WITHDRAW',
      receiverName: null,
      withdrawPixType: 'email',
    });
    expect((await client.post('/withdraw', order)).json.id).toBe(made.id);
    expect(codeOf(await client.post('/withdraw', { ...order, amount: 42 }))).toEqual([409, 'PZC210']);
    const after = (await client.get('/user/balance')).json.balanceAvailable;
    expect(Math.round((before - after) * 100)).toBe(4250);
    await later(5000);
    const sent = (await client.get('/withdraw?clientReference=w-1')).json;
    expect([sent.status, sent.receiverName]).toEqual([
      'COMPLETED',
      (await client.get('/pix/key?pixKey=ana@example.test')).json.name,
    ]);
  });

  it.each([
    [{ ...order, clientReference: undefined, pixKey: 'ana' }, 400, 'PZK600'],
    [{ ...order, clientReference: undefined, amount: 0.5 }, 400, 'PZS600'],
    [{ ...order, clientReference: undefined, amount: 100_000.01 }, 400, 'PZS601'],
    [{ ...order, clientReference: undefined, amount: 99_000 }, 422, 'PZS202'],
    [{ ...order, clientReference: undefined, pixKey: 'recusa@example.test' }, 422, 'PZS102'],
    [{ ...order, clientReference: undefined, pixKey: 'ninguem@example.test' }, 404, 'PZK300'],
  ])('refuses %j', async (body, status, code) =>
    expect(codeOf(await client.post('/withdraw', body))).toEqual([status, code]),
  );

  it('reads and pays codes', async () => {
    const read = (await client.post('/pix/qrcode/read', { emv: STATIC })).json;
    expect(read).toMatchObject({
      qrCodeType: 'STATIC',
      amount: 10.1,
      txid: 'PEDIDO48291',
      name: 'Ana Souza',
    });
    expect((await client.post('/withdraw/qrcode', { qrCode: STATIC })).json.amount).toBe(10.1);
    expect(codeOf(await client.post('/withdraw/qrcode', { qrCode: STATIC, amount: 11 }))).toEqual([
      400,
      'PZS603',
    ]);
    expect(codeOf(await client.post('/pix/qrcode/read', { emv: `${STATIC.slice(0, -1)}7` }))).toEqual([
      400,
      'PZK601',
    ]);
  });

  it('moves money between accounts at once', async () => {
    const payerAccountNumber = (await client.get('/user')).json.accountNumber;
    const order = { payerAccountNumber, receiverAccountNumber: '123456', amount: 10, clientReference: 't-1' };
    const made = (await client.post('/internal-transfer', order)).json;
    expect(made).toMatchObject({
      status: 'COMPLETED',
      method: 'INTERNAL_TRANSFER',
      serviceFeeCharged: 0,
      endToEndId: null,
    });
    expect((await client.get('/internal-transfer?clientReference=t-1')).json.id).toBe(made.id);
    const wrong = { ...order, clientReference: undefined };
    expect(
      codeOf(await client.post('/internal-transfer', { ...wrong, payerAccountNumber: '000001' })),
    ).toEqual([403, 'PZC400']);
    expect(
      codeOf(
        await client.post('/internal-transfer', { ...wrong, receiverAccountNumber: payerAccountNumber }),
      ),
    ).toEqual([400, 'PZC600']);
    expect(codeOf(await client.get('/internal-transfer?id=none'))).toEqual([404, 'PZC301']);
  });
});

describe('refunds', () => {
  it('returns in parts, up to the whole', async () => {
    const { id } = (await client.post('/pix', { amount: 50 })).json;
    expect(codeOf(await client.post(`/refund/${id}`))).toEqual([409, 'PZG409']);
    await client.control('pay', { id });
    const first = (await client.post(`/refund/${id}`, { amount: 20, clientReference: 'r-1' })).json;
    expect(first).toMatchObject({ status: 'COMPLETED', refundStatus: 'PENDING', refundAmount: '20.00' });
    expect(
      (await client.post(`/refund/${id}`, { amount: 20, clientReference: 'r-1' })).json.refunds,
    ).toHaveLength(1);
    expect(codeOf(await client.post(`/refund/${id}`, { amount: 30.01 }))).toEqual([400, 'PZC611']);
    expect(codeOf(await client.post(`/refund/${id}`, { reason: 'x' }))).toEqual([400, 'PZV001']);
    await later(7000);
    expect((await client.get(`/user/transactions/${id}`)).json).toMatchObject({
      status: 'COMPLETED',
      refundStatus: 'COMPLETED',
    });
    await client.post(`/refund/${id}`);
    await later(7000);
    const row = (await client.get(`/user/transactions/${id}`)).json;
    expect(row).toMatchObject({
      status: 'REFUNDED',
      refundAmount: '50.00',
      refundReason: 'CUSTOMER_REQUEST',
    });
    expect(codeOf(await client.post(`/refund/${id}`))).toEqual([409, 'PZC221']);
  });
});

describe('disputes', () => {
  async function dispute(hours: number): Promise<{ id: string; transaction: string }> {
    const { id } = (await client.post('/pix', { amount: 90 })).json;
    await client.control('pay', { id });
    return {
      id: (await client.control('dispute', { transactionId: id, hours })).json.dispute.id,
      transaction: id,
    };
  }
  const form = (text: string) => {
    const parts = new FormData();
    parts.append('defense', text);
    parts.append('files', new Blob(['%PDF-1.4'], { type: 'application/pdf' }), 'nota.pdf');
    return parts;
  };

  it('blocks the money, takes one defense, and closes', async () => {
    const before = (await client.get('/user/balance')).json.balanceBlocked;
    const { id, transaction } = await dispute(5);
    expect((await client.get('/user/balance')).json.balanceBlocked).toBeCloseTo(before + 90, 5);
    const path = `/user/infractions/${id}/defenses`;
    expect((await client.post(path, { defense: 'x' })).status).toBe(415);
    const made = await client.call('POST', path, form('Entregue ao titular.'));
    expect([made.status, made.json.files[0].name, made.json.infractionId]).toEqual([201, 'nota.pdf', id]);
    expect(codeOf(await client.call('POST', path, form('de novo')))).toEqual([409, 'PZK212']);
    expect((await client.get(path)).json).toHaveLength(1);
    await client.control('dispute', { disputeId: id, close: 'DISAGREED' });
    const closed = (await client.get(`/user/infractions/${id}`)).json;
    expect(closed).toMatchObject({
      status: 'CLOSED',
      analysisResult: 'DISAGREED',
      transaction: { id: transaction },
    });
    expect((await client.get('/user/balance')).json.balanceBlocked).toBeCloseTo(before, 5);
    expect((await client.get(`/user/transactions/${transaction}`)).json.infraction.id).toBe(id);
  });

  it('goes against the account that stays silent', async () => {
    const { id, transaction } = await dispute(2);
    await later(3 * 3600_000);
    expect(codeOf(await client.call('POST', `/user/infractions/${id}/defenses`, form('tarde')))).toEqual([
      422,
      'PZG422',
    ]);
    await later(31 * 3600_000);
    expect((await client.get(`/user/infractions/${id}`)).json.analysisResult).toBe('AGREED');
    expect((await client.get(`/user/transactions/${transaction}`)).json.status).toBe('WAITING_FOR_REFUND');
    await later(7 * 3600_000);
    const row = (await client.get(`/user/transactions/${transaction}`)).json;
    expect([row.status, row.refundReason]).toEqual(['REFUNDED', 'INFRACTION']);
    expect(codeOf(await client.call('POST', `/user/infractions/${id}/defenses`, form('x')))).toEqual([
      409,
      'PZK210',
    ]);
  });

  it('lists with its envelope and filters', async () => {
    const { json } = await client.get('/user/infractions?status=CLOSED&limit=2');
    expect(Object.keys(json)).toEqual(['pagination', 'infractions']);
    expect(json.pagination).toMatchObject({
      page: 1,
      limit: 2,
      totalPages: Math.ceil(json.pagination.totalItems / 2),
    });
    for (const one of json.infractions) expect(one.status).toBe('CLOSED');
    expect(codeOf(await client.get('/user/infractions?limit=101'))).toEqual([400, 'PZV001']);
  });
});

describe('receipts', () => {
  it('are PDFs of what was paid', async () => {
    const [row] = (await client.get('/user/transactions?type=DEPOSIT&status=COMPLETED&limit=1')).json
      .transactions;
    const pdf = await client.get(`/proof/${row.id}`);
    expect([pdf.headers.get('content-type'), pdf.text.slice(0, 5)]).toEqual(['application/pdf', '%PDF-']);
    const { base64 } = (await client.get(`/proof/${row.id}?type=base64`)).json;
    expect(Buffer.from(base64, 'base64').toString('latin1')).toContain('%%EOF');
    expect(codeOf(await client.get(`/withdraw/proof/${row.id}`))).toEqual([404, 'PZC310']);
    const [waiting] = (await client.get('/user/transactions?type=DEPOSIT&status=EXPIRED&limit=1')).json
      .transactions;
    expect(codeOf(await client.get(`/proof/${waiting.id}`))).toEqual([422, 'PZC320']);
  });
});
