import { expect, it, vi } from 'vitest';
import type { OperatorCtx } from '#lib/api/context.ts';
import { NewAccount } from '#lib/connections/contract.ts';
import { addAccount } from '#lib/connections/server/change-account.ts';
import { db } from '#lib/data/client.ts';
import { grants, operators } from '#lib/data/schema/operators.ts';
import { tryCredential, tryNewAccount } from '#lib/doctor/server/examine.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

vi.mock('node:dns/promises', () => ({ lookup: async () => [{ address: '1.1.1.1', family: 4 }] }));
withDatabase();

const ctx = {
  operator: { id: 'boss' },
  auditEntry: (note: object) => ({ operatorId: 'boss', accountId: null, result: 'ok', ...note }),
} as unknown as OperatorCtx;
const pix = (baseUrl: string) =>
  NewAccount.parse({
    ...{ kind: 'pix', name: 'Filial', slug: 'filial', environment: 'production', baseUrl },
    credentials: { accessToken: 'a-very-secret-token' },
  });
const REFUSED = {
  code: 'invalid_request',
  details: { fields: [{ field: 'baseUrl', message: 'not_public' }] },
};

it('A11: nothing near is called to try an account, or another credential of one', async () => {
  await db()
    .insert(operators)
    .values({ id: 'boss', name: 'Boss', email: 'b@example.com', passwordHash: 'x' });
  await db().insert(grants).values({ operatorId: 'boss', account: '*', role: 'admin' });
  for (const url of ['https://10.1.2.3/v1', 'https://192.168.0.7:5432', 'https://[fd00::1]/v1'])
    await expect(tryNewAccount({ ctx, body: pix(url) }), url).rejects.toMatchObject(REFUSED);
  const { id } = await addAccount({ ctx, body: pix('https://pix.example/v1') });
  const body = { environment: 'production' as const, credentials: { accessToken: 'another-token' } };
  await expect(
    tryCredential({ ctx, id, body: { ...body, baseUrl: 'https://169.254.1.1/v1' } }),
  ).rejects.toMatchObject(REFUSED);
});
