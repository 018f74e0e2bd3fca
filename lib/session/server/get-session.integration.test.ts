import { beforeAll, expect, test } from 'vitest';
import { openSession } from '#lib/auth/server/sign-in.ts';
import { db } from '#lib/data/client.ts';
import { operators } from '#lib/data/schema/operators.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';
import { openSessionsOf } from './get-session.ts';

withDatabase();

beforeAll(async () => {
  await db()
    .insert(operators)
    .values(['ana', 'bia'].map((id) => ({ id, email: `${id}@example.com`, name: id, passwordHash: 'x' })));
});

const enter = (operatorId: string, address: string | null) =>
  db().transaction((tx) =>
    openSession(tx, { operatorId, method: 'password', address, userAgent: null, device: [] }),
  );

test('a session from an address that none of the person’s earlier ones came from says so', async () => {
  await enter('bia', '10.0.0.9');
  for (const address of ['10.0.0.1', '10.0.0.1', '10.0.0.9', null, '10.0.0.9']) await enter('ana', address);
  const shown = (await openSessionsOf('ana', '')).sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  expect(shown.map(({ address, newAddress }) => [address, newAddress])).toEqual([
    ['10.0.0.1', false],
    ['10.0.0.1', false],
    ['10.0.0.9', true],
    [null, false],
    ['10.0.0.9', false],
  ]);
});
