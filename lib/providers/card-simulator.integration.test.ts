import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { certificateState, certificateTerm } from '#lib/card/certificate-term.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { AccountMonitor } from '#lib/core/http/health.ts';
import { Secret } from '#lib/core/masking/secret.ts';
import { createCardAdapter } from '#lib/providers/card/adapter.ts';
import type { CardCharge } from '#lib/providers/card-records.ts';
import { NO_BUDGET } from '#lib/providers/client/adapter-deps.ts';
import type { CallLog } from '#lib/providers/client/request-context.ts';
import { startTestSimulator, type TestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import type { NewCardCharge, ProviderPort } from '#lib/providers/port.ts';

let simulator: TestSimulator;
let files: Record<'expired' | 'foreign' | 'expiring', { certificate: string; key: string }>;
beforeAll(async () => {
  simulator = await startTestSimulator({ transactions: 100 });
  const { card } = await simulator.control('state');
  files = (card as { certificates: { tests: typeof files } }).certificates.tests;
});
afterAll(() => simulator.stop());
beforeEach(async () => {
  await simulator.control('clear', { all: true });
  await simulator.control('state', { dialect: 'plain' });
});

const pem = (path: string) => readFileSync(path, 'utf8');
const TIMEOUTS = { connect: 3_000, read: 10_000, change: 10_000, export: 10_000, token: 10_000 };
type Port = ProviderPort & Required<Pick<ProviderPort, 'card' | 'certificate'>>;

/** The adapter with a certificate: its own, one of the tests', or none. */
function over(shown: 'own' | keyof typeof files | null = 'own', more: { ca?: string; secret?: string } = {}) {
  const { baseUrl, clientId, clientSecret, clientCert, clientKey } = simulator.card;
  const pair =
    shown === 'own' ? { certificate: clientCert, key: clientKey } : shown === null ? null : files[shown];
  const monitor = new AccountMonitor();
  const logged: CallLog[] = [];
  const port = createCardAdapter({
    account: { id: `card ${Math.random()}`, slug: 'card', simulator: true },
    baseUrl,
    clientId,
    clientSecret: new Secret(more.secret ?? clientSecret),
    tls: {
      ...(pair === null ? {} : { cert: pem(pair.certificate), key: pem(pair.key) }),
      ca: more.ca ?? pem(simulator.card.ca),
    },
    timeouts: TIMEOUTS,
    monitor,
    budgetOf: () => NO_BUDGET,
    log: (entry) => logged.push(entry),
  }) as Port;
  return { port, monitor, logged, card: port.card };
}

let sentTimes = 0;
const change = () => ({
  sending: async () => {
    sentTimes += 1;
  },
});
const CARD = { number: '4111111111111111', holder: 'MARCADA DE TESTE', expiration: '07/2031', cvv: '739' };

function newCharge(over: Partial<NewCardCharge> = {}, card: Partial<typeof CARD> = {}): NewCardCharge {
  const { number, holder, expiration, cvv } = { ...CARD, ...card };
  return {
    amount: 4200,
    externalId: `pedido-${Math.random().toString(36).slice(2)}`,
    installments: 1,
    authenticate: false,
    customer: {
      name: 'Ana Souza',
      identity: '52998224725',
      identityType: 'CPF',
      email: 'ana@exemplo.com.br',
    },
    cart: [{ name: 'Caderno', quantity: 2, sku: 'CAD-1', unitPrice: 2100 }],
    card: {
      number: new Secret(number),
      holder: new Secret(holder),
      expiration: new Secret(expiration),
      cvv: new Secret(cvv),
    },
    ...over,
  };
}

const problem = async (reading: Promise<unknown>): Promise<GuicheError> => {
  const thrown = await reading.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof GuicheError)) throw new Error(`not refused: ${String(thrown)}`);
  return thrown;
};
async function made(card: Port['card'], ...args: Parameters<typeof newCharge>) {
  const outcome = await card.charges.create(newCharge(...args), change());
  if (outcome.kind !== 'done') throw outcome.error;
  return outcome.value;
}

