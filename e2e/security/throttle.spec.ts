import type { APIRequestContext } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import type { Role } from '../support/product.ts';
import { signInAs } from '../support/sign-in.ts';

/** This machine as the trusted proxy: so that a test can come from several addresses. */
test.use({
  productOptions: {
    env: { GUICHE_TRUSTED_PROXIES: '127.0.0.1/32,::1/128' },
    simulator: { transactions: 100 },
  },
});

type From = (address: string) => Promise<APIRequestContext>;
const opened: APIRequestContext[] = [];
test.afterEach(async () => void (await Promise.all(opened.splice(0).map((request) => request.dispose()))));

const word = async (request: APIRequestContext, email: string, password: string) => {
  const { url } = (await (await signInAs(request, { email, password })).json()) as { url: string };
  return new URL(url).searchParams.get('error');
};

const own = test.extend<{ from: From; emailOf: (role: Role) => string; password: string }>({
  from: async ({ playwright, product }, use) =>
    use(async (address) => {
      const extraHTTPHeaders = { origin: product.url, 'x-forwarded-for': address };
      const request = await playwright.request.newContext({ baseURL: product.url, extraHTTPHeaders });
      opened.push(request);
      return request;
    }),
  emailOf: async ({ product }, use) =>
    use((role) => product.signIns.find((one) => one.role === role)?.email ?? ''),
  password: async ({ product }, use) => use(product.signIns[0]?.password ?? ''),
});

own('six wrong tries wait, and nobody else does', async ({ from, emailOf, password }) => {
  const owner = await from('198.51.100.1');
  expect(await word(owner, emailOf('viewer'), password), 'the owner signed in here before').toBeNull();
  const stranger = await from('203.0.113.5');
  const answers: (string | null)[] = [];
  for (let tries = 0; tries < 6; tries += 1)
    answers.push(await word(stranger, emailOf('viewer'), `guess ${tries}`));
  expect(answers.slice(0, 4)).toEqual(Array(4).fill('CredentialsSignin'));
  expect(answers[5]).toMatch(/^wait-\d+$/);
  await own.step('the right password waits too, from this address and from another', async () => {
    expect(await word(stranger, emailOf('viewer'), password)).toMatch(/^wait-/);
    expect(await word(await from('203.0.113.6'), emailOf('viewer'), password)).toMatch(/^wait-/);
  });
  await own.step('another operator is not kept out, behind that address either', async () => {
    expect(await word(await from('203.0.113.7'), emailOf('finance'), password)).toBeNull();
    expect(await word(await from('203.0.113.5'), emailOf('analyst'), password)).toBeNull();
  });
  await own.step('the owner’s own device has its own count', async () => {
    expect(await word(owner, emailOf('viewer'), password)).toBeNull();
  });
  await own.step('the page says how long', async () => {
    const html = await (await stranger.get(`/sign-in?error=${answers[5]}`)).text();
    expect(html).toMatch(/role="(alert|status|timer)"/);
    expect(html).toMatch(/0:\d\d|\d+ s/);
  });
});

own('a known device’s wrong tries keep only itself waiting', async ({ from, emailOf, password }) => {
  const device = await from('198.51.100.20');
  expect(await word(device, emailOf('developer'), password)).toBeNull();
  for (let tries = 0; tries < 5; tries += 1) await word(device, emailOf('developer'), 'wrong');
  expect(await word(device, emailOf('developer'), password)).toMatch(/^wait-/);
  expect(await word(await from('198.51.100.21'), emailOf('developer'), password)).toBeNull();
});

own('an unknown e-mail is answered and slowed like a known one', async ({ from, emailOf }) => {
  const answerTo = async (address: string, email: string) => {
    const request = await from(address);
    const said: unknown[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      const answer = await signInAs(request, { email, password: 'wrong password' });
      const names = answer.headersArray().map(({ name }) => name.toLowerCase());
      said.push([
        answer.status(),
        (await answer.text()).replace(/wait-\d+|"requestId":"[\w-]+"|"retryAfterSeconds":\d+/g, 'x'),
        [...new Set(names)].toSorted(),
      ]);
    }
    return said;
  };
  expect(await answerTo('203.0.113.30', 'nobody@guiche.example')).toEqual(
    await answerTo('203.0.113.31', emailOf('admin')),
  );
});

