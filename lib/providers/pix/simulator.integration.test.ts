import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccountMonitor } from '#lib/core/http/health.ts';
import { Secret } from '#lib/core/masking/secret.ts';
import { NO_BUDGET } from '#lib/providers/client/adapter-deps.ts';
import type { CallLog } from '#lib/providers/client/request-context.ts';
import { createPixAdapter } from '#lib/providers/pix/adapter.ts';
import { startTestSimulator, type TestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import type { Change, Outcome, ProviderPort } from '#lib/providers/port.ts';
import {
  CallbackRecord,
  Infraction,
  InfractionDetail,
  OwnershipCheck,
  ResendAnswer,
  Webhook,
} from '#lib/providers/records.ts';

/** Every member against the real simulator, over HTTP, in each of its dialects. Databases have no part in it. */

let simulator: TestSimulator;
let withSandbox: Members;
let plain: Members;
const logged: CallLog[] = [];
let sendings = 0;

type Members = Required<
  Pick<ProviderPort, 'disputes' | 'webhooks' | 'callbackSecret' | 'ownership' | 'deliveries' | 'resends'>
>;
const change = (): Change => ({
  sending: async () => {
    sendings += 1;
  },
});

function connect(sandbox: boolean): Members {
  const { pix, sandboxPix } = simulator;
  return createPixAdapter({
    account: { id: `acc-${sandbox}`, slug: 'pix', simulator: true },
    baseUrl: pix.baseUrl,
    token: new Secret(pix.accessToken),
    ...(sandbox ? { sandbox: { url: `${sandboxPix.url}/`, token: new Secret(sandboxPix.token) } } : {}),
    timeouts: { connect: 5_000, read: 20_000, change: 20_000, export: 20_000, token: 20_000 },
    monitor: new AccountMonitor(),
    budgetOf: () => NO_BUDGET,
    log: (entry) => logged.push(entry),
  }) as Members;
}

function done<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== 'done') throw new Error(`${outcome.kind}: ${outcome.error.message}`);
  expect(outcome.date).toMatch(/^\d{4}-.*Z$/);
  return outcome.value;
}

/** A paid charge of our own, so that there is something to dispute, deliver and resend. */
async function paidCharge(): Promise<{ id: string }> {
  const { baseUrl, accessToken } = simulator.pix;
  const answer = await fetch(`${baseUrl}/pix`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 12.34, callbackUrl: 'https://shop.example/hook' }),
  });
  const { id } = (await answer.json()) as { id: string };
  await simulator.control('pay', { id });
  return { id };
}

async function dispute(): Promise<{ id: string; transactionId: string }> {
  const { id } = await paidCharge();
  const { dispute: made } = (await simulator.control('dispute', { id, hours: 10 })) as {
    dispute: { id: string };
  };
  return { id: made.id, transactionId: id };
}

