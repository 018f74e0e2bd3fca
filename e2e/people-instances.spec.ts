import type { APIRequestContext, APIResponse } from '@playwright/test';
import { startTestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { call, PASSWORD, PROFILE, read, withPasskey } from './api/people-kit.ts';
import { test as base, expect } from './fixtures.ts';
import { signInAs } from './security/real-account.ts';
import { openEvents } from './support/event-stream.ts';
import { type Product, startProduct } from './support/product.ts';
import { signIn } from './support/sign-in.ts';

const BALANCE = '/api/accounts/pix/balance';
const TEAM = '/api/settings/team';
const POLICIES = '/api/settings/policies';
/** Longest time until a change on one instance holds on every other. */
const BOUND_MS = 5_000;
const EVERY_MS = 100;

/** Two instances of the product on one PostgreSQL. */
type Two = {
  here: Product;
  there: Product;
  /** Calls to an instance, of nobody yet. */
  at: (product: Product) => Promise<APIRequestContext>;
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
      const env = { GUICHE_SIMULATOR, GUICHE_SECRET, DATABASE_URL: postgres.url };
      const here = await startProduct({ env });
      const there = await startProduct({ env });
      const opened: APIRequestContext[] = [];
      const at = async ({ url }: Product) => {
        const request = await playwright.request.newContext({
          ...{ baseURL: url, extraHTTPHeaders: { origin: url } },
        });
        opened.push(request);
        return request;
      };
      const admin = await at(here);
      await signIn(admin, here, 'admin');
      await use({ here, there, at, admin });
      await Promise.all(opened.map((request) => request.dispose()));
      await Promise.all([here.stop(), there.stop()]);
      await simulator.stop();
      await postgres.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});
test.describe.configure({ timeout: 180_000 });

let made = 0;
/** Somebody with a role on the account, signed in on this instance. */
async function somebody({ admin, at, here }: Two, role = 'viewer'): Promise<Person> {
  made += 1;
  const email = `pessoa${made}@casa.example`;
  const roles = [{ account: 'pix', role }];
  const invited = await call(admin, 'post', TEAM, { email, roles });
  const { id, invitation } = await read<{ id: string; invitation: { url: string } }>(invited, 201);
  const request = await at(here);
  const data = { token: invitation.url.split('#')[1] ?? '', name: 'Rita Sá', password: PASSWORD };
  await read(await request.post('/api/invitation', { data }), 204);
  return { id, email, here: request };
}

const word = async (answer: APIResponse) =>
  answer.status() === 200 ? 'in' : ((await answer.json()) as { code: string }).code;

/** A stream of this session on the other instance: why it was closed, and when. */
async function stream({ there }: Two, request: APIRequestContext) {
  const opened = await openEvents(there, await request.storageState());
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
};

/**
 * Makes a change on this instance at the moment when the other has just read how it was before. Within five seconds of its
 * answer the other says no, and this person's streams there are closed.
 */
async function actsThere(
  two: Two,
  { email }: Pick<Person, 'email'>,
  change: () => Promise<APIResponse>,
  { path = BALANCE, before = 'in', code, reason }: Expected,
): Promise<void> {
  const request = await two.at(two.there);
  // A sign-in makes its instance forget what it remembered of people.
  await signInAs(request, { email, password: PASSWORD });
  const streams = [await stream(two, request), await stream(two, request)];
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
      expect(isOpen(), 'a stream of who may read on').toBe(true);
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

test('a second factor that is required on one instance is required on the other', async ({ two }) => {
  const person = await somebody(two);
  await withPasskey(two.admin, two.here.url);
  const {
    withoutFactor: _,
    address: __,
    signOn: ___,
    ...usual
  } = await read<Record<string, unknown>>(await two.admin.get(POLICIES));
  const put = (secondFactor: string) => call(two.admin, 'put', POLICIES, { ...usual, secondFactor });
  const expected = { code: 'second_factor_required', reason: 'session' } as const;
  try {
    await actsThere(two, person, () => put('required'), expected);
  } finally {
    await read(await put('optional'));
  }
});
