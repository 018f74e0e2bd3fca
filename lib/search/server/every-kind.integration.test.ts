import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, accountBySlug } from '#lib/accounts/server/account.ts';
import { syncAccounts } from '#lib/accounts/server/sync-accounts.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import { enterAccount } from '#lib/api/steps/identify.ts';
import type { AccountSettings } from '#lib/core/env/accounts.ts';
import { centsToDecimal } from '#lib/core/money.ts';
import { db } from '#lib/data/client.ts';
import { providerBudgets } from '#lib/data/schema/accounts.ts';
import type { CardCharge } from '#lib/providers/card-records.ts';
import { startTestSimulator, type TestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import { portFor } from '#lib/providers/registry.ts';
import type { SearchResult } from '#lib/search/contract.ts';
import { findCardCharges } from '#lib/search/server/find-payments.ts';
import { type Found, NOTHING, ProviderCallQuota } from '#lib/search/server/found.ts';
import { searchTransactions } from '#lib/search/server/search-transactions.ts';
import { readSearch } from '#lib/transactions/paste.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

const HOUR_MS = 3_600_000;
const UNKNOWN_ID = '0f3c1f6e-58d2-4c61-9a51-6f0e8f3b7a10';
const UNKNOWN_END_TO_END = 'E0000000020261119165903aB3kQzLm2';
/** `narrow` is a second Pix account, for what its token may not read: a port caches that for an hour. */
const SLUGS = ['pix', 'hub', 'card', 'narrow'] as const;
type Slug = (typeof SLUGS)[number];

withDatabase();
let simulator: TestSimulator;
const accounts = new Map<Slug, Account>();

beforeAll(async () => {
  // So dense a world that a deposit waits at any hour, or does within a few.
  simulator = await startTestSimulator({ transactions: 300_000 });
  await syncAccounts(settingsOf(simulator));
  for (const slug of SLUGS) {
    const account = await accountBySlug(slug);
    if (account !== null) accounts.set(slug, account);
  }
});
afterAll(() => simulator.stop());
beforeEach(async () => {
  await simulator.control('clear', { all: true });
  // Each test has a whole minute's share.
  await passMinute();
});

const passMinute = () => db().update(providerBudgets).set({ slots: [] });

function settingsOf({ pix, hub, card, controlUrl }: TestSimulator): AccountSettings[] {
  const common = { environment: 'sandbox', simulator: true, settings: { controlUrl } } as const;
  const onPix = { kind: 'pix', baseUrl: pix.baseUrl, credentials: { accessToken: pix.accessToken } } as const;
  const onHub = { clientId: hub.clientId, clientSecret: hub.clientSecret, auth: 'token' };
  const file = (path: string) => readFileSync(path, 'utf8');
  const { clientId, clientSecret } = card;
  const tls = { clientCert: file(card.clientCert), clientKey: file(card.clientKey), ca: file(card.ca) };
  return [
    { ...common, ...onPix, slug: 'pix' },
    { ...common, slug: 'hub', kind: 'hub', baseUrl: hub.baseUrl, credentials: onHub },
    {
      ...common,
      slug: 'card',
      kind: 'card',
      baseUrl: card.baseUrl,
      credentials: { clientId, clientSecret, ...tls },
    },
    { ...common, ...onPix, slug: 'narrow' },
  ];
}

function accountOf(slug: Slug): Account {
  const account = accounts.get(slug);
  if (account === undefined) throw new Error(`No account ${slug}.`);
  return account;
}

/** An operator who may read these accounts and no other. */
function reader(slugs: readonly Slug[]): OperatorCtx {
  return {
    operator: { id: 'marina', name: 'Marina Lopes', email: 'marina@guiche.example', preferences: {} },
    ...{ sessionId: 's', permissions: new Set(), locale: 'pt-BR' },
    grants: slugs.map((slug) => ({ account: accountOf(slug).id, role: 'analyst' as const })),
    request: { id: 'r', address: null, userAgent: null },
  } as unknown as OperatorCtx;
}

type Seen = { api?: string; method: string; path: string; query: string };
type SearchWithCalls = SearchResult & { calls: string[] };

/** Searches, and lists the calls to providers that it took (tokens apart): `card GET /charges`. */
async function search(q: string, ...slugs: Slug[]): Promise<SearchWithCalls> {
  const seen = async () => (await simulator.control('requests')).requests as Seen[];
  const before = (await seen()).length;
  const found = await searchTransactions({ ctx: reader(slugs), q });
  const made = (await seen()).slice(before).filter(({ path }) => !path.endsWith('/token'));
  return { ...found, calls: made.map(({ api = 'pix', method, path }) => `${api} ${method} ${path}`) };
}

/** All but so many calls of the account's minute were made by other searches. */
async function spendAllBut(left: number, slug: Slug): Promise<void> {
  for (let made = 0; made < 60 - left; made += 1)
    await new ProviderCallQuota(accountOf(slug)).spend(null, async () => null);
}

const hits = ({ items, things }: SearchWithCalls) => [
  ...items.map(({ account, page, transaction }) => `${account} ${page} ${transaction.id}`),
  ...things.map(({ account, page, id }) => `${account} ${page} ${id}`),
];

describe('a card account', () => {
  let newest: CardCharge[];
  let older: CardCharge[];
  const charges = () => {
    const { card } = portFor(accountOf('card'));
    if (card === undefined) throw new Error('No card part.');
    return card.charges;
  };
  beforeAll(async () => {
    const page = async (number: number) => (await charges().list({}, { page: number, limit: 100 }, {})).items;
    [newest, older] = [await page(1), [...(await page(2)), ...(await page(3)), ...(await page(4))]];
  });
  afterEach(() => simulator.control('state', { dialect: 'plain' }));

  const shown = ({ id, externalId, status, amount, createdAt }: CardCharge) => ({
    ...{ account: 'card', accountName: accountOf('card').name, page: 'card' },
    ...{ id, name: externalId, word: status, amount, at: createdAt },
  });
  const LISTED = 'card GET /charges';
  const byId = (id: string) => `card GET /charges/${id}`;
  /** A subscription whose charges all lie before the newest hundred: only its own filter can find it. */
  const longRunning = (): CardCharge => {
    const recent = new Set(newest.map(({ recurrenceId }) => recurrenceId));
    return known(older.find(({ recurrenceId }) => recurrenceId !== null && !recent.has(recurrenceId)));
  };

  test.each(['plain', 'nested', 'sparse'])(
    'a charge of any age by its id, with one call (%s)',
    async (dialect) => {
      const charge = known(older.at(-1));
      await simulator.control('state', { dialect });
      const found = await search(` ${charge.id} `, 'card');
      expect(found).toMatchObject({ items: [], failed: [], limited: [], calls: [byId(charge.id)] });
      expect(found.things).toEqual([shown(charge)]);
    },
  );

  test('by reference, acquirer’s id, document, name and amount, of the newest hundred', async () => {
    const charge = known(newest.find(({ customer }) => customer.document !== null));
    const { externalId, acquirerTransactionId, customer, amount } = charge;
    const same = (fits: (one: CardCharge) => boolean) => newest.filter(fits).slice(0, 5).map(shown);
    const cases: [string, (one: CardCharge) => boolean][] = [
      [known(externalId), (one) => one.externalId === externalId],
      [known(acquirerTransactionId), (one) => one.acquirerTransactionId === acquirerTransactionId],
      [known(customer.document), (one) => one.customer.document === customer.document],
      [known(customer.name).toUpperCase(), (one) => one.customer.name === customer.name],
      [centsToDecimal(known(amount)), (one) => one.amount === amount],
    ];
    for (const [q, fits] of cases) {
      const { things, calls } = await search(q, 'card');
      expect(things, q).toEqual(same(fits));
      expect(things.length, q).toBeGreaterThan(0);
      expect(calls.at(-1), q).toBe(LISTED);
    }
  });

  test('of many that fit the five newest; a reference as far back as the newest hundred, and no further', async () => {
    const fits = newest.filter(({ customer }) => /a/i.test(customer.name ?? ''));
    expect(fits.length).toBeGreaterThan(5);
    expect((await search('a', 'card')).things).toEqual(fits.slice(0, 5).map(shown));
    const hundredth = known(newest[99]);
    const sameOrder = newest.filter(({ externalId }) => externalId === hundredth.externalId);
    expect((await search(known(hundredth.externalId), 'card')).things).toEqual(sameOrder.map(shown));
    const recent = new Set(newest.map(({ externalId }) => externalId));
    const beyond = known(older.find(({ externalId }) => !recent.has(externalId)));
    const q = known(beyond.externalId);
    expect(await search(q, 'card')).toMatchObject({ things: [], failed: [], calls: [byId(q), LISTED] });
  });

  test.each(['plain', 'nested', 'sparse'])(
    'a recurrence by its id, as a recurrence (%s)',
    async (dialect) => {
      const { recurrenceId, amount, createdAt } = longRunning();
      const q = known(recurrenceId);
      await simulator.control('state', { dialect });
      const { things, calls, failed } = await search(q, 'card');
      expect(failed).toEqual([]);
      expect(things).toEqual([
        {
          ...{ account: 'card', accountName: accountOf('card').name, page: 'recurrences' },
          ...{ id: q, name: q, word: null, amount, at: createdAt },
        },
      ]);
      expect(calls).toEqual([byId(q), LISTED]);
    },
  );

  test('a service that does not know the filter: its newest charge is not taken for the recurrence', async () => {
    const ctx = await enterAccount(reader(['card']), 'card');
    const { list, ...rest } = charges();
    const unfiltered: typeof list = ({ recurrenceId: _, ...filter }, page, call) => list(filter, page, call);
    const port = {
      ...ctx.port,
      card: { ...ctx.port.card, charges: { ...rest, list: unfiltered } },
    } as ProviderPort;
    const find = (text: string) =>
      findCardCharges(
        { ...ctx, port },
        { text, readings: readSearch(text), quota: new ProviderCallQuota(ctx.account), people: true },
      );
    expect(await find(known(longRunning().recurrenceId))).toEqual(NOTHING);
    const recurring = known(newest.find(({ recurrenceId }) => recurrenceId !== null)).recurrenceId;
    const cycles = newest.filter(({ recurrenceId }) => recurrenceId === recurring);
    const { things }: Found = await find(known(recurring));
    expect(things.map(({ page, id }) => `${page} ${id}`)).toEqual(cycles.map(({ id }) => `card ${id}`));
  });

  test('what is nobody’s: nothing, and only the calls that such a text may need', async () => {
    const name = 'Ninguém de Lugar Nenhum';
    const calls: Record<string, string[]> = {
      [UNKNOWN_ID]: [byId(UNKNOWN_ID), LISTED, LISTED],
      'pedido-000000': [byId('pedido-000000'), LISTED],
      [name]: [LISTED],
      [UNKNOWN_END_TO_END]: [],
      'https://loja-aroeira.example/cartao': [],
    };
    for (const [q, expected] of Object.entries(calls))
      expect(await search(q, 'card'), q).toMatchObject({ things: [], failed: [], calls: expected });
  });

  test('ids of another form refused (400) by the service: the list is looked through all the same', async () => {
    const charge = known(newest[0]);
    const q = known(charge.externalId);
    await simulator.control('fault', { api: 'card', kind: 'status', status: 400, path: '/charges/:id' });
    const found = await search(q, 'card');
    expect(found).toMatchObject({ failed: [], calls: [byId(q), LISTED] });
    expect(found.things).toEqual([shown(charge)]);
  });

  test('no call of cards for accounts that have none, or for who may not read the one that has', async () => {
    const { id } = known(newest[0]);
    const elsewhere = await search(id, 'pix', 'hub');
    expect(hits(elsewhere)).toEqual([]);
    expect(elsewhere.calls.length).toBeGreaterThan(0);
    expect(elsewhere.calls.filter((call) => call.startsWith('card') || /charges\//.test(call))).toEqual([]);
    const ctx = await enterAccount(reader(['hub']), 'hub');
    const quota = new ProviderCallQuota(ctx.account);
    expect(await findCardCharges(ctx, { text: id, readings: readSearch(id), quota, people: true })).toEqual(
      NOTHING,
    );
  });

  test('the minute’s share ends it between two calls, and is told of; the next minute’s answers', async () => {
    const q = known(longRunning().recurrenceId);
    await spendAllBut(1, 'card');
    expect(await search(q, 'card')).toMatchObject({ things: [], limited: ['card'], calls: [byId(q)] });
    const { id } = known(newest[0]);
    expect(await search(id, 'card')).toMatchObject({ things: [], limited: ['card'], calls: [] });
    await passMinute();
    expect(hits(await search(id, 'card'))).toEqual([`card card ${id}`]);
  });
});

describe('a deposit that waits for a decision', () => {
  type Deposit = Record<'id' | 'status' | 'endToEndId' | 'createdAt', string> & {
    amount: number | string;
    transactionId: string | null;
  };
  const PENDING = '/user/deposit-pending';
  const PENDING_LISTED = `pix GET ${PENDING}`;
  const LISTED = 'pix GET /user/transactions';
  /** Such a text may be a reference or a transaction's id, too: what waits comes after them. */
  const triedFirst = (q: string) => [LISTED, LISTED, `${LISTED}/${q}`];
  /** No deposit waits for less, and none for more than six. */
  const later = () => simulator.control('time', { advanceMs: HOUR_MS });

  /** Read from the account's provider, without the product. */
  async function read(path: string): Promise<unknown> {
    const { baseUrl, accessToken } = simulator.pix;
    const answer = await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${accessToken}` } });
    return answer.json();
  }
  async function waiting(): Promise<Deposit> {
    for (let tried = 0; tried < 48; tried += 1, await later()) {
      const { data } = (await read(`${PENDING}?status=PENDING&limit=1`)) as { data: Deposit[] };
      if (data[0] !== undefined) return data[0];
    }
    throw new Error('No deposit ever waits.');
  }
  const shown = ({ id, status, amount, endToEndId, createdAt }: Deposit) => ({
    ...{ account: 'pix', accountName: accountOf('pix').name, page: 'pending-deposits' },
    ...{ id, name: endToEndId, word: status, amount: Math.round(Number(amount) * 100), at: createdAt },
  });

  test('is found by its end-to-end id, after no transaction had it, and by its end once it was decided', async () => {
    const deposit = await waiting();
    const found = await search(deposit.endToEndId, 'pix');
    expect(found).toMatchObject({ readAs: 'endToEndId', items: [], failed: [], limited: [] });
    expect(found.calls).toEqual([...triedFirst(deposit.endToEndId), PENDING_LISTED]);
    // Only these facts are shown: nothing about the payer.
    expect(found.things).toEqual([shown(deposit)]);
    let decided = deposit;
    for (let tried = 0; tried < 7 && decided.status === 'PENDING'; tried += 1, await later())
      decided = (await read(`${PENDING}/${deposit.id}`)) as Deposit;
    expect(decided.status).not.toBe('PENDING');
    const after = await search(deposit.endToEndId, 'pix');
    // An approved one is the transaction that was credited.
    if (decided.transactionId !== null)
      expect(hits(after)).toEqual([`pix transactions ${decided.transactionId}`]);
    else expect(after.things).toEqual([shown(decided)]);
  });

  test('is absent as soon as a transaction carries its end-to-end id: that is found alone', async () => {
    const { transactions } = (await read('/user/transactions?status=COMPLETED&type=DEPOSIT&limit=50')) as {
      transactions: { id: string; endToEndId: string | null }[];
    };
    const { id, endToEndId } = known(transactions.find((one) => one.endToEndId !== null));
    const found = await search(known(endToEndId), 'pix');
    expect(hits(found)).toEqual([`pix transactions ${id}`]);
    expect(found.calls).toEqual([LISTED]);
  });

  test('is not asked for by anything but a whole end-to-end id', async () => {
    const deposit = await waiting();
    const unknown = await search(UNKNOWN_END_TO_END, 'pix');
    expect(hits(unknown)).toEqual([]);
    expect(unknown.calls.slice(0, 4)).toEqual([...triedFirst(UNKNOWN_END_TO_END), PENDING_LISTED]);
    const dayThatIsNone = UNKNOWN_END_TO_END.replace('20261119', '20261339');
    for (const q of [dayThatIsNone, deposit.endToEndId.slice(0, -1), 'pedido-000000', UNKNOWN_ID]) {
      const found = await search(q, 'pix');
      expect([hits(found), found.failed], q).toEqual([[], []]);
      expect(found.calls.length, q).toBeGreaterThan(0);
      expect(found.calls, q).not.toContain(PENDING_LISTED);
    }
  });

  test('is asked of no account that has no such list', async () => {
    const deposit = await waiting();
    const found = await search(deposit.endToEndId, 'hub', 'card');
    expect([hits(found), found.failed]).toEqual([[], []]);
    expect(found.calls.filter((call) => call.includes('deposit-pending'))).toEqual([]);
    expect(hits(await search(deposit.endToEndId, 'pix', 'hub', 'card'))).toEqual([
      `pix pending-deposits ${deposit.id}`,
    ]);
  });

  test('is asked no second time of an account whose token may not read it, which then no more fails', async () => {
    const deposit = await waiting();
    const denied = { kind: 'status', status: 403, errorCode: 'PZA200', path: PENDING, untilCleared: true };
    await simulator.control('fault', denied);
    const first = await search(deposit.endToEndId, 'narrow');
    expect([first.failed, first.calls.at(-1)]).toEqual([['narrow'], PENDING_LISTED]);
    const again = await search(deposit.endToEndId, 'narrow');
    expect([hits(again), again.failed]).toEqual([[], []]);
    expect(again.calls.slice(0, 3)).toEqual(triedFirst(deposit.endToEndId));
    expect(again.calls).not.toContain(PENDING_LISTED);
  });

  test('is not asked for beyond the minute’s share, which is told of', async () => {
    const deposit = await waiting();
    await spendAllBut(3, 'pix');
    const found = await search(deposit.endToEndId, 'pix');
    expect(found).toMatchObject({ items: [], things: [], failed: [], limited: ['pix'] });
    expect(found.calls).toEqual(triedFirst(deposit.endToEndId));
  });
});

function known<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('The world lacks what this test needs.');
  return value;
}