own('step-up is slowed for the session’s operator alone', async ({ from, emailOf, password }) => {
  const request = await from('198.51.100.40');
  expect(await word(request, emailOf('analyst'), password)).toBeNull();
  const prove = (given: string) => request.post('/api/step-up', { data: { password: given } });
  expect((await prove(password)).status()).toBe(200);
  for (let tries = 0; tries < 5; tries += 1) {
    const answer = await prove('wrong');
    expect(answer.status()).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'invalid_request', fields: [{ field: 'password' }] });
  }
  const answer = await prove(password);
  expect(answer.status()).toBe(429);
  expect(Number(answer.headers()['retry-after'])).toBeGreaterThan(0);
  expect(await answer.json()).toMatchObject({ code: 'rate_limited', retryAfterSeconds: expect.any(Number) });
  expect((await request.get('/api/session')).status(), 'the session itself goes on').toBe(200);
});

own(
  'what a client wrote left of the nearest hop is not believed',
  async ({ from, emailOf, playwright, product }) => {
    const extraHTTPHeaders = { origin: product.url };
    for (let tries = 0; tries < 20; tries += 1) {
      const request = await playwright.request.newContext({
        baseURL: product.url,
        extraHTTPHeaders: { ...extraHTTPHeaders, 'x-forwarded-for': `192.0.2.${tries}, 203.0.113.50` },
      });
      opened.push(request);
      await word(request, `someone-${tries}@guiche.example`, 'wrong password');
    }
    expect(
      await word(await from('203.0.113.50'), emailOf('admin'), 'wrong'),
      'all twenty came from one address',
    ).toMatch(/^wait-/);
  },
);

own(
  'A4: a burst is answered, judged no more often than it may be, and keeps no colleague out',
  async ({ from, emailOf, password }) => {
    const colleague = await from('203.0.113.60');
    expect(
      await word(colleague, emailOf('finance'), password),
      'this device is known from now on',
    ).toBeNull();
    const stranger = await from('203.0.113.60');
    const { csrfToken } = (await (await stranger.get('/api/auth/csrf')).json()) as { csrfToken: string };
    const guess = () =>
      stranger.post('/api/auth/callback/credentials', {
        form: { email: 'nobody-60@guiche.example', password: 'guess', csrfToken, json: 'true' },
      });
    const burst = Array.from({ length: 80 }, () => guess());
    expect(await word(colleague, emailOf('finance'), password), 'its own count').toBeNull();
    const answers = await Promise.all(burst);
    expect(new Set(answers.map((answer) => answer.status()))).toEqual(new Set([401, 429]));
    const problems = await Promise.all(
      answers.filter((answer) => answer.status() === 429).map((answer) => answer.json()),
    );
    expect(problems.length, 'five of an account are judged').toBeGreaterThanOrEqual(75);
    for (const { code, retryAfterSeconds, url } of problems) {
      expect([code, retryAfterSeconds > 0]).toEqual(['rate_limited', true]);
      expect(new URL(url).searchParams.get('error')).toMatch(/^wait-\d+$/);
    }
    const long = await stranger.post('/api/set-up', { data: { token: 'x'.repeat(17 * 1024) } });
    expect(long.status(), 'no attempt is longer').toBe(413);
  },
);

// Nobody has guessed at the analyst's password on a device of theirs before.
own('a device that two people share is known for both', async ({ from, emailOf, password }) => {
  const shared = await from('198.51.100.30');
  expect(await word(shared, emailOf('analyst'), password)).toBeNull();
  expect(await word(shared, emailOf('finance'), password)).toBeNull();
  const stranger = await from('203.0.113.35');
  for (const role of ['analyst', 'finance'] as const)
    for (let tries = 0; tries < 6; tries += 1) await word(stranger, emailOf(role), `guess ${tries}`);
  expect(await word(await from('203.0.113.36'), emailOf('analyst'), password)).toMatch(/^wait-/);
  expect(await word(shared, emailOf('analyst'), password), 'who signed in first').toBeNull();
  expect(await word(shared, emailOf('finance'), password)).toBeNull();
});
