import { beforeAll, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { paymentEndpoints } from '#lib/payments/contract.ts';
import { readPayment } from '#lib/payments/server/list-payments.ts';
import { decodeCode, openRecipientToken } from '#lib/payments/server/receiver.ts';
import { hubOver, no, ok } from '#lib/providers/hub/testing/test-hub.ts';
import { json, portTo, testProvider } from '#lib/providers/pix/testing/test-provider.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import { reachFor } from '#lib/providers/reach.ts';

vi.mock('#lib/operations/server/late-confirmation.ts', () => ({ confirmLate: async () => undefined }));
vi.mock('#lib/auth/server/seal.ts', () => ({
  keyedHashes: (text: string) => [text],
  seal: (text: string) => text,
  unseal: (text: string) => text,
}));

const provider = testProvider();
const ctxOf = (port: Partial<ProviderPort>) =>
  ({
    account: { id: 'a' },
    ...reachFor(port as ProviderPort),
    permissions: new Set(['withdraw']),
  }) as unknown as Ctx;
/** A static code of the central bank's manual, with its checksum. */
const CODE =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';
const DECODED = { pixKey: 'k', merchantName: 'Loja do Ze', isDynamic: false, amount: null };
const HOLDER = {
  holder: { name: 'Padaria Central Ltda', document: '11.222.333/0001-81' },
  bank: { name: 'Banco Um', ispb: '12345678' },
  pixKey: '***',
};

let query: (input: object) => boolean;
beforeAll(() => {
  const { query: schema } = paymentEndpoints['GET /charges/lookup'];
  query = (input) => schema.safeParse(input).success;
});

test('D: GET /pix takes virtualAccount beside one of the references, never alone', async () => {
  provider.acts = [json(200, { id: 'tx1', status: 'PENDING', amount: 1, clientReference: 'r' })];
  provider.arrived.length = 0;
  const ctx = ctxOf(portTo(provider.base).port);
  const found = await readPayment(ctx, 'charges', { clientReference: 'r', virtualAccount: 'loja 1' });
  expect(found.id).toBe('tx1');
  expect(provider.arrived[0]?.url).toBe('/v1/pix?clientReference=r&virtualAccount=loja+1');
  expect(query({ clientReference: 'r', virtualAccount: 'loja 1' })).toBe(true);
  expect(query({ clientReference: 'r', virtualAccount: 'x'.repeat(51) })).toBe(false);
  provider.arrived.length = 0;
  await expect(readPayment(ctx, 'charges', { virtualAccount: 'loja 1' })).rejects.toMatchObject({
    code: 'invalid_request',
  });
  expect(provider.arrived).toEqual([]);
});

test('D: a Hub code is looked up in the directory too: holder and institution, in the form and on the operation', async () => {
  const { port, requests } = hubOver([({ line }) => ok(line.endsWith('/decode') ? DECODED : HOLDER)]);
  const ctx = ctxOf(port);
  const { code, holder, lookup } = await decodeCode({ ctx, body: { code: CODE } });
  const lines = requests.map(({ line, body }) => [line, body]);
  expect(lines).toContainEqual(['POST /transactions/pix/destination', { brCode: CODE }]);
  expect(lines).toContainEqual(['POST /transactions/pix/decode', { brCode: CODE }]);
  expect(code.name).not.toBeNull();
  expect(holder).toMatchObject({ institutionName: 'Banco Um' });
  expect(openRecipientToken(ctx, CODE, lookup)).toMatchObject({ institution: 'Banco Um' });
});

test('D: a code is read without the directory’s answer as well', async () => {
  const { port } = hubOver([
    ({ line }) => (line.endsWith('/decode') ? ok(DECODED) : no(403, 'TOKEN_MISSING_SCOPE')),
  ]);
  const { code, holder } = await decodeCode({ ctx: ctxOf(port), body: { code: CODE } });
  expect(code.name).toBe('Loja do Ze');
  expect(holder).toBeNull();
});
