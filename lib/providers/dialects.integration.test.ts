import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccountMonitor } from '#lib/core/http/health.ts';
import { Secret } from '#lib/core/masking/secret.ts';
import { collectUnreadable } from '#lib/providers/absence.ts';
import { createCardAdapter } from '#lib/providers/card/adapter.ts';
import { NO_BUDGET } from '#lib/providers/client/adapter-deps.ts';
import { createHubAdapter } from '#lib/providers/hub/adapter.ts';
import { createPixAdapter } from '#lib/providers/pix/adapter.ts';
import { startTestSimulator, type TestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import type { ProviderPort } from '#lib/providers/port.ts';

/**
 * One world, read in each spelling: what a service reports in other words is the same as what it reports in
 * plain ones, or it is absent. Databases have no part in it.
 */

type Port = Required<ProviderPort>;
let simulator: TestSimulator;
let pix: Port;
let hub: Port;
let card: Port;
let ids: Record<string, string>;
const window = { from: '', to: '' };

function connectAll(): void {
  const common = () => ({
    ...{ monitor: new AccountMonitor(), budgetOf: () => NO_BUDGET },
    timeouts: { connect: 5_000, read: 20_000, change: 20_000, export: 20_000, token: 20_000 },
  });
  const { baseUrl, accessToken } = simulator.pix;
  const pem = (path: string) => readFileSync(path, 'utf8');
  const { hub: ofHub, card: ofCard } = simulator;
  const number = Math.random();
  pix = createPixAdapter({
    ...{ ...common(), account: { id: `pix-${number}`, slug: 'pix', simulator: true } },
    ...{ baseUrl, token: new Secret(accessToken) },
  }) as Port;
  hub = createHubAdapter({
    ...{ ...common(), account: { id: `hub-${number}`, slug: 'hub', simulator: true }, auth: 'token' },
    ...{ baseUrl: ofHub.baseUrl, clientId: ofHub.clientId, clientSecret: new Secret(ofHub.clientSecret) },
  }) as Port;
  card = createCardAdapter({
    ...{ ...common(), account: { id: `card-${number}`, slug: 'card', simulator: true } },
    ...{ baseUrl: ofCard.baseUrl, clientId: ofCard.clientId, clientSecret: new Secret(ofCard.clientSecret) },
    tls: { cert: pem(ofCard.clientCert), key: pem(ofCard.clientKey), ca: pem(ofCard.ca) },
  }) as Port;
}

const page = { limit: 40, position: null };
const numbered = { page: 1, limit: 40 };
/** Every read of the three accounts. */
const READS: Record<string, () => Promise<unknown>> = {
  'pix profile': () => pix.profile({}),
  'pix balance': () => pix.balance({}),
  'pix transactions': async () => (await pix.transactions.list({}, page, {})).items,
  'pix transaction': async () => (await pix.transactions.get(ids.refunded ?? '', {})).transaction,
  'pix statement': async () => (await pix.statement.list(window, page, {})).items,
  'pix pending deposits': async () => (await pix.pendingDeposits.list({}, numbered, {})).items,
  'pix disputes': async () => (await pix.disputes.list(numbered, {})).items,
  'pix dispute': async () => (await pix.disputes.get(ids.dispute ?? '', {})).infraction,
  'pix defenses': () => pix.disputes.defenses(ids.defended ?? '', {}),
  'pix deliveries': async () => (await pix.deliveries.list({}, numbered, {})).items,
  'pix webhooks': async () => (await pix.webhooks.list({}))?.items,
  'pix key': () => pix.keyLookup('ana@example.com', 'email', {}),
  'pix code': () => pix.decodeCode(ids.code ?? '', {}),
  'pix charge': () => pix.charges.find({ id: ids.charge ?? '' }, {}),
  'hub balance': () => hub.balance({}),
  'hub limits': () => hub.limits({}),
  'hub charges': async () => (await hub.charges.list({}, page, {})).items,
  'hub withdrawals': async () => (await hub.withdrawals.list({}, page, {})).items,
  'hub transfers': async () => (await hub.transfers.list({}, page, {})).items,
  'hub statement': async () => (await hub.statement.list({}, page, {})).items,
  'hub disputes': async () => (await hub.disputes.list(numbered, {})).items,
  'hub keys': async () => (await hub.pixKeys.list({})).items,
  'hub webhooks': async () => (await hub.webhooks.list({}))?.items,
  'hub key holder': () => hub.keyLookup('bia@example.test', 'email', {}),
  'hub code': () => hub.decodeCode(ids.hubCode ?? '', {}),
  'hub secret': async () => hub.callbackSecret.exists?.({}),
  'card charges': async () => (await card.card.charges.list({}, numbered, {})).items,
  'card charge': () => card.card.charges.get(ids.cardCharge ?? '', {}),
  'card recurrence': () => card.card.recurrences.get(ids.recurrence ?? '', {}),
  'card rate': () => card.card.rate('USD', {}),
};

/** Values that a spelling states in its own words, masks, or leaves out: nothing else may differ. */
const LEFT_OUT: Readonly<Record<string, RegExp>> = {
  nested:
    /\.(?:status|type|withdrawPixKey): "|(?:payer|receiver)\.institution|holder\.(?:branch|accountNumber)|breakdown/,
  sparse: / absent$/,
  // A payment whose kind is not stated has the kind of its route.
  lean: / absent$|breakdown: |defenses: |type: "EXTERNAL_PAYMENT" → "WITHDRAW"/,
};
let plain: Record<string, unknown>;
const setDialect = (dialect: string) => simulator.control('state', { dialect });

describe('one world in other words', () => {
  beforeAll(async () => {
    simulator = await startTestSimulator({ transactions: 3_000 });
    connectAll();
    const to = Date.now() + 60_000;
    Object.assign(window, {
      from: new Date(to - 86_400_000 * 3).toISOString(),
      to: new Date(to).toISOString(),
    });
    await simulator.control('state', { api: 'hub', rateLimits: false, quiet: true });
    const sending = { sending: async () => undefined };
    const made = await pix.charges.create({ amount: 1_234, clientReference: 'one-world' }, sending);
    if (made.kind !== 'done') throw made.error;
    const disputes = (await pix.disputes.list({ page: 1, limit: 100 }, {})).items;
    const refunded = await pix.transactions.list({ status: ['REFUNDED'] }, page, {});
    const payer = { name: 'Ana Prado', document: '529.982.247-25' };
    const hubCharge = await hub.charges.create({ amount: 900, clientReference: 'one-world', payer }, sending);
    if (hubCharge.kind !== 'done') throw hubCharge.error;
    const charges = (await card.card.charges.list({}, { page: 1, limit: 100 }, {})).items;
    ids = {
      charge: made.value.id,
      code: made.value.qrCodeText ?? '',
      hubCode: hubCharge.value.qrCodeText ?? '',
      refunded: refunded.items[0]?.id ?? '',
      dispute: disputes[0]?.id ?? '',
      defended: disputes.find(({ status }) => status === 'CLOSED')?.id ?? '',
      cardCharge: charges[0]?.id ?? '',
      recurrence: charges.find(({ recurrenceId }) => recurrenceId !== null)?.recurrenceId ?? '',
    };
    plain = {};
    for (const [name, read] of Object.entries(READS)) plain[name] = await read();
  });
  afterAll(() => simulator?.stop());

  describe.each(['nested', 'sparse', 'wrapped', 'lean'])('%s', (dialect) => {
    beforeAll(async () => {
      await setDialect(dialect);
      // An adapter caches what it learnt of a service: each dialect needs its own.
      connectAll();
    });
    test.each(Object.keys(READS))(`R7: %s`, async (name) => {
      const unread: string[] = [];
      const read = await collectUnreadable(
        (field) => unread.push(field),
        READS[name] as () => Promise<unknown>,
      );
      const wrong = differences(plain[name], read, name);
      expect(wrong.filter((one) => !LEFT_OUT[dialect]?.test(one))).toEqual([]);
      expect(wrong.filter((one) => /\[\]\.(?:id|amount) absent/.test(one))).toEqual([]);
      expect(unread).toEqual([]);
    });
  });
});

/** Paths where the other reading has something else, or nothing. */
function differences(one: unknown, other: unknown, at: string): string[] {
  if (Object.is(one, other)) return [];
  if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length !== other.length) return [`${at}: ${one.length} rows, ${other.length}`];
    return [...new Set(one.flatMap((row, place) => differences(row, other[place], `${at}[]`)))];
  }
  if (typeof one === 'object' && typeof other === 'object' && one !== null && other !== null) {
    const names = Object.keys(one).filter((name) => !['other', 'asOf', 'raw', 'nextCursor'].includes(name));
    return [
      ...new Set(
        names.flatMap((name) =>
          differences(
            (one as Record<string, unknown>)[name],
            (other as Record<string, unknown>)[name],
            `${at}.${name}`,
          ),
        ),
      ),
    ];
  }
  const absent = other === null || other === undefined;
  return [absent ? `${at} absent` : `${at}: ${JSON.stringify(one)} → ${JSON.stringify(other)}`];
}