const unnamed = ({ names: _, ...charge }: CardCharge): CardCharge => charge;

describe.each(['plain', 'nested', 'sparse', 'wrapped', 'lean', 'bare'])(
  'R7 and R11: over mutual TLS, the service spelling %s',
  (dialect) => {
    beforeEach(() => simulator.control('state', { dialect }));

    // Of each thing it reports only what a page cannot do without.
    const lean = dialect === 'lean';

    it('creates, reads, lists and reverses', async () => {
      const { card } = over();
      const charge = await made(card, { externalId: `o-${dialect}` });
      const document = lean ? null : '52998224725';
      expect(charge).toMatchObject({
        externalId: `o-${dialect}`,
        amount: 4200,
        paymentType: dialect === 'bare' || lean ? null : 'creditcard',
        statusCode: 2,
        status: 'PaymentConfirmed',
        reasonCode: lean ? null : 0,
        returnCode: lean ? null : '00',
        customer: { name: 'Ana Souza', document, documentType: lean ? null : 'CPF' },
        recurrenceId: null,
        chargebacks: [],
      });
      // Only a read by an id shows how it names the charge itself; the answer of `sparse` is read so.
      const { names, ...charged } = await card.charges.get(charge.id, {});
      expect(names).toEqual([charge.id]);
      expect(charged).toEqual(unnamed(charge));
      if (dialect === 'bare') {
        // Document 3 names a charge's query, and no list of them.
        const list = card.charges.list({}, { page: 1, limit: 10 }, {});
        expect((await problem(list)).code).toBe('not_supported');
      } else await listed(card, charge);
      const part = await card.charges.reverse(charge.id, 1200, change());
      // A 200 that shows nothing proves nothing: the operation looks it up.
      if (dialect === 'sparse') expect(part).toMatchObject({ kind: 'unknown', taken: true });
      else {
        const value = { id: charge.id, statusCode: 2, refundedAmount: lean ? null : 1200 };
        expect(part).toMatchObject({ kind: 'done', value });
      }
      const whole = await card.charges.reverse(charge.id, null, change());
      if (dialect !== 'sparse')
        expect(whole).toMatchObject({ kind: 'done', value: { statusCode: 10, status: 'Voided' } });
      expect(await card.charges.get(charge.id, {})).toMatchObject({ statusCode: 10, status: 'Voided' });
      const again = await card.charges.reverse(charge.id, null, change());
      expect(again).toMatchObject({ kind: 'refused', sent: true, error: { code: 'provider_rejected' } });
    });

    async function listed(card: Port['card'], charge: CardCharge) {
      const list = await card.charges.list({ from: charge.createdAt ?? '' }, { page: 1, limit: 100 }, {});
      expect(list.items.find(({ id }) => id === charge.id)).toEqual(unnamed(charge));
      const before = await card.charges.list({ to: charge.createdAt ?? '' }, { page: 1, limit: 100 }, {});
      expect(before.items.map(({ id }) => id)).not.toContain(charge.id);
    }

    it.skipIf(dialect === 'bare')('pages without losing or doubling a row', async () => {
      const { card } = over();
      const all: string[] = [];
      for (let page = 1; ; page += 1) {
        const read = await card.charges.list({}, { page, limit: 100 }, {});
        all.push(...read.items.map(({ id }) => id));
        if (dialect === 'sparse') expect(read.total).toBeNull();
        else expect(read.total).toBeGreaterThan(100);
        if (!read.more) {
          expect(all.length).toBe(read.total ?? all.length);
          break;
        }
      }
      expect(new Set(all).size).toBe(all.length);
    });

    it('changes a recurrence and reads it', async () => {
      const { card } = over();
      const charge = await made(card, { recurrence: { interval: 'Monthly' } });
      const id = charge.recurrenceId ?? '';
      const mute = { kind: 'done', value: null };
      const outcome = (value: object) => (dialect === 'sparse' ? mute : { kind: 'done', value });
      if (dialect === 'bare') {
        expect((await problem(card.recurrences.get(id, {}))).code).toBe('not_supported');
        const amount = await card.recurrences.setAmount(id, 5100, change());
        expect(amount).toMatchObject(outcome({ id, amount: 5100 }));
        expect(await card.recurrences.deactivate(id, change())).toMatchObject(
          outcome({ status: 'INACTIVE' }),
        );
        expect(await card.recurrences.reactivate(id, change())).toMatchObject(outcome({ status: 'ACTIVE' }));
        return;
      }
      expect(await card.recurrences.get(id, {})).toMatchObject({
        id,
        interval: lean ? null : 'MONTHLY',
        status: 'ACTIVE',
        amount: 4200,
        nextAt: lean ? null : expect.stringMatching(/Z$/),
        endDate: null,
      });
      const amount = await card.recurrences.setAmount(id, 5100, change());
      expect(amount).toMatchObject(outcome({ amount: 5100 }));
      expect((await card.recurrences.get(id, {})).amount).toBe(5100);
      expect(await card.recurrences.deactivate(id, change())).toMatchObject(outcome({ status: 'INACTIVE' }));
      expect(await card.recurrences.reactivate(id, change())).toMatchObject(outcome({ status: 'ACTIVE' }));
      const own = await card.charges.list({ recurrenceId: id }, { page: 1, limit: 10 }, {});
      expect(own.items.map((one) => [one.id, one.recurrenceCycle])).toEqual([[charge.id, lean ? null : 0]]);
      expect((await problem(card.recurrences.get('none', {}))).code).toBe('not_found');
    });

    it('gives the rate as the decimals came', async () => {
      const { card } = over();
      const rate = await card.rate('USD', {});
      expect([rate.code, rate.bid, rate.ask]).toEqual([
        'USD',
        expect.stringMatching(/^\d\.\d{1,4}$/),
        expect.stringMatching(/^\d\.\d{1,4}$/),
      ]);
      expect((await problem(card.rate('XXX', {}))).code).toBe('not_found');
      const converted = await card.convert('USD', 10_000, {});
      expect(Number(converted.brl), 'D: cents of BRL').toBeGreaterThan(40_000);
      expect(converted.brl, 'whole cents, not what they stand in').toMatch(/^\d+$/);
      expect(converted.rate).toEqual(lean ? null : expect.stringMatching(/^\d\.\d{1,4}$/));
    });

    it('fetches one token for many calls', async () => {
      const { card, logged } = over();
      await Promise.all([1, 2].map(() => card.rate('USD', {})));
      await card.convert('USD', 100, {});
      // One service refuses the usual form of the credential first.
      const granted = logged.filter(({ url, outcome }) => url.endsWith('/token') && outcome === 200);
      expect(granted).toHaveLength(1);
    });

    it('tells every refusal of a card, and repeats nothing of it', async () => {
      const { card } = over();
      const ends = [
        [4211, 3, 'Denied', 2],
        [4213, 13, 'Aborted', 16],
        [4217, 0, 'NotFinished', 22],
        [4201, 1, 'Authorized', 0],
      ] as const;
      for (const [amount, statusCode, status, reasonCode] of ends)
        expect(await made(card, { amount })).toMatchObject({
          ...{ statusCode, status, reasonCode: lean ? null : reasonCode },
        });
      const pending = await made(card, { amount: 4202 });
      expect([12, 20]).toContain(pending.statusCode);
      const wrong = await card.charges.create(
        newCharge({ installments: 99 }, { expiration: '7/31' }),
        change(),
      );
      expect(wrong).toMatchObject({ kind: 'refused', sent: true, error: { code: 'provider_rejected' } });
      if (wrong.kind === 'refused')
        expect(wrong.error.details.fields?.map(({ field }) => field)).toEqual(
          expect.arrayContaining(['installments', 'card.expiration']),
        );
      const text = JSON.stringify([wrong, pending]);
      for (const secret of [CARD.number, CARD.holder, '7/31']) expect(text).not.toContain(secret);
      // Its three digits may stand by chance inside a random id.
      expect(text).not.toMatch(new RegExp(`(?<![0-9a-z])${CARD.cvv}(?![0-9a-z])`, 'i'));
    });
  },
);

