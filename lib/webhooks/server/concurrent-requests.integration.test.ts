import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { refusalOf } from '#lib/api/testing/calls.ts';
import { appendAuditNow } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { registerOperationKinds } from '#lib/operations/server/kind.ts';
import { startTestSimulator, type TestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import { editWebhook, registerWebhook } from '#lib/webhooks/server/change-webhook.ts';
import { listWebhooks, WEBHOOK_KINDS } from '#lib/webhooks/server/list-webhooks.ts';
import { createCallbackSecret, rotateAccountSecret } from '#lib/webhooks/server/rotate-secret.ts';
import { simulatorContext } from '#lib/webhooks/server/testing/world.ts';
import { allWaitForLocks } from '../../../e2e/support/held.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

/** Two concurrent requests: what one checked changes through the other. */
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

const newUrl = () => `https://loja.example/${randomUUID()}`;
const register = (who: Ctx, url: string) =>
  registerWebhook({ ctx: who, body: { url, events: [], generateSecret: false } });
const there = async (url: string) =>
  (await listWebhooks({ ctx })).items.filter((one) => one.url === url).length;

/** A caller whose list is answered when the test releases it, with the state from its beginning. */
function slowReader() {
  const [answer, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { webhooks } = ctx.port;
  if (webhooks === undefined) throw new Error('No webhooks.');
  const list: typeof webhooks.list = async (...of) => {
    const then = await webhooks.list(...of);
    begun.resolve();
    await answer.promise;
    return then;
  };
  const part = ((name: string) =>
    name === 'webhooks' ? { ...webhooks, list } : ctx.part(name as never)) as Ctx['part'];
  return { slow: { ...ctx, part }, answer: answer.resolve, begun: begun.promise };
}

it('M17: the callback secret is not rotated beside its creation, though both began at once', async () => {
  const [inside, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // Whoever writes an intent waits for the audit log at its end: everything was judged by then.
  const blocking = db().transaction(async (tx) => {
    await appendAuditNow(tx, ctx.auditEntry({ action: 'webhook.test', target: 'blocking' }));
    inside.resolve();
    await open.promise;
  });
  await inside.promise;
  const created = createCallbackSecret({ ctx });
  await allWaitForLocks(created);
  const rotated = refusalOf(rotateAccountSecret({ ctx }));
  await allWaitForLocks(created, rotated).finally(open.resolve);
  await blocking;
  const { status, value } = await created;
  const { operation } = value as { operation: { id: string } };
  expect(status).toBe(201);
  expect(await rotated).toMatchObject({ code: 'conflict', details: { operationId: operation.id } });
  const requested = await db().select().from(operations).where(eq(operations.accountId, ctx.account.id));
  expect(requested.map(({ id }) => id)).toEqual([operation.id]);
});

it('M17: of two tabs that register one address, the second finds that the first did since it read', async () => {
  const url = newUrl();
  const { slow, answer, begun } = slowReader();
  const second = refusalOf(register(slow, url));
  await begun;
  expect((await register(ctx, url)).status).toBe(201);
  answer();
  expect(await second).toMatchObject({ code: 'conflict', details: { existing: { operation: {} } } });
  expect(await there(url)).toBe(1);
});

it('M17: an address is not registered that another webhook was given since the list was read', async () => {
  const [url, other] = [newUrl(), newUrl()];
  await register(ctx, other);
  const id = (await listWebhooks({ ctx })).items.find((one) => one.url === other)?.id ?? '';
  const { slow, answer, begun } = slowReader();
  const second = refusalOf(register(slow, url));
  await begun;
  await editWebhook({ ctx, id, body: { url } });
  answer();
  expect(await second).toMatchObject({ code: 'conflict' });
  expect(await there(url)).toBe(1);
});

it('M17: nor is a webhook given one that was registered since', async () => {
  const [url, other] = [newUrl(), newUrl()];
  await register(ctx, other);
  const id = (await listWebhooks({ ctx })).items.find((one) => one.url === other)?.id ?? '';
  const { slow, answer, begun } = slowReader();
  const edit = refusalOf(editWebhook({ ctx: slow, id, body: { url } }));
  await begun;
  await register(ctx, url);
  answer();
  expect(await edit).toMatchObject({ code: 'conflict' });
  expect(await there(url)).toBe(1);
});
