import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccountMonitor } from '#lib/core/http/health.ts';
import { Secret } from '#lib/core/masking/secret.ts';
import { NO_BUDGET } from '#lib/providers/client/adapter-deps.ts';
import { createHubAdapter } from '#lib/providers/hub/adapter.ts';
import { createPixAdapter } from '#lib/providers/pix/adapter.ts';
import { startTestSimulator, type TestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import type { KeyedChange, Outcome, ProviderPort } from '#lib/providers/port.ts';

/** Against a service that answers only what the documents show, and ignores filters. Databases have no part in it. */

let simulator: TestSimulator;
let pix: Required<ProviderPort>;
let hub: Required<ProviderPort>;
beforeAll(async () => {
  simulator = await startTestSimulator({ transactions: 800, days: 20 });
  const common = {
    ...{ monitor: new AccountMonitor(), budgetOf: () => NO_BUDGET },
    timeouts: { connect: 5_000, read: 20_000, change: 20_000, export: 20_000, token: 20_000 },
  };
  pix = createPixAdapter({
    ...common,
    account: { id: 'bare-pix', slug: 'pix', simulator: true },
    baseUrl: simulator.pix.baseUrl,
    token: new Secret(simulator.pix.accessToken),
  }) as Required<ProviderPort>;
  hub = createHubAdapter({
    ...{ ...common, monitor: new AccountMonitor() },
    account: { id: 'bare-hub', slug: 'hub', simulator: true },
    baseUrl: simulator.hub.baseUrl,
    clientId: simulator.hub.clientId,
    clientSecret: new Secret(simulator.hub.clientSecret),
    auth: 'token',
  }) as Required<ProviderPort>;
  await simulator.control('state', { api: 'hub', dialect: 'bare', rateLimits: false, quiet: true });
});
afterAll(() => simulator?.stop());

let sendings = 0;
const change = (): KeyedChange => ({
  sending: async () => {
    sendings += 1;
  },
});
function done<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== 'done') throw new Error(`${outcome.kind}: ${outcome.error.message}`);
  return outcome.value;
}
const page = (limit: number) => ({ limit, position: null });
const week = () => ({
  from: new Date(Date.now() - 7 * 86_400_000).toISOString(),
  to: new Date().toISOString(),
});