describe('the token', () => {
  it('is fetched once for many calls, and anew after it is worthless', async () => {
    const { card, logged } = over();
    const exchanges = () => logged.filter(({ url }) => url.endsWith('/token')).length;
    await Promise.all([1, 2, 3, 4].map((page) => card.charges.list({}, { page, limit: 10 }, {})));
    expect(exchanges()).toBe(1);
    await simulator.control('state', { api: 'card', revokeTokens: true });
    await card.charges.list({}, { page: 1, limit: 10 }, {});
    expect(exchanges()).toBe(2);
    await simulator.control('state', { api: 'card', revokeTokens: true });
    const sent = sentTimes;
    expect(await made(card)).toMatchObject({ statusCode: 2 });
    expect([exchanges(), sentTimes > sent]).toEqual([3, true]);
  });

  it('refused: the credential is named, nothing is sent', async () => {
    const { card, monitor } = over('own', { secret: 'wrong' });
    const before = sentTimes;
    expect((await problem(card.charges.list({}, { page: 1, limit: 1 }, {}))).code).toBe(
      'provider_credential',
    );
    const outcome = await card.charges.create(newCharge(), change());
    expect(outcome).toMatchObject({ kind: 'refused', sent: false, error: { code: 'provider_credential' } });
    expect([sentTimes, monitor.health().blockedBy]).toEqual([before, 'CARD_UNAUTHORIZED']);
  });
});

