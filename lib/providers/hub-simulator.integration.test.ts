import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccountMonitor } from '#lib/core/http/health.ts';
import { Secret } from '#lib/core/masking/secret.ts';
import { NO_BUDGET } from '#lib/providers/client/adapter-deps.ts';
import type { CallLog } from '#lib/providers/client/request-context.ts';
import { createHubAdapter, type HubAdapterOptions } from '#lib/providers/hub/adapter.ts';
import { Limits, Payment, PixKey, RefundState, StatementLine } from '#lib/providers/money-records.ts';
import { startTestSimulator, type TestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import type { KeyedChange, Outcome, ProviderPort } from '#lib/providers/port.ts';
import { Balance, Infraction, Webhook } from '#lib/providers/records.ts';
import { capabilitiesIn } from '#lib/providers/registry.ts';

/** Every member of the Hub adapter against the real simulator, in each of its dialects. Databases have no part in it. */

let simulator: TestSimulator;
let port: Required<ProviderPort>;
const logged: CallLog[] = [];
let keys = 0;

function connect(extra: Partial<HubAdapterOptions> = {}): Required<ProviderPort> {
  const { baseUrl, clientId, clientSecret } = simulator.hub;
  return createHubAdapter({
    account: { id: 'acc-hub', slug: 'hub', simulator: true },
    baseUrl,
    clientId,
    clientSecret: new Secret(clientSecret),
    auth: 'token',
    timeouts: { connect: 5_000, read: 20_000, change: 20_000, export: 20_000, token: 20_000 },
    monitor: new AccountMonitor(),
    budgetOf: () => NO_BUDGET,
    log: (entry) => logged.push(entry),
    ...extra,
  }) as Required<ProviderPort>;
}
const change = (): KeyedChange => {
  keys += 1;
  return { sending: async () => undefined, idempotencyKey: `key-${keys}` };
};
/** Time stands still: a moment later the tokens that are revoked are older than those to come. */
async function hub(action: string, input: object = {}) {
  const answer = await simulator.control(action, { api: 'hub', ...input });
  if ('revokeTokens' in input) await simulator.control('time', { advanceMs: 1_000 });
  return answer;
}

function done<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== 'done') throw new Error(`${outcome.kind}: ${outcome.error.message}`);
  return outcome.value;
}

let references = 0;
async function charge(amount: number) {
  references += 1;
  const made = await port.charges.create(
    {
      amount,
      clientReference: `ref-${references}`,
      payer: { name: 'Ana Prado', document: '529.982.247-25' },
    },
    change(),
  );
  return Payment.parse(done(made));
}
async function paidCharge(amount: number) {
  const made = await charge(amount);
  await hub('pay', { id: made.id.replace('payment:', '') });
  return made;
}
const page = (limit = 50) => ({ limit, position: null });

