import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { refusalOf } from '#lib/api/testing/calls.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { webhookSecrets } from '#lib/data/schema/webhooks.ts';
import { repeatOperation } from '#lib/operations/server/approve.ts';
import { registerOperationKinds } from '#lib/operations/server/kind.ts';
import { recoverOperations } from '#lib/operations/server/recover.ts';
import { startTestSimulator, type TestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import { portFor } from '#lib/providers/registry.ts';
import { registerWebhook } from '#lib/webhooks/server/change-webhook.ts';
import { acknowledgeSecret, showSecret } from '#lib/webhooks/server/issued.ts';
import { listWebhooks, WEBHOOK_KINDS } from '#lib/webhooks/server/list-webhooks.ts';
import {
  createCallbackSecret,
  rotateAccountSecret,
  rotateSecret,
} from '#lib/webhooks/server/rotate-secret.ts';
import { Endpoint } from '#lib/webhooks/server/testing/endpoint.ts';
import { answered, contextOn, payment, simulatorContext } from '#lib/webhooks/server/testing/world.ts';
import { faultOf } from '#lib/webhooks/signature.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

process.env.GUICHE_CHANGE_MS = '600';
withDatabase();

let simulator: TestSimulator;
let ctx: Ctx;
let endpoint: Endpoint;
let id = '';
let first = '';

beforeAll(async () => {
  simulator = await startTestSimulator();
  registerOperationKinds(WEBHOOK_KINDS);
});
afterAll(() => simulator.stop());
beforeEach(async () => {
  ctx = await simulatorContext(simulator);
  endpoint = new Endpoint();
  await endpoint.listen();
  const { result } = await answered(
    registerWebhook({ ctx, body: { url: endpoint.url, events: [], generateSecret: true } }),
  );
  id = result?.id ?? '';
  first = result?.secret ?? '';
  await verified();
});
afterEach(async () => {
  endpoint.close();
  await simulator.control('clear', { all: true });
});

/** A busy machine takes its time. */
const WAIT = { timeout: 20_000, interval: 100 };

/** The simulator delivers to nobody before the check is passed. */
const verified = () =>
  vi.waitFor(async () => {
    const { items } = await listWebhooks({ ctx });
    expect(items.find((row) => row.id === id)?.ownership?.status).toBe('verified');
  }, WAIT);

/** The secret that the simulator signs with now: the one of these that its next delivery verifies with. */
async function signsWith(...secrets: string[]): Promise<string | null> {
  const transaction = await payment(simulator);
  const delivery = await vi.waitFor(() => {
    const found = endpoint.got.findLast(({ body }) => body.includes(transaction));
    expect(found).toBeDefined();
    return found;
  }, WAIT);
  if (delivery === undefined) return null;
  const headers = delivery.headers as Record<string, string>;
  const holds = (secret: string) =>
    faultOf('pix', { headers, body: delivery.body, secret, nowMs: Date.now() }) === null;
  return secrets.find(holds) ?? null;
}

const path = '/user/webhooks/:id/rotate-secret';
const FAULTS: [string, object][] = [
  ['a time-out after it was applied', { kind: 'apply-silent' }],
  ['a time-out before it was applied', { kind: 'silent' }],
  ['a reset after it was applied', { kind: 'apply-reset' }],
  ['a reset before it was applied', { kind: 'reset' }],
  ['an answer that breaks off', { kind: 'truncated' }],
  ['an HTML answer', { kind: 'html' }],
  ['an empty answer', { kind: 'empty' }],
  ['a 200 with an error inside', { kind: 'error-200' }],
  ['424', { kind: 'status', status: 424 }],
  ['500', { kind: 'status', status: 500 }],
  ['503', { kind: 'status', status: 503 }],
  ['429', { kind: 'status', status: 429, retryAfterSeconds: 30 }],
  ['403, the account is locked', { kind: 'status', status: 403, errorCode: 'PZA204' }],
  ['401', { kind: 'status', status: 401 }],
];

describe('rotation under a fault: the operator holds what the service signs with', () => {
  it.each(FAULTS)('%s', async (_, fault) => {
    await simulator.control('fault', { ...fault, path });
    const reply = await rotateSecret({ ctx, id }).catch((error: unknown) => error as GuicheError);
    if (reply instanceof GuicheError) {
      // Refused: nothing changed, the old one is the one in use, here and there.
      expect(reply.details.operationId).toMatch(/^op_/);
      const [row] = (await listWebhooks({ ctx })).items.filter((one) => one.id === id);
      expect(row?.open).toBeNull();
      expect(await signsWith(first)).toBe(first);
      return;
    }
    const { status, operation } = await answered(Promise.resolve(reply));
    expect([status, operation.state]).toEqual([202, 'unknown']);
    const [row] = (await listWebhooks({ ctx })).items.filter((one) => one.id === id);
    expect(row?.open).toMatchObject({ kind: 'webhook.rotate', state: 'unknown' });
    // No second rotation starts alongside it; only repeating the same one helps.
    expect(await refusalOf(rotateSecret({ ctx, id }))).toMatchObject({
      code: 'conflict',
      details: { operationId: operation.id },
    });
    const again = await answered(repeatOperation({ ctx, id: operation.id }));
    const secret = again.result?.secret ?? '';
    expect(again.status).toBe(200);
    expect(secret.length).toBeGreaterThan(20);
    expect(await signsWith(first, secret)).toBe(secret);
  });

  it('the process dies between the call and its answer', async () => {
    const port = portFor(ctx.account);
    const { webhooks } = port;
    if (webhooks?.rotateSecret === undefined) throw new Error('no rotation');
    const { rotateSecret: rotate } = webhooks;
    const dying = {
      ...ctx,
      port: {
        ...port,
        webhooks: {
          ...webhooks,
          rotateSecret: async (...args: Parameters<typeof rotate>) => {
            await rotate(...args);
            return new Promise<never>(() => undefined);
          },
        },
      },
    };
    void rotateSecret({ ctx: dying, id });
    await vi.waitFor(async () => expect(await signsWith(first)).toBeNull(), 10_000);
    await recoverOperations({ everything: true });
    const [row] = (await listWebhooks({ ctx })).items.filter((one) => one.id === id);
    expect(row?.open?.state).toBe('unknown');
    const again = await answered(repeatOperation({ ctx, id: row?.open?.operationId ?? '' }));
    expect(await signsWith(again.result?.secret ?? '')).toBe(again.result?.secret);
  });

  it('several faults in a row end as one', async () => {
    for (const kind of ['apply-silent', 'reset', 'apply-reset'])
      await simulator.control('fault', { kind, path });
    const { operation } = await answered(rotateSecret({ ctx, id }));
    const states: string[] = [];
    let secret: string | undefined;
    while (secret === undefined && states.length < 5) {
      const again = await answered(repeatOperation({ ctx, id: operation.id }));
      states.push(again.operation.state);
      secret = again.result?.secret;
    }
    expect(states).toEqual(['unknown', 'unknown', 'confirmed']);
    expect(await signsWith(first, secret ?? '')).toBe(secret);
  });
});

describe('an issued secret', () => {
  it('is shown in the first answer, again to who caused it until acknowledged, and to nobody else', async () => {
    const { result, operation } = await answered(rotateSecret({ ctx, id }));
    const secretId = result?.secretId ?? '';
    expect(await showSecret({ ctx, id: secretId })).toEqual({ secret: result?.secret });
    const other = await contextOn(ctx.account.id, { operator: 'other' });
    expect(await refusalOf(showSecret({ ctx: other, id: secretId }))).toMatchObject({ code: 'not_found' });
    expect(await refusalOf(acknowledgeSecret({ ctx: other, id: secretId }))).toMatchObject({
      code: 'not_found',
    });
    const elsewhere = await simulatorContext(simulator);
    expect(await refusalOf(showSecret({ ctx: elsewhere, id: secretId }))).toMatchObject({
      code: 'not_found',
    });
    await acknowledgeSecret({ ctx, id: secretId });
    await acknowledgeSecret({ ctx, id: secretId });
    expect(await refusalOf(showSecret({ ctx, id: secretId }))).toMatchObject({ code: 'conflict' });
    const [row] = await db().select().from(operations).where(eq(operations.id, operation.id));
    expect(JSON.stringify(row)).not.toContain(result?.secret);
  });

  it('that was replaced is not shown any more', async () => {
    const { result } = await answered(rotateSecret({ ctx, id }));
    await rotateSecret({ ctx, id });
    expect(await refusalOf(showSecret({ ctx, id: result?.secretId ?? '' }))).toMatchObject({
      code: 'conflict',
    });
  });

  it('belongs to who repeated the rotation, once, however many repeat it at once', async () => {
    await simulator.control('fault', { kind: 'apply-reset', path });
    const { operation } = await answered(rotateSecret({ ctx, id }));
    const other = await contextOn(ctx.account.id, { operator: 'other' });
    const both = await Promise.allSettled(
      [ctx, other, other, ctx].map((one) => answered(repeatOperation({ ctx: one, id: operation.id }))),
    );
    const shown = both.flatMap((one) => (one.status === 'fulfilled' && one.value.result?.secret) || []);
    expect(shown).toHaveLength(1);
    expect(await signsWith(first, ...shown)).toBe(shown[0]);
    const rows = await db().select().from(webhookSecrets).where(eq(webhookSecrets.operationId, operation.id));
    expect(rows).toHaveLength(1);
  });

  it('is forgotten when it is acknowledged, where the account says so', async () => {
    const forgetful = await simulatorContext(simulator, { settings: { forgetSecrets: 'true' } });
    const { result } = await answered(rotateSecret({ ctx: forgetful, id }));
    const list = async () => (await listWebhooks({ ctx: forgetful })).items.find((row) => row.id === id);
    expect((await list())?.secret).toMatchObject({ mayShow: true, kept: true });
    await acknowledgeSecret({ ctx: forgetful, id: result?.secretId ?? '' });
    expect((await list())?.secret).toMatchObject({ mayShow: false, kept: false });
  });
});

describe('the account’s callback secret', () => {
  const callbackError = (kind: object, at: string) => simulator.control('fault', { ...kind, path: at });

  it('is created once; a lost answer leads to a rotation, and that signs', async () => {
    await callbackError({ kind: 'apply-silent' }, '/user/callbacks/secret');
    const lost = await answered(createCallbackSecret({ ctx }));
    expect(lost.operation.state).toBe('unknown');
    const refused = await refusalOf(repeatOperation({ ctx, id: lost.operation.id }));
    expect(refused).toMatchObject({
      code: 'already_done',
      details: { existing: { exists: true, wayOut: 'rotate' }, operationId: lost.operation.id },
    });
    await callbackError({ kind: 'apply-reset' }, '/user/callbacks/secret/rotate');
    const rotation = await answered(rotateAccountSecret({ ctx }));
    expect(rotation.operation.state).toBe('unknown');
    expect(await refusalOf(createCallbackSecret({ ctx }))).toMatchObject({ code: 'conflict' });
    const { result } = await answered(repeatOperation({ ctx, id: rotation.operation.id }));
    const transaction = await payment(simulator, endpoint.url);
    await vi.waitFor(() => {
      const own = endpoint.got.filter(
        ({ body, headers }) => body.includes(transaction) && headers['x-callback-event'] === undefined,
      );
      expect(own.length).toBeGreaterThan(0);
      for (const { body, headers } of own)
        expect(
          faultOf('pix', {
            headers: headers as Record<string, string>,
            body,
            secret: result?.secret ?? '',
            nowMs: Date.now(),
          }),
        ).toBeNull();
    });
  });
});
