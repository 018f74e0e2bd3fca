import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { refusalOf } from '#lib/api/testing/calls.ts';
import { db } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { registerOperationKinds } from '#lib/operations/server/kind.ts';
import { repeatedAfterCrash } from '#lib/operations/server/testing/crash.ts';
import { startTestSimulator, type TestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import { registerWebhook, removeWebhook } from '#lib/webhooks/server/change-webhook.ts';
import { pasteSecret } from '#lib/webhooks/server/issued.ts';
import { listWebhooks, WEBHOOK_KINDS } from '#lib/webhooks/server/list-webhooks.ts';
import { currentSecret, openSecret } from '#lib/webhooks/server/secrets.ts';
import { simulatorContext } from '#lib/webhooks/server/testing/world.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

/** Results that no operation carries are bound to their key where they are written. */
withDatabase();

let simulator: TestSimulator;
let ctx: Ctx;
beforeAll(async () => {
  simulator = await startTestSimulator();
  registerOperationKinds(WEBHOOK_KINDS);
});
afterAll(() => simulator.stop());
beforeEach(async () => {
  await simulator.control('clear', { all: true });
  ctx = await simulatorContext(simulator);
});

const fault = (kind: object, path: string, method: string) =>
  simulator.control('fault', { ...kind, path, method });
const rowOf = async (id: string) => (await listWebhooks({ ctx })).items.find((row) => row.id === id);
const timesAudited = async (action: string, target: string) =>
  (await db().select().from(auditLog).where(eq(auditLog.target, target))).filter(
    (entry) => entry.action === action && entry.accountId === ctx.account.id,
  ).length;
const seeded = async () => (await listWebhooks({ ctx })).items[0]?.id ?? '';
const inUse = async (id: string) => {
  const row = await currentSecret(ctx.account.id, id);
  return row === null ? null : openSecret(row)?.reveal();
};

it('M5: a pasted secret is kept once, though the process ended before its answer and another came since', async () => {
  const id = await seeded();
  const before = await timesAudited('secret.pasted', id);
  const { first, again } = await repeatedAfterCrash(
    (intent) => pasteSecret({ ctx: { ...ctx, intent }, id, secret: 'the first one' }),
    200,
    // Before the repeat comes: it must not take the place of this one.
    () => pasteSecret({ ctx, id, secret: 'a newer one' }),
  );
  expect(again).toEqual(first);
  expect(await inUse(id)).toBe('a newer one');
  expect(await timesAudited('secret.pasted', id)).toBe(before + 2);
});

it('M5: what was told by hand is forgotten once, and not again what was told anew since', async () => {
  await fault({ kind: 'status', status: 404, untilCleared: true }, '/user/webhooks', 'GET');
  const addByHand = () =>
    registerWebhook({ ctx, body: { existingId: 'wh_once', url: 'https://loja.example/once' } });
  await addByHand();
  await pasteSecret({ ctx, id: 'wh_once', secret: 'of the one that is gone' });
  const { first, again } = await repeatedAfterCrash(
    (intent) => removeWebhook({ ctx: { ...ctx, intent }, id: 'wh_once' }),
    200,
    async () => {
      expect(await rowOf('wh_once')).toBeUndefined();
      expect(await inUse('wh_once')).toBeNull();
      await addByHand();
    },
  );
  expect(again).toEqual(first);
  expect(again).toEqual({ status: 200, value: { result: { id: 'wh_once', forgotten: true } } });
  expect(await rowOf('wh_once')).toMatchObject({ id: 'wh_once', source: 'added' });
  expect(await timesAudited('webhook.forgotten', 'wh_once')).toBe(1);
});

it('M5: who stood still until another took the key over neither pastes nor forgets', async () => {
  await fault({ kind: 'status', status: 404, untilCleared: true }, '/user/webhooks', 'GET');
  await registerWebhook({ ctx, body: { existingId: 'wh_still', url: 'https://loja.example/still' } });
  await pasteSecret({ ctx, id: 'wh_still', secret: 'the one in use' });
  // Its key is another call's by now: what it holds is of no row.
  const intent = {
    ...{ operatorId: 'op', account: 'pix', key: 'taken over by another' },
    ...{ startedAt: '2026-01-01 00:00:00+00', status: 200, shownOnce: false },
  };
  const late = { ...ctx, intent };
  const pasting = pasteSecret({ ctx: late, id: 'wh_still', secret: 'too late' });
  expect(await refusalOf(pasting)).toMatchObject({ code: 'conflict' });
  const forgetting = removeWebhook({ ctx: late, id: 'wh_still' });
  expect(await refusalOf(forgetting)).toMatchObject({ code: 'conflict' });
  expect(await inUse('wh_still')).toBe('the one in use');
  expect(await rowOf('wh_still')).toMatchObject({ source: 'added' });
  expect(await timesAudited('secret.pasted', 'wh_still')).toBe(1);
  expect(await timesAudited('webhook.forgotten', 'wh_still')).toBe(0);
});