describe.each(['plain', 'nested', 'sparse', 'wrapped', 'lean'])('in %s', (dialect) => {
  beforeAll(async () => {
    simulator = await startTestSimulator();
    port = connect();
    await port.balance({});
    await hub('state', { dialect, rateLimits: false, quiet: true });
  });
  afterAll(() => simulator.stop());

  test('balance, limits, metrics', async () => {
    const balance = Balance.parse(await port.balance({}));
    expect(balance.available).toBeGreaterThan(0);
    const limits = Limits.parse(await port.limits({}));
    expect(limits.operations.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['payment', 'withdraw', 'externalPayment']),
    );
    expect(Object.keys(await port.metrics({})).length).toBeGreaterThan(0);
  });

  test.skipIf(dialect === 'lean')('a charge: made, found, listed, paid, given back', async () => {
    const made = await charge(4200);
    expect(made).toMatchObject({ id: expect.stringMatching(/^payment:./), amount: 4200 });
    expect(made.qrCodeText).toMatch(/^000201/);
    const reference = made.clientReference ?? '';
    expect(await port.charges.find({ clientReference: reference }, {})).toMatchObject({ id: made.id });
    expect(await port.charges.find({ clientReference: 'never used' }, {})).toBeNull();
    expect(await port.charges.find({ id: 'payment:none' }, {})).toBeNull();
    await hub('pay', { id: made.id.replace('payment:', '') });
    expect(await port.charges.find({ id: made.id }, {})).toMatchObject({ paidAt: expect.any(String) });
    const first = await port.charges.list({}, page(3), {});
    const second = await port.charges.list({}, { limit: 3, position: first.next }, {});
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(6);

    expect(await port.refunds.state(made.id, {})).toMatchObject({ refunded: 0, refundable: 4200 });
    const part = done(await port.refunds.create({ paymentId: made.id, amount: 1000 }, change()));
    expect(RefundState.parse(part)).toMatchObject({ inProgress: 1000, refundable: 3200 });
    expect(await port.refunds.create({ paymentId: made.id, amount: 100 }, change())).toMatchObject({
      kind: 'refused',
      error: { details: { provider: { code: 'REFUND_IN_FLIGHT' } } },
    });
  });

  test('a charge repeated with its reference is the same; with other data it is refused', async () => {
    const input = {
      amount: 700,
      clientReference: 'twice',
      payer: { name: 'Ana Prado', document: '52998224725' },
    };
    const [one, two] = [
      await port.charges.create(input, change()),
      await port.charges.create(input, change()),
    ];
    expect(done(two).id).toBe(done(one).id);
    expect(await port.charges.create({ ...input, amount: 800 }, change())).toMatchObject({
      kind: 'refused',
      error: { code: 'provider_rejected', status: 409 },
    });
  });

  test('a payer that is wrong is told at its field', async () => {
    const payer = { name: 'Ana Prado', document: '11111111111' };
    expect(
      await port.charges.create({ amount: 700, clientReference: 'wrong', payer }, change()),
    ).toMatchObject({
      kind: 'refused',
      error: { details: { fields: [{ field: 'payer.document' }] } },
    });
  });

  test('withdrawals to a key and of a code, found by reference', async () => {
    const made = done(
      await port.withdrawals.toKey(
        { amount: 500, pixKey: 'bia@example.test', pixKeyType: 'email', clientReference: 'out-1' },
        change(),
      ),
    );
    expect(Payment.parse(made)).toMatchObject({ id: expect.stringMatching(/^withdraw:/), amount: 500 });
    expect(await port.withdrawals.find({ clientReference: 'out-1' }, {})).toMatchObject({ id: made.id });
    expect(await port.withdrawals.find({ id: 'withdraw:none' }, {})).toBeNull();
    const code = (await charge(900)).qrCodeText ?? '';
    const decoded = await port.decodeCode(code, {});
    expect(decoded).toMatchObject({ type: 'DYNAMIC', amount: 900, amountEditable: false });
    const paid = await port.withdrawals.toCode({ code, clientReference: 'out-2' }, change());
    expect(paid.kind === 'done' ? paid.value.amount : paid.error.details.provider?.code).toEqual(
      paid.kind === 'done' ? 900 : expect.any(String),
    );
    const { items } = await port.withdrawals.list({}, page(), {});
    expect(items.map(({ id }) => id)).toContain(made.id);
  });

  test('what the balance does not cover is told at the amount', async () => {
    const all = (await port.balance({})).available ?? 0;
    const withdrawal = { pixKey: 'bia@example.test', pixKeyType: 'email', clientReference: 'too-much' };
    const outcome = await port.withdrawals.toKey({ ...withdrawal, amount: all + 100 }, change());
    expect(outcome).toMatchObject({ kind: 'refused', error: { code: 'provider_rejected' } });
  });

  test('a transfer ends at once; the list names both directions', async () => {
    const sent = done(
      await port.transfers.create(
        { amount: 300, receiver: 'loja@example.test', clientReference: 'tr-1' },
        change(),
      ),
    );
    expect(Payment.parse(sent)).toMatchObject({ id: expect.stringMatching(/^transfer:/), amount: 300 });
    await hub('transfer', { amount: 1234 });
    const { items } = await port.transfers.list({}, page(100), {});
    expect(items.find(({ id }) => id === sent.id)).toBeDefined();
    expect(items.find(({ amount }) => amount === 1234)?.withdrawPixKey).toBeNull();
  });

  test('a deposit is given back', async () => {
    const { deposit } = (await hub('deposit', { amount: 4000 })) as { deposit: { id: string } };
    const state = done(
      await port.refunds.create({ paymentId: `deposit:${deposit.id}`, amount: 100 }, change()),
    );
    expect(state).toMatchObject({ inProgress: 100, refundable: 3900 });
    expect(await port.refunds.state(deposit.id, {})).toMatchObject({ inProgress: 100 });
  });

  test('receipts: of a charge once it is paid, of a deposit, of a transfer', async () => {
    const pdf = { mimeType: 'application/pdf' };
    const open = await charge(1_500);
    await expect(port.receipt('charge', open.id, {})).rejects.toMatchObject({
      details: { provider: { code: 'RECEIPT_MISSING_END_TO_END' } },
    });
    expect(await port.receipt('charge', (await paidCharge(1_600)).id, {})).toMatchObject(pdf);
    await expect(port.receipt('withdrawal', 'withdraw:none', {})).rejects.toMatchObject({
      code: 'not_found',
    });
    const { deposit } = (await hub('deposit', { amount: 4_100 })) as { deposit: { id: string } };
    expect(await port.receipt('charge', `deposit:${deposit.id}`, {})).toMatchObject(pdf);
    const { items } = await port.transfers.list({}, page(), {});
    const done = items.find(({ status }) => status === 'CONFIRMED');
    expect(await port.transfers.receipt?.(done?.id ?? '', {})).toMatchObject(pdf);
  });

  test.skipIf(dialect === 'lean')('who a key pays', async () => {
    expect(await port.keyLookup('bia@example.test', 'email', {})).toMatchObject({
      name: expect.any(String),
      document: expect.any(String),
    });
  });

  test('Pix keys: made, made the default, taken away', async () => {
    const { items: before } = await port.pixKeys.list({});
    expect(before.map((key) => PixKey.parse(key)).length).toBeGreaterThan(0);
    const made = done(await port.pixKeys.create({ type: 'evp' }, change()));
    done(await port.pixKeys.setDefault(made.id, change()));
    const { items: now } = await port.pixKeys.list({});
    expect(now.find(({ id }) => id === made.id)).toMatchObject({ isDefault: true, type: 'EVP' });
    const [first] = before;
    done(await port.pixKeys.setDefault(first?.id ?? '', change()));
    done(await port.pixKeys.remove(made.id, change()));
    const left = (await port.pixKeys.list({})).items.find(({ id }) => id === made.id);
    expect(left?.status ?? 'REMOVED').toBe('REMOVED');
  });

  test.skipIf(dialect === 'lean')('the statement by every filter, walked to its end', async () => {
    const made = await paidCharge(3100);
    const lines = (await port.statement.list({}, page(100), {})).items.map((line) =>
      StatementLine.parse(line),
    );
    const mine = lines.find(({ gross, type }) => gross === 3100 && type === 'PAYMENT');
    expect(mine).toMatchObject({ transactionId: expect.stringMatching(/^payment:/) });
    const of = async (filter: object) => (await port.statement.list(filter, page(100), {})).items;
    const origin = mine?.transactionId ?? '';
    expect((await of({ transactionId: origin })).map(({ id }) => id)).toEqual([mine?.id]);
    expect((await of({ amount: 3100 })).map(({ id }) => id)).toContain(mine?.id);
    expect((await of({ type: ['PAYMENT', 'DEPOSIT'], search: 'ana' })).map(({ id }) => id)).toContain(
      mine?.id,
    );
    for (const line of await of({ type: ['PAYOUT'] })) expect(line.type).toBe('PAYOUT');
    const { endToEndId } = (await port.charges.find({ id: made.id }, {})) ?? {};
    if (endToEndId) expect((await of({ endToEndId })).map(({ id }) => id)).toContain(mine?.id);
    const ascending = await of({ sort: 'created', order: 'asc', status: ['COMPLETED'] });
    expect(ascending.length).toBeGreaterThan(0);
    expect(await of({ from: '2020-01-01T03:00:00.000Z', to: '2020-01-02T03:00:00.000Z' })).toEqual([]);

    const seen = new Set<string>();
    let position: unknown = null;
    do {
      const walked = await port.statement.list({ type: ['PAYOUT'] }, { limit: 150, position }, {});
      for (const { id } of walked.items) {
        expect(seen.has(id), id).toBe(false);
        seen.add(id);
      }
      position = walked.next;
    } while (position !== null && seen.size < 2_000);
    expect(seen.size).toBeGreaterThan(1);
  });

  test.skipIf(dialect === 'lean')('disputes: list and detail, money held back', async () => {
    const made = await paidCharge(5500);
    const { dispute } = (await hub('dispute', { id: made.id.replace('payment:', ''), hours: 10 })) as {
      dispute: { protocol: string };
    };
    const seen: string[] = [];
    for (let number = 1, more = true; more && number < 50; number += 1) {
      const walked = await port.disputes.list({ page: number, limit: 2 }, {});
      seen.push(...walked.items.map(({ id }) => id));
      more = walked.more;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toContain(dispute.protocol);
    const { infraction } = await port.disputes.get(dispute.protocol, {});
    expect(Infraction.parse(infraction)).toMatchObject({ protocol: dispute.protocol, amount: 5500 });
    expect(Date.parse(infraction.deadline ?? '') - Date.parse(infraction.openedAt ?? '')).toBe(36_000_000);
    expect(await port.refunds.state(made.id, {})).toMatchObject({ openDispute: dispute.protocol });
    await expect(port.disputes.get('none', {})).rejects.toMatchObject({ code: 'not_found' });
    expect(await port.refunds.create({ paymentId: made.id, amount: 100 }, change())).toMatchObject({
      kind: 'refused',
      error: { details: { provider: { code: 'REFUND_INFRACTION_OPEN' } } },
    });
  });

  test('webhooks and the callback secret', async () => {
    const url = `https://shop.example/${dialect}`;
    const { webhook, secret } = done(
      await port.webhooks.register({ url, events: ['PAYMENT_PAID'], generateSecret: true }, change()),
    );
    expect(Webhook.parse(webhook)).toMatchObject({ url, active: true });
    expect(secret?.reveal()).toMatch(/^whsec_/);
    expect(await port.webhooks.get(webhook.id, {})).toMatchObject({
      id: webhook.id,
      url,
      events: ['PAYMENT_PAID'],
    });
    expect(done(await port.webhooks.edit(webhook.id, { active: false }, change())).active).toBe(false);
    expect((await port.webhooks.get(webhook.id, {}))?.active).toBe(false);
    done(await port.webhooks.remove(webhook.id, change()));
    expect(await port.webhooks.get(webhook.id, {})).toBeNull();

    await hub('state', { callbackSecret: null });
    expect(await port.callbackSecret.exists?.({})).toBe(false);
    const refused = await port.charges.create(
      {
        amount: 900,
        clientReference: 'with-callback',
        callbackUrl: 'https://shop.example/c',
        payer: { name: 'Ana Prado', document: '52998224725' },
      },
      change(),
    );
    expect(refused).toMatchObject({
      kind: 'refused',
      error: { details: { fields: [{ field: 'callbackUrl' }] } },
    });
    const made = done(await port.callbackSecret.create(change()));
    expect(made.reveal()).toMatch(/^cbsec_/);
    expect(await port.callbackSecret.exists?.({})).toBe(true);
    expect(done(await port.callbackSecret.rotate(change())).reveal()).not.toBe(made.reveal());
  });
});

