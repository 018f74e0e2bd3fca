import { describe, expect, test } from 'vitest';
import {
  type Act,
  json,
  portTo,
  refusal,
  testProvider,
  text,
} from '#lib/providers/pix/testing/test-provider.ts';

const provider = testProvider();
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 255]);
const PDF = Buffer.from('%PDF-1.7\n\u00ff', 'latin1');
const bytes =
  (body: Uint8Array, type = 'application/octet-stream'): Act =>
  (_, response) =>
    response.writeHead(200, { 'content-type': type }).end(body);
const CARRIES = json(200, { data: { transaction: { id: 'tx', qrCodeBase64: PNG.toString('base64') } } });

describe('the image of a charge’s code', () => {
  const read = (...acts: Act[]) => {
    provider.acts = acts;
    provider.arrived.length = 0;
    return portTo(provider.base).port.charges.qrCode?.('a/b', {});
  };

  test.each<[string, Act]>([
    ['an image', bytes(PNG, 'image/png')],
    ['whatever its header says', bytes(PNG, 'text/html')],
    ['Base64 in JSON', json(200, { qrCodeBase64: PNG.toString('base64') })],
    ['a data URI', text(200, `data:image/png;base64,${PNG.toString('base64')}`)],
  ])('%s', async (_, act) => {
    expect(await read(act)).toEqual({ bytes: PNG, mimeType: 'image/png' });
    expect(provider.arrived).toMatchObject([
      { url: '/v1/pix/qr-code/a%2Fb', headers: { authorization: 'Bearer main-token' } },
    ]);
  });

  test.each<[string, Act]>([
    ['no route', text(404, '')],
    ['another word for it', refusal(404, 'PZG404')],
    ['405', text(405, '')],
    ['a page', text(200, '<html>')],
    ['a drawing that a browser would run', text(200, '<svg onload="x"/>')],
  ])('where its route gives none (%s) the charge itself carries it', async (_, act) => {
    expect(await read(act, CARRIES)).toEqual({ bytes: PNG, mimeType: 'image/png' });
    expect(provider.arrived[1]?.url).toBe('/v1/pix?id=a%2Fb');
  });

  test.each<[string, Act[], object, number]>([
    ['no such charge', [refusal(404, 'PZK301')], { code: 'not_found' }, 1],
    ['no code', [refusal(400, 'PZK601')], { status: 400 }, 1],
    ['no scope', [refusal(403, 'PZA200')], { code: 'provider_credential' }, 1],
    [
      'neither has it',
      [text(404, ''), json(200, { id: 'tx', qrCodeBase64: null })],
      { code: 'not_found' },
      2,
    ],
    ['both fail', [text(405, ''), refusal(404, 'PZC310')], { code: 'not_supported' }, 2],
    ['it is no image', [bytes(PDF), json(200, { id: 'tx', qrCodeBase64: 'aGVsbG8=' })], {}, 2],
  ])('none: %s', async (_, acts, error, calls) => {
    await expect(read(...acts)).rejects.toMatchObject({ name: 'GuicheError', ...error });
    expect(provider.arrived).toHaveLength(calls);
  });

  test('a file is at most 5 MB', async () => {
    const large = Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)]);
    await expect(read(bytes(large))).rejects.toMatchObject({ code: 'provider_unavailable' });
  });
});

describe('receipts and the status', () => {
  test.each<[string, Act]>([
    ['a PDF', bytes(PDF, 'application/pdf')],
    ['Base64', json(200, { base64: PDF.toString('base64') })],
    ['a data URI', json(200, { base64: `data:application/pdf;base64,${PDF.toString('base64')}` })],
  ])('%s', async (_, act) => {
    provider.acts = [act, act];
    const { port } = portTo(provider.base);
    for (const kind of ['charge', 'withdrawal'] as const) {
      const file = await port.receipt(kind, 'a/b', {});
      expect(file.mimeType).toBe('application/pdf');
      expect(Buffer.from(file.bytes).equals(PDF)).toBe(true);
    }
    expect(provider.arrived.map(({ url }) => url)).toEqual(['/v1/proof/a%2Fb', '/v1/withdraw/proof/a%2Fb']);
  });

  test.each<[string, Act, object]>([
    ['not yet', refusal(422, 'PZC320'), { status: 422, details: { provider: { code: 'PZC320' } } }],
    ['not there', refusal(404, 'PZC310'), { code: 'not_found' }],
    ['an image', bytes(PNG), { code: 'provider_unreadable' }],
    [
      'an error in a 200',
      json(200, { status: 'ERROR', error: 'x', errorCode: 'PZC321', message: 'm', statusCode: 422 }),
      { status: 422 },
    ],
  ])('no receipt: %s', async (_, act, error) => {
    provider.acts = [act];
    await expect(portTo(provider.base).port.receipt('charge', 'x', {})).rejects.toMatchObject(error);
  });

  test.each<[string, Act, unknown]>([
    ['JSON', json(200, { status: 'OK', load: 0.5 }), { status: 'OK', load: 0.5 }],
    ['a word', text(200, 'OK\n'), 'OK'],
    ['nothing', text(200, ''), ''],
  ])('a status: %s', async (_, act, expected) => {
    provider.acts = [act];
    expect(await portTo(provider.base).port.status({})).toEqual(expected);
    expect(provider.arrived[0]?.url).toBe('/v1/status/');
  });

  test('a page is no status', async () => {
    provider.acts = [text(200, '<!doctype html><p>OK')];
    await expect(portTo(provider.base).port.status({})).rejects.toMatchObject({
      code: 'provider_unreadable',
    });
  });
});
