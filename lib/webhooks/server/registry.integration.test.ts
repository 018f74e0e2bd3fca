import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { refusalOf } from '#lib/api/testing/calls.ts';
import { db } from '#lib/data/client.ts';
import { beat } from '#lib/data/jobs/instance.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { webhookEntries, webhookReceivers } from '#lib/data/schema/webhooks.ts';
import { repeatOperation } from '#lib/operations/server/approve.ts';
import { registerOperationKinds } from '#lib/operations/server/kind.ts';
import { lookUpOperation } from '#lib/operations/server/look-up.ts';
import { perform } from '#lib/operations/server/perform.ts';
import { repeatedAfterCrash } from '#lib/operations/server/testing/crash.ts';
import { startTestSimulator, type TestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import { callReceiver } from '#lib/sandbox/server/control.ts';
import { editWebhook, registerWebhook, removeWebhook } from '#lib/webhooks/server/change-webhook.ts';
import { checkSignature } from '#lib/webhooks/server/check-signature.ts';
import { pasteSecret } from '#lib/webhooks/server/issued.ts';
import { getCallbackSecret, listWebhooks, WEBHOOK_KINDS } from '#lib/webhooks/server/list-webhooks.ts';
import { getOwnership, runOwnership } from '#lib/webhooks/server/ownership.ts';
import { ROTATE_WEBHOOK_SECRET, rotateSecret } from '#lib/webhooks/server/rotate-secret.ts';
import { testWebhook } from '#lib/webhooks/server/test-webhook.ts';
import { Endpoint } from '#lib/webhooks/server/testing/endpoint.ts';
import { answered, contextOn, simulatorContext } from '#lib/webhooks/server/testing/world.ts';
import { faultOf, pixSignature } from '#lib/webhooks/signature.ts';
import { withClockAhead } from '../../../e2e/support/skewed-clock.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

process.env.GUICHE_CHANGE_MS = '600';
withDatabase();

let simulator: TestSimulator;
let ctx: Ctx;
let endpoint: Endpoint;

beforeAll(async () => {
  simulator = await startTestSimulator();
  registerOperationKinds(WEBHOOK_KINDS);
});
afterAll(() => simulator.stop());
beforeEach(async () => {
  ctx = await simulatorContext(simulator);
  endpoint = new Endpoint();
  await endpoint.listen();
});
afterEach(async () => {
  endpoint.close();
  await simulator.control('clear', { all: true });
});

const fault = (kind: object, path = '/user/webhooks', method = 'POST') =>
  simulator.control('fault', { ...kind, path, method });
const register = (url = endpoint.url) =>
  answered(registerWebhook({ ctx, body: { url, events: ['TRANSACTION_COMPLETED'], generateSecret: true } }));
const rowOf = async (id: string) => (await listWebhooks({ ctx })).items.find((row) => row.id === id);

const timesAudited = async (action: string, target: string) =>
  (await db().select().from(auditLog).where(eq(auditLog.target, target))).filter(
    (entry) => entry.action === action,
  ).length;

describe('registration', () => {
  it('whose answer was lost is found in the list, once, without its secret; a rotation gives one', async () => {
    await fault({ kind: 'apply-silent' });
    const { status, operation } = await register();
    expect([status, operation.state]).toEqual([202, 'unknown']);
    expect((await listWebhooks({ ctx })).registrations).toMatchObject([
      { operationId: operation.id, state: 'unknown' },
    ]);
    expect(await refusalOf(register())).toMatchObject({ code: 'invalid_request' });
    const found = await lookUpOperation(operation.id, { due: false });
    expect(found).toMatchObject({ state: 'confirmed', result: { secretId: null, secretLost: true } });
    const { id = '' } = (found?.result ?? {}) as { id?: string };
    expect(await rowOf(id)).toMatchObject({ url: endpoint.url, hasSecret: true, secret: null });
    const { result } = await answered(rotateSecret({ ctx, id }));
    expect(result?.secret).toBeDefined();
  });

  it('that never arrived is sent again only by the operator, and is there once', async () => {
    await fault({ kind: 'silent' });
    const { operation } = await register();
    expect(await lookUpOperation(operation.id, { due: false })).toMatchObject({ state: 'unknown' });
    const again = await answered(repeatOperation({ ctx, id: operation.id }));
    expect(again).toMatchObject({ status: 200, operation: { state: 'confirmed' } });
    expect(again.result?.secret).toBeDefined();
    const { items } = await listWebhooks({ ctx });
    expect(items.filter((row) => row.url === endpoint.url)).toHaveLength(1);
  });

  it('repeated although it had arrived is not sent a second time', async () => {
    await fault({ kind: 'apply-reset' });
    const { operation } = await register();
    const again = await answered(repeatOperation({ ctx, id: operation.id }));
    expect(again.result).toMatchObject({ secretLost: true, secretId: null });
    const { items } = await listWebhooks({ ctx });
    expect(items.filter((row) => row.url === endpoint.url)).toHaveLength(1);
  });

  it('that was refused leaves nothing of Guichê’s own receiver behind', async () => {
    await fault({ kind: 'status', status: 403, errorCode: 'PZA204' });
    const refused = await refusalOf(registerWebhook({ ctx, body: { receiver: true, events: [] } }));
    expect(refused).toMatchObject({ code: 'provider_rejected', details: { provider: { code: 'PZA204' } } });
    const left = await db()
      .select()
      .from(webhookReceivers)
      .where(eq(webhookReceivers.accountId, ctx.account.id));
    expect(left).toHaveLength(0);
  });

  it.each([
    [`https://loja.example/${'a'.repeat(2048)}`, 'too_long'],
    ['http://loja.com.br/pix', 'not_https'],
    ['https://10.0.0.1/pix', 'not_public'],
    ['https://[fd00::1]/pix', 'not_public'],
    ['https://u:p@loja.example/pix', 'has_credentials'],
    ['https://loja.example/pix#a', 'has_fragment'],
    ['loja.example', 'not_a_url'],
  ])('refuses %.40s (%s) before anything is sent', async (url, message) => {
    expect(await refusalOf(register(url))).toMatchObject({
      code: 'invalid_request',
      details: { fields: [{ field: 'url', message }] },
    });
  });

  it('refuses an address that is registered, written in another way too', async () => {
    await register();
    const other = endpoint.url.replace('http://127.0.0.1', 'HTTP://127.0.0.1');
    expect(await refusalOf(register(other))).toMatchObject({
      details: { fields: [{ field: 'url', message: 'duplicate' }] },
    });
  });
});

describe('edit and removal', () => {
  it('are found again by looking at the thing itself', async () => {
    const { result } = await register();
    const id = result?.id ?? '';
    await fault({ kind: 'apply-silent' }, '/user/webhooks/:id', 'PATCH');
    const edit = await answered(
      editWebhook({ ctx, id, body: { active: false, events: ['INFRACTION_CHANGED'] } }),
    );
    expect(edit.operation.state).toBe('unknown');
    expect((await rowOf(id))?.open).toMatchObject({ kind: 'webhook.edit', state: 'unknown' });
    expect(await lookUpOperation(edit.operation.id, { due: false })).toMatchObject({ state: 'confirmed' });
    expect(await rowOf(id)).toMatchObject({ active: false, events: ['INFRACTION_CHANGED'], open: null });

    await fault({ kind: 'silent' }, '/user/webhooks/:id', 'PATCH');
    const lost = await answered(editWebhook({ ctx, id, body: { active: true } }));
    expect(await lookUpOperation(lost.operation.id, { due: false })).toMatchObject({ state: 'unknown' });
    await repeatOperation({ ctx, id: lost.operation.id });
    expect((await rowOf(id))?.active).toBe(true);

    await fault({ kind: 'apply-reset' }, '/user/webhooks/:id', 'DELETE');
    const removal = await answered(removeWebhook({ ctx, id }));
    expect(removal.operation.state).toBe('unknown');
    expect(await lookUpOperation(removal.operation.id, { due: false })).toMatchObject({ state: 'confirmed' });
    expect(await rowOf(id)).toBeUndefined();
    expect(await refusalOf(removeWebhook({ ctx, id }))).toMatchObject({ code: 'not_found' });
  });

  it('need something to change, and an address nobody else has', async () => {
    const { result } = await register();
    const id = result?.id ?? '';
    expect(await refusalOf(editWebhook({ ctx, id, body: {} }))).toMatchObject({ code: 'invalid_request' });
    const { items } = await listWebhooks({ ctx });
    const taken = items.find((row) => row.id !== id)?.url ?? '';
    expect(await refusalOf(editWebhook({ ctx, id, body: { url: taken } }))).toMatchObject({
      details: { fields: [{ field: 'url', message: 'duplicate' }] },
    });
    expect(await refusalOf(editWebhook({ ctx, id: 'wh_none', body: { active: true } }))).toMatchObject({
      code: 'not_found',
    });
  });
});

describe('a service without the undocumented routes', () => {
  const withoutList = () =>
    fault({ kind: 'status', status: 404, untilCleared: true }, '/user/webhooks', 'GET');

  it('shows what was registered here and what it was told', async () => {
    await withoutList();
    const { result } = await register();
    const added = await answered(
      registerWebhook({ ctx, body: { existingId: 'wh_added', url: 'https://loja.example/added' } }),
    );
    expect(added).toMatchObject({ status: 201, result: { id: 'wh_added', secretId: null } });
    const { listed, items } = await listWebhooks({ ctx });
    expect(listed).toBe(false);
    expect(items.map(({ id, source }) => [id, source]).sort()).toEqual(
      [
        [result?.id, 'guiche'],
        ['wh_added', 'added'],
      ].sort(),
    );
    expect(await answered(removeWebhook({ ctx, id: 'wh_added' }))).toMatchObject({
      result: { forgotten: true },
    });
    expect(await rowOf('wh_added')).toBeUndefined();
  });

  it('never settles a lost registration by itself: the operator agrees to another', async () => {
    await withoutList();
    await fault({ kind: 'silent' });
    const { operation } = await register();
    expect(await lookUpOperation(operation.id, { due: false })).toMatchObject({ state: 'unknown' });
    const again = await answered(repeatOperation({ ctx, id: operation.id }));
    expect(again.result?.secret).toBeDefined();
  });

  it('whose list does not name a webhook refuses it by its id', async () => {
    const body = { existingId: 'wh_none', url: 'https://loja.example/x' };
    expect(await refusalOf(registerWebhook({ ctx, body }))).toMatchObject({
      details: { fields: [{ field: 'existingId', message: 'not_listed' }] },
    });
  });

  it('says by 405 that it has no such route', async () => {
    const { result } = await register();
    await fault({ kind: 'status', status: 405 }, '/user/webhooks/:id', 'PATCH');
    const refused = await refusalOf(editWebhook({ ctx, id: result?.id ?? '', body: { active: false } }));
    expect(refused).toMatchObject({ code: 'not_supported' });
  });
});

describe('ownership', () => {
  it('is run again, and found again when its answer was lost', async () => {
    const { result } = await register();
    const id = result?.id ?? '';
    await vi.waitFor(async () => expect((await rowOf(id))?.ownership?.status).toBe('verified'), 10_000);
    await simulator.control('time', { advanceMs: 5_000 });
    await fault({ kind: 'apply-silent' }, '/sandbox/webhooks/:id/challenge');
    const run = await answered(runOwnership({ ctx, id }));
    expect(run.operation.state).toBe('unknown');
    expect(await lookUpOperation(run.operation.id, { due: false })).toMatchObject({
      state: 'confirmed',
      result: { status: 'verified' },
    });
    expect(await getOwnership({ ctx, id })).toMatchObject({ status: 'verified', webhookId: id });
  });
});

describe('pasted secrets, tests and the signature check', () => {
  const seeded = async () => (await listWebhooks({ ctx })).items[0]?.id ?? '';

  it('uses a pasted secret to check, and never gives it back', async () => {
    const id = await seeded();
    const { secretId } = await pasteSecret({ ctx, id, secret: 'pasted-canary-secret' });
    expect((await rowOf(id))?.secret).toMatchObject({ id: secretId, origin: 'pasted', mayShow: false });
    const body = '{"id":"tx"}';
    const headers = `X-Callback-Signature: ${pixSignature('pasted-canary-secret', body, Date.now())}`;
    const verdict = await checkSignature({ ctx, body: { scheme: 'pix', headers, body, secretId } });
    expect(verdict).toMatchObject({ holds: true, expected: null });
    const viewer = await contextOn(ctx.account.id, { operator: 'viewer', permissions: ['read'] });
    const request = { scheme: 'pix' as const, headers, body, secretId };
    expect(await refusalOf(checkSignature({ ctx: viewer, body: request }))).toMatchObject({
      code: 'forbidden',
    });
    expect(await refusalOf(checkSignature({ ctx, body: { ...request, secretId: 'sec_no' } }))).toMatchObject({
      code: 'not_found',
    });
    const log = await db().select().from(auditLog).where(eq(auditLog.accountId, ctx.account.id));
    expect(JSON.stringify(log)).not.toContain('canary');
  });

  it('does not paste over an issued secret that nobody stored yet, nor where secrets are forgotten', async () => {
    const { result } = await register();
    const id = result?.id ?? '';
    expect(await refusalOf(pasteSecret({ ctx, id, secret: 'another-secret' }))).toMatchObject({
      code: 'conflict',
    });
    const forgetful = await simulatorContext(simulator, { settings: { forgetSecrets: 'true' } });
    expect(await refusalOf(pasteSecret({ ctx: forgetful, id, secret: 'another-secret' }))).toMatchObject({
      code: 'not_supported',
    });
  });

  it('U8: an address of the sandbox answers: it takes its present secret, also after a rotation, and no other', async () => {
    const { result } = await register('https://loja.example/avisos');
    const id = result?.id ?? '';
    const test = (signWith: 'stored' | 'wrong') => testWebhook({ ctx, id, body: { signWith }, callReceiver });
    expect(await test('stored')).toMatchObject({ status: 200, fault: null });
    expect(await test('wrong')).toMatchObject({ status: 401 });
    await perform(ctx, ROTATE_WEBHOOK_SECRET, { target: id, request: { id } });
    expect(await test('stored')).toMatchObject({ status: 200 });
    expect(await test('wrong')).toMatchObject({ status: 401 });
  });

  it.runIf(process.env.GUICHE_TEST_ENGINE === 'postgres').each([-600_000, 600_000])(
    'M9: a process whose clock is off (%d ms) signs a test and judges a signature by the database’s clock',
    async (ms) => {
      const { result } = await register();
      const id = result?.id ?? '';
      const secret = result?.secret ?? '';
      const body = '{"id":"tx"}';
      const headers = `X-Callback-Signature: ${pixSignature(secret, body, Date.now())}`;
      const { sentTest, verdict } = await withClockAhead(ms, async () => {
        await beat();
        return {
          sentTest: await testWebhook({ ctx, id, body: { signWith: 'stored' } }),
          verdict: await checkSignature({ ctx, body: { scheme: 'pix', headers, body, secret } }),
        };
      }).finally(beat);
      expect(verdict).toMatchObject({ holds: true });
      expect(Math.abs(Date.parse(sentTest.at) - Date.now())).toBeLessThan(60_000);
      const sent = endpoint.got.findLast((one) => one.headers['x-callback-event'] === 'GUICHE_TEST');
      const of = { headers: sent?.headers as Record<string, string>, body: sent?.body ?? '' };
      expect(faultOf('pix', { ...of, secret, nowMs: Date.now() })).toBeNull();
    },
  );

  it('sends a signed test that names itself, and says what came back', async () => {
    const { result } = await register();
    const id = result?.id ?? '';
    const right = await testWebhook({ ctx, id, body: { signWith: 'stored' } });
    expect(right).toMatchObject({ status: 200, fault: null, signedWith: 'stored' });
    const wrong = await testWebhook({ ctx, id, body: { signWith: 'wrong' } });
    expect(wrong.status).toBe(200);
    const tests = endpoint.got.filter(({ headers }) => headers['x-callback-event'] === 'GUICHE_TEST');
    const holds = tests.map(({ headers, body }) =>
      faultOf('pix', {
        headers: headers as Record<string, string>,
        body,
        secret: result?.secret ?? '',
        nowMs: Date.now(),
      }),
    );
    expect(holds).toEqual([null, 'secret_or_body']);
    expect(tests[0]?.headers['user-agent']).toContain('Guiche');
    endpoint.close();
    expect(await testWebhook({ ctx, id, body: { signWith: 'wrong' } })).toMatchObject({
      fault: 'connection',
    });
    expect(
      await refusalOf(testWebhook({ ctx, id: await seeded(), body: { signWith: 'stored' } })),
    ).toMatchObject({
      code: 'conflict',
    });
  });
});

describe('the callback secret', () => {
  it('is not known before anything was said of it', async () => {
    expect(await getCallbackSecret({ ctx })).toEqual({ exists: null, secret: null, open: null });
  });
});

describe('M5: one key', () => {
  it('M5: sends one signed test, though the process ended before its answer', async () => {
    const { result } = await register();
    const id = result?.id ?? '';
    const tests = () => endpoint.got.filter(({ headers }) => headers['x-callback-event'] === 'GUICHE_TEST');
    const before = tests().length;
    const { first, again } = await repeatedAfterCrash((intent) =>
      testWebhook({ ctx: { ...ctx, intent }, id, body: { signWith: 'stored' } }),
    );
    expect(first.value).toMatchObject({ status: 200 });
    expect(again.value).toMatchObject({ signedWith: 'stored', status: null, fault: 'interrupted' });
    expect(tests()).toHaveLength(before + 1);
  });

  it('M5: takes in a webhook that exists once, though the process ended before its answer', async () => {
    const id = (await register()).result?.id ?? '';
    const { first, again } = await repeatedAfterCrash((intent) =>
      registerWebhook({ ctx: { ...ctx, intent }, body: { existingId: id, url: endpoint.url } }),
    );
    expect(again).toEqual(first);
    expect(again).toMatchObject({ status: 201, value: { result: { id, secretId: null } } });
    const entries = await db().select().from(webhookEntries).where(eq(webhookEntries.webhookId, id));
    expect(entries).toHaveLength(1);
    expect(await timesAudited('webhook.added', id)).toBe(1);
  });
});