describe.each(['plain', 'nested', 'sparse', 'wrapped', 'lean'])('in %s', (dialect) => {
  beforeAll(async () => {
    simulator = await startTestSimulator();
    await simulator.control('state', { dialect });
    withSandbox = connect(true);
    plain = connect(false);
  });
  afterAll(() => simulator.stop());

  test.skipIf(dialect === 'lean')('disputes: list, detail, defenses', async () => {
    for (let made = 0; made < 2; made += 1) await dispute();
    const { id, transactionId } = await dispute();
    const page = await plain.disputes.list({ page: 1, limit: 2 }, {});
    expect(page).toMatchObject({ more: true, total: expect.any(Number) });
    expect(page.items).toHaveLength(2);
    const all = await plain.disputes.list({ page: 1, limit: 100 }, {});
    const mine = Infraction.parse(all.items.find((one) => one.id === id));
    expect(mine).toMatchObject({ status: 'OPEN', amount: 1234, transactionId, type: 'REFUND_REQUEST' });
    expect(Date.parse(mine.deadline ?? '') - Date.parse(mine.openedAt ?? '')).toBe(10 * 3_600_000);
    for (const name of ['protocol', 'reason', 'updatedAt', 'endToEndId', 'reportedBy'] as const)
      expect(mine[name], name).toEqual(expect.any(String));
    expect(mine.payer.name).toEqual(expect.any(String));
    expect(mine.receiver.document).toEqual(expect.any(String));
    const last = Math.ceil((page.total ?? 0) / 2);
    expect((await plain.disputes.list({ page: last, limit: 2 }, {})).more).toBe(false);
    const detail = InfractionDetail.parse(await plain.disputes.get(id, {}));
    expect(detail.infraction).toEqual(mine);
    expect(JSON.stringify(detail.raw)).toContain(id);
    expect(await plain.disputes.defenses(id, {})).toEqual([]);
    await expect(plain.disputes.get('missing', {})).rejects.toMatchObject({ code: 'not_found' });
    expect(await plain.disputes.defenses('missing', {})).toBeNull();
  });

  test.skipIf(dialect === 'lean')(
    'a defense in the form that the service takes, learnt by itself',
    async () => {
      const { id } = await dispute();
      sendings = 0;
      const text = 'Entregue em 02/10.\nRecibo nº 7: “ok”';
      const made = done(
        (await plain.disputes.defend?.(id, { text, files: [], form: null }, change())) ?? missing(),
      );
      expect(made.form).toBe(dialect === 'nested' ? 'json' : 'multipart');
      expect(sendings).toBe(dialect === 'nested' ? 2 : 1);
      expect(made.defense).toMatchObject({ id: expect.any(String), text, files: [] });
      expect(await plain.disputes.defenses(id, {})).toMatchObject([{ id: made.defense.id, text }]);
      expect((await plain.disputes.get(id, {})).infraction.defenses).toMatchObject([{ text }]);
      const again = await plain.disputes.defend?.(id, { text, files: [], form: made.form }, change());
      expect(again).toMatchObject({
        kind: 'refused',
        sent: true,
        error: { code: 'provider_rejected', details: { provider: { code: 'PZK212' } } },
      });
    },
  );

  test.skipIf(dialect === 'lean')(
    'a defense with files, and the form that was remembered wrongly',
    async () => {
      const [first, second] = [await dispute(), await dispute()];
      const files = [
        { name: 'recibo "1"\r\n.pdf', mimeType: 'application/pdf', bytes: Buffer.from('%PDF-1.7 \r\n--x') },
        { name: 'ação.png', mimeType: 'nonsense', bytes: new Uint8Array([0, 13, 10, 255]) },
      ];
      const input = { text: 'Com recibo', files, form: 'json' as const };
      const made = (await plain.disputes.defend?.(first.id, input, change())) ?? missing();
      if (dialect === 'nested')
        expect(made).toMatchObject({ kind: 'refused', error: { details: { provider: { status: 415 } } } });
      else
        expect(done(made).defense.files).toEqual([
          { name: 'recibo %221%22%0D%0A.pdf', mimeType: 'application/pdf', size: 14 },
          { name: 'ação.png', mimeType: 'application/octet-stream', size: 4 },
        ]);
      const wrong = dialect === 'nested' ? 'multipart' : 'json';
      const learnt = await plain.disputes.defend?.(
        second.id,
        { text: 'x', files: [], form: wrong },
        change(),
      );
      expect(done(learnt ?? missing()).form).toBe(dialect === 'plain' ? 'multipart' : 'json');
    },
  );

  test.skipIf(dialect === 'lean')('webhooks: register, read, edit, rotate, remove', async () => {
    for (const port of [plain, withSandbox]) {
      const url = 'https://shop.example/webhook';
      const events = ['TRANSACTION_COMPLETED', 'INFRACTION_CHANGED'];
      const input = { url, events, generateSecret: true };
      const { webhook, secret } = done(await port.webhooks.register(input, change()));
      expect(Webhook.parse(webhook)).toMatchObject({ url, events, active: true, hasSecret: true });
      expect(secret?.reveal().length).toBeGreaterThan(20);
      expect(`${JSON.stringify({ webhook, secret })}`).not.toContain(secret?.reveal());
      const { id } = webhook;
      expect(await port.webhooks.get(id, {})).toMatchObject({ id, url, events });
      expect((await port.webhooks.list({}))?.items.map((one) => one.id)).toContain(id);
      const edited = done(await port.webhooks.edit(id, { active: false, events: [] }, change()));
      expect(edited).toMatchObject({ id, url, active: false, events: [] });
      const renewed = done((await port.webhooks.rotateSecret?.(id, change())) ?? missing());
      expect(renewed.reveal()).not.toBe(secret?.reveal());
      expect(done(await port.webhooks.remove(id, change()))).toBeNull();
      expect(await port.webhooks.get(id, {})).toBeNull();
      expect(await port.webhooks.remove(id, change())).toMatchObject({
        kind: 'refused',
        error: { code: 'not_found' },
      });
    }
    const bare = { url: 'https://shop.example/2', events: [], generateSecret: false };
    expect(done(await plain.webhooks.register(bare, change()))).toMatchObject({
      secret: null,
      webhook: { hasSecret: false },
    });
  });

  test('the ownership check, only where there is a sandbox for it', async () => {
    expect(plain.ownership).toBeUndefined();
    const url = 'http://not-public.example/hook';
    const input = { url, events: [], generateSecret: false };
    const { webhook } = done(await withSandbox.webhooks.register(input, change()));
    const result = done(await withSandbox.ownership.run(webhook.id, change()));
    expect(OwnershipCheck.parse(result)).toMatchObject({ webhookId: webhook.id, url, status: 'failed' });
    expect(result.detail).toContain('HTTPS');
    expect(await withSandbox.ownership.get(webhook.id, {})).toEqual(result);
    await expect(withSandbox.ownership.get('missing', {})).rejects.toMatchObject({ code: 'not_found' });
  });

  test('the callback secret: made once, then rotated', async () => {
    const first = done(await plain.callbackSecret.create(change()));
    expect(await plain.callbackSecret.create(change())).toMatchObject({
      kind: 'refused',
      error: { status: 409 },
    });
    const second = done(await plain.callbackSecret.rotate(change()));
    expect(second.reveal()).not.toBe(first.reveal());
    expect(JSON.stringify(logged)).not.toContain(second.reveal());
  });

  test.skipIf(dialect === 'lean')('deliveries: pages, filters, detail', async () => {
    const page = await plain.deliveries.list({}, { page: 1, limit: 5 }, {});
    expect(page).toMatchObject({ more: true, total: null });
    const [one] = page.items.map((item) => CallbackRecord.parse(item));
    if (one === undefined) throw new Error('no delivery');
    expect(one).toMatchObject({ status: expect.any(Number), url: expect.stringMatching(/^http/) });
    expect(one.responseTimeMs).toEqual(expect.any(Number));
    expect(one.event).toMatch(/^(TRANSACTION|INFRACTION)_/);
    expect(one.body).toMatchObject({ id: one.transactionId });
    const { delivery, raw } = await plain.deliveries.get(one.id, {});
    expect(delivery).toEqual(one);
    expect(JSON.stringify(raw)).toContain(one.id);
    const transactionId = one.transactionId ?? '';
    const filter = { transactionId, to: one.createdAt ?? '' };
    const found = await plain.deliveries.list(filter, { page: 1, limit: 100 }, {});
    expect(found.more).toBe(false);
    expect(new Set(found.items.map((item) => item.transactionId))).toEqual(new Set([transactionId]));
    await expect(plain.deliveries.get('missing', {})).rejects.toMatchObject({ code: 'not_found' });
  });

  test('resends: one, a filter, a webhook, registered ones; then the limit', async () => {
    const { id } = await paidCharge();
    // Another minute, so that the limit of five begins anew.
    await simulator.control('time', { advanceMs: 61_000 });
    const one = ResendAnswer.parse(done(await plain.resends.transaction(id, change())));
    expect(one).toMatchObject({ count: null, truncated: false, message: expect.any(String) });
    const now = ((await simulator.control('state')).clock as { nowMs: number }).nowMs;
    const window = {
      from: new Date(now - 6 * 86_400_000).toISOString(),
      to: new Date(now).toISOString(),
    };
    const filter = { ...window, transactionIds: [id], types: [], status: ['COMPLETED'] };
    const some = done(await plain.resends.byFilter(filter, change()));
    expect(some).toEqual({
      count: 1,
      truncated: false,
      message: null,
      items: [{ transactionId: id, webhookId: null, event: 'TRANSACTION_COMPLETED' }],
    });
    const input = { url: 'https://shop.example/webhook', events: [], generateSecret: false };
    const { webhook } = done(await plain.webhooks.register(input, change()));
    expect(await plain.resends.webhook(webhook.id, change())).toMatchObject({
      kind: 'refused',
      error: { details: { provider: { code: 'PZW310' } } },
    });
    const rows = done(await plain.resends.registered({ ...filter, webhookIds: [webhook.id] }, change()));
    expect(rows.items).toMatchObject([{ transactionId: id, webhookId: webhook.id }]);
    await plain.resends.transaction(id, change());
    expect(await plain.resends.transaction(id, change())).toMatchObject({
      kind: 'refused',
      sent: true,
      error: { status: 422, details: { provider: { code: 'PZG422' } } },
    });
  });

  test('a fault after the change took effect is unknown, and the thing is there', async () => {
    const { id } = await dispute();
    const path = '/user/infractions/:id/defenses';
    await simulator.control('fault', { kind: 'apply-reset', method: 'POST', path });
    const form = dialect === 'nested' ? 'json' : 'multipart';
    const lost = await plain.disputes.defend?.(id, { text: 'perdida', files: [], form }, change());
    expect(lost).toMatchObject({ kind: 'unknown', error: { code: 'provider_unavailable' } });
    expect(await plain.disputes.defenses(id, {})).toMatchObject([{ text: 'perdida' }]);
  });
});

function missing(): never {
  throw new Error('The member is missing.');
}
