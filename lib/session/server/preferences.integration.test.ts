import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { OperatorCtx } from '#lib/api/context.ts';
import { db } from '#lib/data/client.ts';
import { operators } from '#lib/data/schema/operators.ts';
import { savePreferences } from '#lib/session/server/get-session.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
const ANA = { id: 'ana', name: 'Ana Prates', email: 'ana.prates@aroeira.example' };
/** A session as it was read once: both tabs, or both instances, go by it. */
const ctx = { operator: { ...ANA, preferences: {}, factors: [] }, locale: 'en' } as unknown as OperatorCtx;
const stored = async () =>
  (await db().select().from(operators).where(eq(operators.id, ANA.id)))[0]?.preferences;

beforeEach(async () => {
  await db().delete(operators);
  await db().insert(operators).values(ANA);
});

test('M17: of two preferences that are saved from one reading both are kept', async () => {
  await savePreferences({ ctx, body: { theme: 'dark' } });
  const answer = await savePreferences({ ctx, body: { density: 'comfortable' } });
  expect(answer).toMatchObject({ theme: 'dark', density: 'comfortable', language: 'en' });
  expect(await stored()).toMatchObject({ theme: 'dark', density: 'comfortable' });
});

test('M17: a language that another tab chose is not taken back, and the one in use is kept where none was', async () => {
  await savePreferences({ ctx, body: { theme: 'dark' } });
  expect(await stored()).toMatchObject({ language: 'en' });
  await savePreferences({ ctx, body: { language: 'pt-BR' } });
  await savePreferences({ ctx, body: { singleKeys: false } });
  expect(await stored()).toMatchObject({ language: 'pt-BR', singleKeys: false, theme: 'dark' });
});
