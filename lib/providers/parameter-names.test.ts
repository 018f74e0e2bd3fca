import { describe, expect, test } from 'vitest';
import { hubOver, no, ok } from '#lib/providers/hub/testing/test-hub.ts';
import { type Act, json, portTo, refusal, testProvider } from '#lib/providers/pix/testing/test-provider.ts';

/** M7: a request field that no document shows is sent under the name that the service's own 400 requests. */

const provider = testProvider();
const MADE = json(200, { id: 'tx_1', status: 'PENDING', type: 'WITHDRAW', amount: 10 });
const misses = (field: string, message = 'é obrigatório') =>
  refusal(400, 'PZV001', { details: [{ field, message }] });
const refusedWith = (message: string) => json(400, { errorCode: 'PZV001', message });
const bodies = () => provider.arrived.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

type Port = ReturnType<typeof portTo>;
const code = ({ port, change }: Port) =>
  port.withdrawals.toCode({ code: '0002', amount: 1_000, clientReference: 'r' }, change);
const key = ({ port, change }: Port) =>
  port.withdrawals.toKey(
    { amount: 1_000, pixKey: 'ana@example.com', pixKeyType: 'email', clientReference: 'r' },
    change,
  );
const refund = ({ port, change }: Port) => port.refunds.create({ paymentId: 'tx_1', amount: 1_000 }, change);

describe('document 1', () => {
  test.each<[string, Act]>([
    ['payload', misses('payload')],
    ['copiaECola', misses('body.copiaECola', 'Required')],
    ['conteudo_pix', misses('conteudo_pix', 'must be provided')],
    ['payload', refusedWith('payload is required')],
    ['brcode', refusedWith('O campo "brcode" é obrigatório')],
    ['pixText', refusedWith('missing required field: pixText')],
  ])('a code payment goes as %s, and is remembered so', async (name, refused) => {
    provider.acts = [refused, MADE, MADE];
    const to = portTo(provider.base);
    expect(await code(to)).toMatchObject({ kind: 'done', value: { id: 'tx_1' } });
    await code(to);
    expect(bodies().map((body) => [body.qrCode, body[name]])).toEqual([
      ['0002', undefined],
      [undefined, '0002'],
      [undefined, '0002'],
    ]);
    expect(to.sent.times).toBe(3);
  });

  test.each<[string, Act]>([
    ['another field of payments is missing', misses('amount')],
    ['another status', refusal(422, 'PZG422', { details: [{ field: 'payload', message: 'é obrigatório' }] })],
    ['a fault', refusal(500, 'PZI100', { details: [{ field: 'payload', message: 'é obrigatório' }] })],
    [
      'the institution',
      refusal(424, 'PZI111', { details: [{ field: 'payload', message: 'é obrigatório' }] }),
    ],
    ['what was sent is wrong', misses('qrCode', 'inválido')],
    [
      'two are missing',
      refusal(400, 'PZV001', { details: ['a1', 'b1'].map((field) => ({ field, message: 'required' })) }),
    ],
  ])('nothing is sent again where %s', async (_, act) => {
    provider.acts = [act, MADE];
    const to = portTo(provider.base);
    expect((await code(to)).kind).not.toBe('done');
    expect(to.sent.times).toBe(1);
  });

  test('once only: where the name was another field’s, the first refusal is told and nothing is learnt', async () => {
    provider.acts = [misses('pin'), misses('qrCode'), MADE];
    const to = portTo(provider.base);
    expect(await code(to)).toMatchObject({
      kind: 'refused',
      error: { details: { fields: [{ field: 'pin' }] } },
    });
    expect(to.sent.times).toBe(2);
    await code(to);
    expect(bodies().at(-1)).toMatchObject({ qrCode: '0002' });
  });

  test.each<[string, (to: Port) => Promise<{ kind: string }>, string, unknown]>([
    ['withdrawal', key, 'chave', 'ana@example.com'],
    ['withdrawal', key, 'pix_key', 'ana@example.com'],
    ['withdrawal', key, 'valor', 10],
    ['withdrawal', key, 'keyType', 'email'],
    ['refund', refund, 'value', 10],
  ])('a %s is sent with its field as the service calls it', async (_, send, name, value) => {
    provider.acts = [misses(name), MADE, MADE];
    const to = portTo(provider.base);
    await send(to);
    await send(to);
    expect(bodies().map((body) => body[name])).toEqual([undefined, value, value]);
  });

  test('an amount is never sent as something that may be counted otherwise', async () => {
    provider.acts = [misses('amountInCents'), MADE];
    const to = portTo(provider.base);
    expect((await key(to)).kind).toBe('refused');
    expect(to.sent.times).toBe(1);
  });
});

describe('document 2', () => {
  const PAID = ok({ id: 'wd_1', status: 'REQUESTED', amount: 1_000 });
  const invalid = (details: object) => no(400, 'SCHEMA_INVALID', details);
  const toCode = ({ port, change }: ReturnType<typeof hubOver>) =>
    port.withdrawals.toCode({ code: '0002', clientReference: 'r' }, change);

  test.each([
    ['payload', invalid({ payload: 'Required' })],
    ['code', invalid({ body: { code: 'is required' } })],
    ['emv', invalid([{ field: 'emv', message: 'é obrigatório' }])],
    [
      'qrCode',
      { ...no(400, 'SCHEMA_INVALID'), text: '{"code":"SCHEMA_INVALID","message":"qrCode is required"}' },
    ],
  ])('a code payment goes as %s', async (name, refused) => {
    const hub = hubOver([refused, PAID]);
    expect(await toCode(hub)).toMatchObject({ kind: 'done', value: { id: 'withdraw:wd_1' } });
    await toCode(hub);
    const sent = hub.requests.map(({ body }) => body as Record<string, unknown>);
    expect(sent.map((body) => [body.brCode, body[name]])).toEqual([
      ['0002', undefined],
      [undefined, '0002'],
      [undefined, '0002'],
    ]);
  });

  test('a transfer and a withdrawal name their receiver as the service does', async () => {
    const hub = hubOver([
      invalid({ destinationPixKey: 'Required' }),
      PAID,
      invalid({ chave: 'Required' }),
      PAID,
    ]);
    const { port, change } = hub;
    await port.transfers.create({ amount: 500, receiver: 'loja@example.com', clientReference: 'r' }, change);
    await port.withdrawals.toKey(
      { amount: 500, pixKey: 'ana@example.com', pixKeyType: 'email', clientReference: 's' },
      change,
    );
    const sent = hub.requests.map(({ body }) => body as Record<string, unknown>);
    expect([sent[1]?.destinationPixKey, sent[3]?.chave]).toEqual(['loja@example.com', 'ana@example.com']);
  });

  test('a refusal that names a field of ours is told at the form’s field, and nothing is sent again', async () => {
    const hub = hubOver([invalid({ brCode: 'Invalid' }), PAID]);
    expect(await toCode(hub)).toMatchObject({
      kind: 'refused',
      error: { details: { fields: [{ field: 'code', message: 'Invalid' }] } },
    });
    expect(hub.sent.times).toBe(1);
  });
});