describe('the credential', () => {
  beforeAll(async () => {
    simulator = await startTestSimulator();
    port = connect();
    await port.balance({});
    await hub('state', { rateLimits: false });
  });
  afterAll(() => simulator.stop());
  const exchanges = () => logged.filter(({ url }) => url.endsWith('/oauth/token')).length;

  test('50 parallel calls on tokens that just ended lead to one exchange', async () => {
    await port.balance({});
    const before = exchanges();
    await hub('state', { revokeTokens: true });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => port.charges.find({ id: `payment:none-${at}` }, {})),
    );
    expect(answers).toHaveLength(50);
    expect(exchanges() - before).toBe(1);
  });

  test('its three ways reach the same account', async () => {
    const { hub: hubState } = (await simulator.control('state')) as {
      hub?: { credential: { token: string } };
    };
    const token = hubState?.credential.token ?? '';
    const ports = [
      connect(),
      connect({ auth: 'basic' }),
      connect({ auth: 'svc', clientSecret: new Secret(token) }),
    ];
    const balances = await Promise.all(ports.map((port) => port.balance({})));
    expect(new Set(balances.map(({ total }) => total)).size).toBe(1);
  });

  test('scopes decide what can be done', async () => {
    await hub('state', { scopes: ['STATEMENT_READ'], revokeTokens: true });
    const fresh = connect();
    await fresh.balance({});
    expect(fresh.scopes()).toEqual(['STATEMENT_READ']);
    expect(capabilitiesIn(fresh)).toEqual(['balance', 'limits', 'metrics', 'statement']);
    const blind = connect({ auth: 'basic' });
    await expect(blind.disputes.list({ page: 1, limit: 5 }, {})).rejects.toMatchObject({
      code: 'provider_credential',
      details: { provider: { code: 'TOKEN_MISSING_SCOPE' } },
    });
    expect(blind.missingScopes()).toEqual(['INFRACTION_READ']);
  });

  test.each([
    [{ ips: ['203.0.113.9'] }, { ips: [] }, 'TOKEN_IP_NOT_ALLOWED', 'provider_credential'],
    [{ holderBlocked: true }, { holderBlocked: false }, 'TOKEN_HOLDER_BLOCKED', 'provider_rejected'],
    [{ expired: true }, { expired: false }, 'TOKEN_EXPIRED', 'provider_credential'],
    [{ revoked: true }, { revoked: false }, 'TOKEN_INVALID', 'provider_credential'],
  ])('%j', async (broken, mended, providerCode, code) => {
    const monitor = new AccountMonitor();
    const fresh = connect({ monitor });
    await fresh.balance({});
    await hub('state', broken);
    const error = { code, details: { provider: { code: providerCode } } };
    await expect(fresh.balance({})).rejects.toMatchObject(error);
    expect(monitor.health()).toMatchObject({ blockedBy: providerCode });
    if (providerCode === 'TOKEN_IP_NOT_ALLOWED') expect(monitor.health().sourceIp).toBe('127.0.0.1');
    // At the exchange alike.
    await expect(connect().balance({})).rejects.toMatchObject(error);
    await hub('state', mended);
    await expect(connect().balance({})).resolves.toMatchObject({ total: expect.any(Number) });
  });

  test('never stands in a log', () => {
    expect(JSON.stringify(logged)).not.toContain(simulator.hub.clientSecret);
    expect(JSON.stringify(logged)).not.toMatch(/Bearer|Basic|eyJ/);
  });
});