describe('certificates', () => {
  const CASES = [
    ['none', null, 'CLIENT_CERTIFICATE_MISSING'],
    ['of another authority', 'foreign', 'CLIENT_CERTIFICATE_REFUSED'],
    ['expired', 'expired', 'CLIENT_CERTIFICATE_EXPIRED'],
  ] as const;

  it.each(CASES)('%s: said as such, never taken for sent', async (_, shown, code) => {
    const { card, monitor, logged } = over(shown);
    const error = await problem(card.charges.list({}, { page: 1, limit: 1 }, {}));
    expect([error.code, error.details.provider?.code]).toEqual(['provider_credential', code]);
    const before = sentTimes;
    const outcome = await card.charges.create(newCharge(), change());
    expect(outcome).toMatchObject({
      kind: 'refused',
      sent: false,
      error: { code: 'provider_credential', details: { provider: { code } } },
    });
    expect([sentTimes, monitor.health().blockedBy]).toEqual([before, code]);
    if (code === 'CLIENT_CERTIFICATE_EXPIRED') expect(logged).toEqual([]);
  });

  it('a server of an authority that nobody named is not talked to', async () => {
    const { card } = over('own', { ca: pem(simulator.card.clientCert) });
    const error = await problem(card.charges.list({}, { page: 1, limit: 1 }, {}));
    expect([error.code, error.details.provider?.code]).toEqual([
      'provider_credential',
      'SERVER_CERTIFICATE_UNTRUSTED',
    ]);
  });

  it('one that ends soon works, and says when', async () => {
    const { card, port } = over('expiring');
    expect((await card.charges.list({}, { page: 1, limit: 1 }, {})).items).toHaveLength(1);
    const own = port.certificate();
    if (own === null) throw new Error('The account shows no certificate.');
    expect(certificateState(certificateTerm(own, Date.now()))).toBe('soon');
  });
});

it('a lost answer is unknown, and the list shows what became of it', async () => {
  const { card } = over();
  await card.charges.list({}, { page: 1, limit: 1 }, {});
  await simulator.control('fault', { api: 'card', kind: 'reset', path: '/charges' });
  const charge = newCharge();
  expect((await card.charges.create(charge, change())).kind).toBe('unknown');
  const list = await card.charges.list({}, { page: 1, limit: 100 }, {});
  expect(list.items.filter(({ externalId }) => externalId === charge.externalId).length).toBeLessThan(2);
});