describe('the Hub', () => {
  test('R11: what has no path of its own in document 2 is found where it is', async () => {
    expect((await hub.balance({})).available).toEqual(expect.any(Number));
    const payer = { name: 'Ana Prado', document: '529.982.247-25' };
    const made = done(
      await hub.charges.create({ amount: 1_500, clientReference: 'bare-1', payer }, change()),
    );
    expect(made.id).toMatch(/^payment:/);
    expect(await hub.charges.find({ id: made.id }, {})).toMatchObject({ amount: 1_500 });
    await expect(hub.limits({})).rejects.toMatchObject({ code: 'not_supported' });
    const key = { pixKey: 'ana@example.com', pixKeyType: 'email', clientReference: 'bare-2' };
    expect(done(await hub.withdrawals.toKey({ amount: 1_050, ...key }, change())).amount).toBe(1_050);
  });

  test('R11: a charge’s receipt is read where the charge is', async () => {
    const payer = { name: 'Ana Prado', document: '529.982.247-25' };
    const input = { amount: 1_600, clientReference: 'bare-9', payer };
    const made = done(await hub.charges.create(input, change()));
    await simulator.control('pay', { api: 'hub', id: made.id.replace('payment:', '') });
    expect(await hub.receipt('charge', made.id, {})).toMatchObject({ mimeType: 'application/pdf' });
  });

  test('R7: money that went out, and what was given back, as changes answer them in words of their own', async () => {
    const key = { pixKey: 'ana@example.com', pixKeyType: 'email', clientReference: 'bare-7' };
    const sent = done(await hub.withdrawals.toKey({ amount: 1_070, ...key }, change()));
    expect(sent).toMatchObject({
      ...{ id: expect.stringMatching(/^withdraw:(?!no-id-)./), amount: 1_070, clientReference: 'bare-7' },
      ...{ fee: expect.any(Number), totalDebited: expect.any(Number), status: expect.any(String) },
      ...{ createdAt: expect.any(String), receiver: { name: expect.any(String) } },
    });
    expect(await hub.withdrawals.find({ clientReference: 'bare-7' }, {})).toMatchObject({ id: sent.id });
    const payer = { name: 'Ana Prado', document: '529.982.247-25' };
    const input = { amount: 2_500, clientReference: 'bare-8', payer };
    const made = done(await hub.charges.create(input, change()));
    await simulator.control('pay', { api: 'hub', id: made.id.replace('payment:', '') });
    const refunded = done(await hub.refunds.create({ paymentId: made.id, amount: 900 }, change()));
    const one = { id: expect.any(String), amount: 900, createdAt: expect.any(String) };
    // Nothing shows how much of the charge is left: its own amount is not taken for that.
    expect(refunded).toMatchObject({ refunded: null, refundable: null, refunds: [one] });
  });

  test('R4: an endpoint is registered, changed and removed where none is listed', async () => {
    expect(await hub.webhooks.list({})).toBeNull();
    const url = 'https://shop.example/bare';
    const { webhook } = done(
      await hub.webhooks.register({ url, events: ['PAYMENT_PAID'], generateSecret: true }, change()),
    );
    expect(done(await hub.webhooks.edit(webhook.id, { active: false }, change()))).toMatchObject({
      active: false,
    });
    expect(done(await hub.webhooks.remove(webhook.id, change()))).toBeNull();
  });

  test('lines of the statement keep their ids, amounts, directions and times', async () => {
    const { items } = await hub.statement.list(week(), page(100), {});
    expect(items.length).toBeGreaterThan(10);
    for (const { id, amount, type, postedAt } of items) {
      expect(id).not.toMatch(/^no-id-/);
      expect(postedAt).not.toBeNull();
      if (type === 'PAYOUT') expect(amount).toBeLessThan(0);
      if (type === 'PAYMENT' || type === 'DEPOSIT') expect(amount).toBeGreaterThan(0);
    }
  });
});

describe('the Pix account', () => {
  test('R11: what is nowhere says so, and what the documents show works', async () => {
    expect(await pix.webhooks.list({})).toBeNull();
    expect(await pix.reports.list({ page: 1, limit: 5 }, {})).toBeNull();
    await expect(pix.receipt('charge', 'x', {})).rejects.toMatchObject({ code: 'not_supported' });
    const made = done(await pix.charges.create({ amount: 1_200, clientReference: 'bare-3' }, change()));
    expect(await pix.charges.find({ clientReference: 'bare-3' }, {})).toMatchObject({ id: made.id });
  });

  test('R12: a resend by filter goes out under the names that this service asks for', async () => {
    const callbackUrl = 'https://shop.example/bare-resend';
    const { id } = done(
      await pix.charges.create({ amount: 900, clientReference: 'bare-4', callbackUrl }, change()),
    );
    const { baseUrl } = simulator.pix;
    const { date } = Object.fromEntries((await fetch(`${baseUrl}/user`)).headers);
    const now = Date.parse(date ?? '');
    const window = {
      from: new Date(now - 3_600_000).toISOString(),
      to: new Date(now + 60_000).toISOString(),
    };
    sendings = 0;
    expect(done(await pix.resends.byFilter({ ...window, transactionIds: [id] }, change())).count).toBe(1);
    expect(done(await pix.resends.byFilter({ ...window, transactionIds: [id] }, change())).count).toBe(1);
    expect(sendings).toBe(3);
  });

  test('lines of the statement keep their ids, amounts, directions and times', async () => {
    const { items } = await pix.statement.list(week(), page(100), {});
    expect(items.length).toBeGreaterThan(10);
    expect(new Set(items.map(({ amount }) => Math.sign(amount ?? 0)))).toEqual(new Set([1, -1]));
    for (const { id, amount, balanceBefore, balanceAfter, createdAt, postedAt, balanceType } of items) {
      expect(id).not.toMatch(/^no-id-/);
      expect(createdAt ?? postedAt).not.toBeNull();
      if (balanceType === 'AVAILABLE' && balanceBefore !== null)
        expect((balanceAfter ?? 0) - balanceBefore).toBe(amount);
    }
  });
});
