import type { APIRequestContext } from '@playwright/test';
import { Client } from 'pg';
import { startTestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { test as base, expect } from './fixtures.ts';
import { jsonOf } from './support/answers.ts';
import type { ApiAnswer } from './support/api-client.ts';
import { EVENTS, openEvents } from './support/event-stream.ts';
import { call, PASSWORD, PROFILE, withPasskey } from './support/people.ts';
import { type Product, startProduct } from './support/product.ts';
import { signIn, signInAs } from './support/sign-in.ts';

const BALANCE = '/api/accounts/pix/balance';
const TEAM = '/api/settings/team';
const POLICIES = '/api/settings/policies';
const SESSIONS = '/api/settings/sessions';
/** This machine: from where everybody comes who says nothing else. */
const OWN = ['127.0.0.1/32', '::1/128', '::ffff:127.0.0.1/128'];
/** Longest time until a change on one instance holds on every other. */
const BOUND_MS = 5_000;
const EVERY_MS = 100;

/** Two instances of the product on one PostgreSQL. */
type Two = {
  here: Product;
  there: Product;
  /** Calls to an instance, of nobody yet; `from`: the address that the proxy before it names. */
  at: (product: Product, from?: string) => Promise<APIRequestContext>;
  sql: (statement: string, values: unknown[]) => Promise<unknown>;
  /** An administrator on this instance. */
  admin: APIRequestContext;
};
type Person = { id: string; email: string; here: APIRequestContext };

const test = base.extend<object, { two: Two }>({
  two: [
    async ({ playwright }, use) => {
      const [postgres, simulator] = await Promise.all([startPostgres(), startTestSimulator()]);
      const GUICHE_SECRET = 'for tests only, thirty-two bytes or more';
      const { pix, hub, controlUrl } = simulator;
      const GUICHE_SIMULATOR = JSON.stringify({ pix, hub, controlUrl });
      const env = {
        GUICHE_SIMULATOR,
        GUICHE_SECRET,
        DATABASE_URL: postgres.url,
        GUICHE_TRUSTED_PROXIES: OWN.slice(0, 2).join(),
      };
      const here = await startProduct({ env });
      const there = await startProduct({ env });
      const opened: APIRequestContext[] = [];
      const at = async ({ url }: Product, from?: string) => {
        const extraHTTPHeaders = { origin: url, ...headersFrom(from) };
        const request = await playwright.request.newContext({ baseURL: url, extraHTTPHeaders });
        opened.push(request);
        return request;
      };
      const admin = await at(here);
      await signIn(admin, here, 'admin');
      const database = new Client({ connectionString: postgres.url });
      await database.connect();
      await use({ here, there, at, admin, sql: (statement, values) => database.query(statement, values) });
      await database.end();
      await Promise.all(opened.map((request) => request.dispose()));
      await Promise.all([here.stop(), there.stop()]);
      await simulator.stop();
      await postgres.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});
test.describe.configure({ timeout: 180_000 });

const headersFrom = (from?: string): Record<string, string> =>
  from === undefined ? {} : { 'x-forwarded-for': from };

let made = 0;
/** Somebody with a role on the account, signed in on this instance. */
async function somebody({ admin, at, here }: Two, role = 'viewer'): Promise<Person> {
  made += 1;
  const email = `pessoa${made}@casa.example`;
  const roles = [{ account: 'pix', role }];
  const invited = await call(admin, 'post', TEAM, { email, roles });
  const { id, invitation } = await jsonOf<{ id: string; invitation: { url: string } }>(invited, 201);
  const request = await at(here);
  const data = { token: invitation.url.split('#')[1] ?? '', name: 'Rita Sá', password: PASSWORD };
  await jsonOf(await request.post('/api/invitation', { data }), 204);
  return { id, email, here: request };
}

const word = async (answer: ApiAnswer) =>
  answer.status() === 200 ? 'in' : ((await answer.json()) as { code: string }).code;

/** A stream of this session on the other instance: why it was closed, and when. */
async function stream({ there }: Two, request: APIRequestContext, from?: string) {
  const opened = await openEvents(there, await request.storageState(), EVENTS, headersFrom(from));
  expect(opened.answer.status).toBe(200);
  let isOpen = true;
  const closed = (async () => {
    let reason: unknown = null;
    for (let told = await opened.next(); told !== null; told = await opened.next())
      if (told.event === 'closed') reason = told.data.reason;
    isOpen = false;
    return { reason, at: performance.now() };
  })().catch(() => ({ reason: 'left', at: performance.now() }));
  return { closed, isOpen: () => isOpen, leave: opened.leave };
}

type Expected = {
  /** The person's request to the other instance, and its answer before the change. */
  path?: string;
  before?: string;
  code: string;
  /** Why their streams there are closed; null: they go on. */
  reason: 'session' | 'account' | null;
  /** Their address; absent: this machine. */
  from?: string;
};

/**
 * Makes a change on this instance at the moment when the other has just jsonOf how it was before. Within five seconds of its
 * answer the other says no, and this person's streams there are closed.
 */
async function actsThere(
  two: Two,
  { email }: Pick<Person, 'email'>,
  change: () => Promise<ApiAnswer>,
  { path = BALANCE, before = 'in', code, reason, from }: Expected,
): Promise<void> {
  const request = await two.at(two.there, from);
  // A sign-in makes its instance forget what it remembered of people.
  await signInAs(request, { email, password: PASSWORD });
  const streams = [await stream(two, request, from), await stream(two, request, from)];
  expect(await word(await request.get(path))).toBe(before);
  const answer = await change();
  const answered = performance.now();
  expect(answer.ok(), await answer.text()).toBe(true);
  for (;;) {
    const said = await word(await request.get(path));
    expect(performance.now() - answered, 'ms until it acts there').toBeLessThan(BOUND_MS);
    if (said === code) break;
    expect(said).toBe(before);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  for (const { closed, isOpen, leave } of streams) {
    if (reason === null) {
      expect(isOpen(), 'a stream of who may jsonOf on').toBe(true);
      leave();
      continue;
    }
    const end = await closed;
    expect(end.reason).toBe(reason);
    expect(end.at - answered, 'ms until the stream was closed').toBeLessThan(BOUND_MS);
  }
  expect(await word(await request.get(path)), 'and stays so').toBe(code);
}

test('who is disabled on one instance is out on the other, and nobody else', async ({ two }) => {
  const [person, witness] = [await somebody(two), await two.at(two.there)];
  await signIn(witness, two.there, 'analyst');
  const others = await stream(two, witness);
  const disable = () => call(two.admin, 'patch', `${TEAM}/${person.id}`, { state: 'disabled' });
  await actsThere(two, person, disable, { code: 'unauthenticated', reason: 'session' });
  expect(others.isOpen(), 'somebody else’s stream').toBe(true);
  others.leave();
});

test('a role that is taken on one instance gives nothing on the other', async ({ two }) => {
  const person = await somebody(two, 'finance');
  const become = (account: string, role: string) => () =>
    call(two.admin, 'patch', `${TEAM}/${person.id}`, { roles: [{ account, role }] });
  const path = '/api/accounts/pix/operations/op_none/receiver';
  const less = { path, before: 'not_found', code: 'forbidden', reason: null } as const;
  await actsThere(two, person, become('pix', 'viewer'), less);
  await actsThere(two, person, become('hub', 'viewer'), { code: 'not_found', reason: 'account' });
});

test('a password that is changed on one instance ends the sessions on the other', async ({ two }) => {
  const person = await somebody(two);
  const change = () =>
    call(
      person.here,
      'post',
      `${PROFILE}/password`,
      { current: PASSWORD, next: 'jangada turquesa violino' },
      {},
    );
  await actsThere(two, person, change, { code: 'unauthenticated', reason: 'session' });
  expect(await word(await person.here.get(BALANCE)), 'the session that changed it').toBe('in');
});

const OUT = { code: 'unauthenticated', reason: 'session' } as const;

/** Their session that is not this one. */
async function otherSession(request: APIRequestContext): Promise<string> {
  const { items } = await jsonOf<{ items: { id: string; current: boolean }[] }>(await request.get(SESSIONS));
  const others = items.filter(({ current }) => !current);
  expect(others).toHaveLength(1);
  return others[0]?.id ?? '';
}

test('a session that its person ends on one instance is over on the other', async ({ two }) => {
  const person = await somebody(two);
  const end = async () => call(person.here, 'delete', `${SESSIONS}/${await otherSession(person.here)}`);
  await actsThere(two, person, end, OUT);
  expect(await word(await person.here.get(BALANCE)), 'the session that ended it').toBe('in');
});

test('all others that a person ends on one instance are over on the other', async ({ two }) => {
  const person = await somebody(two);
  await actsThere(two, person, () => call(person.here, 'post', `${SESSIONS}/end-others`), OUT);
  expect(await word(await person.here.get(BALANCE)), 'the session that ended them').toBe('in');
});

test('who is signed out by the team’s page on one instance is out on the other', async ({ two }) => {
  const person = await somebody(two);
  await actsThere(two, person, () => call(two.admin, 'post', `${TEAM}/${person.id}/sign-out`), OUT);
});

test('one session that the team’s page ends on one instance is over on the other, and no other one', async ({
  two,
}) => {
  const person = await somebody(two);
  const end = async () => {
    const id = await otherSession(person.here);
    return call(two.admin, 'delete', `${TEAM}/${person.id}/sessions/${id}`);
  };
  await actsThere(two, person, end, OUT);
  expect(await word(await person.here.get(BALANCE)), 'their other session').toBe('in');
});

test('a reset that is used on one instance ends the sessions on the other', async ({ two }) => {
  const person = await somebody(two);
  const reset = await call(two.admin, 'post', `${TEAM}/${person.id}/reset`);
  const token = (await jsonOf<{ url: string }>(reset)).url.split('#')[1] ?? '';
  const stranger = await two.at(two.here);
  const use = () =>
    stranger.post('/api/invitation', { data: { token, name: 'Rita Sá', password: `${PASSWORD} e mais` } });
  await actsThere(two, person, use, OUT);
});

/** The policies as they are, with some of them changed. */
async function policies({ admin }: Two): Promise<(over: object) => Promise<ApiAnswer>> {
  const {
    withoutFactor: _,
    address: __,
    signOn: ___,
    ...usual
  } = await jsonOf<Record<string, unknown>>(await admin.get(POLICIES));
  return (over) => call(admin, 'put', POLICIES, { ...usual, ...over });
}

for (const [name, column, age, over] of [
  ['idle', 'last_seen_at', '20 minutes', { idleMinutes: 10 }],
  ['absolute', 'created_at', '2 hours', { absoluteHours: 1 }],
] as const)
  test(`a lower ${name} limit on one instance ends what lies past it on the other`, async ({ two }) => {
    const person = await somebody(two);
    const put = await policies(two);
    const lower = async () => {
      await two.sql(`update sessions set ${column} = now() - interval '${age}' where operator_id = $1`, [
        person.id,
      ]);
      return put(over);
    };
    try {
      await actsThere(two, person, lower, OUT);
    } finally {
      await jsonOf(await put({}));
    }
  });

test('networks that are allowed on one instance shut out others on the other', async ({ two }) => {
  const person = await somebody(two);
  const put = await policies(two);
  const expected = { code: 'forbidden', reason: 'session', from: '203.0.113.9' } as const;
  try {
    await actsThere(two, person, () => put({ allowedNetworks: OWN }), expected);
  } finally {
    await jsonOf(await put({}));
  }
});

test('a second factor that is required on one instance is required on the other', async ({ two }) => {
  const person = await somebody(two);
  await withPasskey(two.admin, two.here.url);
  const put = await policies(two);
  const expected = { code: 'second_factor_required', reason: 'session' } as const;
  try {
    await actsThere(two, person, () => put({ secondFactor: 'required' }), expected);
  } finally {
    await jsonOf(await put({ secondFactor: 'optional' }));
  }
});
