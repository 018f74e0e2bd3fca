import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { OperatorCtx } from '#lib/api/context.ts';
import { db } from '#lib/data/client.ts';
import { operators } from '#lib/data/schema/operators.ts';
import { changeProfile } from '#lib/profile/server/profile.ts';
import { savePreferences } from '#lib/session/server/get-session.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

test('M17: the profile’s form keeps what another tab saved since its session was read', async () => {
  const ana = { id: 'ana', name: 'Ana Prates', email: 'ana.prates@aroeira.example' };
  await db().insert(operators).values(ana);
  const ctx = {
    ...{ operator: { ...ana, preferences: {}, factors: [] }, locale: 'pt-BR' },
    auditEntry: (note: object) => ({ operatorId: ana.id, accountId: null, result: 'ok', ...note }),
  } as unknown as OperatorCtx;
  await savePreferences({ ctx, body: { firstDay: ['team'], theme: 'dark' } });
  await Promise.all([
    savePreferences({ ctx, body: { firstDay: ['doctor', 'team'] } }),
    savePreferences({ ctx, body: { firstDay: ['channels'] } }),
  ]);
  const shown = await changeProfile({ ctx, body: { density: 'comfortable', name: 'Ana P.' } });
  expect(shown).toMatchObject({ name: 'Ana P.', theme: 'dark', density: 'comfortable', locale: 'pt-BR' });
  const [row] = await db().select().from(operators).where(eq(operators.id, ana.id));
  const { firstDay = [], ...others } = (row?.preferences ?? {}) as { firstDay?: string[] };
  expect(others).toMatchObject({ theme: 'dark', density: 'comfortable' });
  expect(firstDay.toSorted()).toEqual(['channels', 'doctor', 'team']);
});
