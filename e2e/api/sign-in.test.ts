import { jsonOf, problemOf } from '../support/answers.ts';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import { age, call, challenge, codeOf, PASSWORD, PROFILE, withApp, withPasskey } from '../support/people.ts';
import { signInAs } from '../support/sign-in.ts';
import { expect, test } from './test.ts';

type Given = { email: string; password: string; otp?: string };
/** Error word of a sign-in, from the closed list; null when the person is in. */
async function enter(request: ApiClient, given: Given): Promise<string | null> {
  const { url } = (await (await signInAs(request, given)).json()) as { url: string };
  return new URL(url).searchParams.get('error');
}
async function byPasskey(request: ApiClient, assertion: unknown): Promise<string | null> {
  const { csrfToken } = (await (await request.get('/api/auth/csrf')).json()) as { csrfToken: string };
  const text = typeof assertion === 'string' ? assertion : JSON.stringify(assertion);
  const form = { assertion: text, csrfToken, json: 'true' };
  const answer = await request.post('/api/auth/callback/passkey', { form });
  const { url } = (await answer.json()) as { url: string };
  return new URL(url).searchParams.get('error');
}
const inside = async (request: ApiClient) => (await request.get('/api/session')).status() === 200;
const methodOf = async (request: ApiClient) => {
  type Open = { current: boolean; method: string };
  const { items } = await jsonOf<{ items: Open[] }>(await request.get('/api/settings/sessions'));
  return items.find(({ current }) => current)?.method;
};

test('the right password alone is otp_required, a wrong code otp_refused; the code alone ends it', async ({
  somebody,
  api,
  sql,
}) => {
  const { email, request } = await somebody();
  const { secret } = await withApp(request);
  const other = await api(null);
  expect(await enter(other, { email, password: 'not the password' })).toBe('CredentialsSignin');
  expect(await enter(other, { email, password: 'not the password', otp: '000000' })).toBe(
    'CredentialsSignin',
  );
  expect(await enter(other, { email, password: PASSWORD })).toBe('otp_required');
  expect(await inside(other)).toBe(false);
  expect(await enter(other, { email: '', password: '', otp: '000000' })).toBe('otp_refused');
  expect(await inside(other)).toBe(false);
  const otp = codeOf(secret);
  expect(await enter(other, { email: '', password: '', otp })).toBeNull();
  expect(await methodOf(other)).toBe('totp');
  await sql('delete from sign_in_throttle');
  // Without the cookie of a first step the code alone is nothing, and a code counts once.
  const stranger = await api(null);
  expect(await enter(stranger, { email: '', password: '', otp: codeOf(secret, 1) })).toBe(
    'CredentialsSignin',
  );
  expect(await enter(stranger, { email, password: PASSWORD, otp })).toBe('otp_refused');
  expect(await inside(stranger)).toBe(false);
});

test('a recovery code takes the code’s place, once', async ({ somebody, api }) => {
  const { email, request } = await somebody();
  const { codes } = await withApp(request);
  const other = await api(null);
  expect(await enter(other, { email, password: PASSWORD, otp: codes[0] ?? '' })).toBeNull();
  expect(await methodOf(other)).toBe('recovery');
  expect(await enter(await api(null), { email, password: PASSWORD, otp: codes[0] ?? '' })).toBe(
    'otp_refused',
  );
});

test('after five refused codes the right one waits too', async ({ somebody, api }) => {
  const { email, request } = await somebody();
  const { secret } = await withApp(request);
  const other = await api(null);
  const said: (string | null)[] = [];
  for (let tried = 0; tried < 5; tried += 1)
    said.push(await enter(other, { email, password: PASSWORD, otp: '000000' }));
  expect(said.slice(0, 4)).toEqual(Array(4).fill('otp_refused'));
  expect(await enter(other, { email, password: PASSWORD, otp: codeOf(secret) })).toMatch(/^wait-\d+$/);
  expect(await inside(other)).toBe(false);
});

test('callback/passkey: in without e-mail or password, each answer once, and none that was asked for elsewhere', async ({
  somebody,
  api,
  product,
  sql,
}) => {
  const { id, request } = await somebody();
  const { device } = await withPasskey(request, product.url);
  const other = await api(null);
  const refusal = 'passkey_refused';
  for (const assertion of ['', '{', 'null', '[]', '{"id":"nobody"}'])
    expect(await byPasskey(other, assertion), assertion).toBe(refusal);
  const elsewhere = device.answer(await challenge(other, 'sign-in'), {
    origin: 'https://guiche.evil.example',
  });
  expect(await byPasskey(other, elsewhere)).toBe(refusal);
  expect(await byPasskey(other, device.answer(await challenge(request, 'step-up')))).toBe(refusal);
  expect(await inside(other)).toBe(false);
  const assertion = device.answer(await challenge(other, 'sign-in'));
  expect(await byPasskey(other, assertion)).toBeNull();
  expect(await methodOf(other)).toBe('passkey');
  const stranger = await api(null);
  expect(await byPasskey(stranger, assertion)).toBe(refusal);
  await sql('update operators set disabled_at = now() where id = $1', [id]);
  expect(await byPasskey(stranger, device.answer(await challenge(stranger, 'sign-in')))).toBe(refusal);
  expect(await inside(stranger)).toBe(false);
  expect((await stranger.get('/api/auth/callback/passkey')).status()).toBe(405);
});

test('step-up: by code and by passkey where there is one, each once, and no longer by password', async ({
  somebody,
  product,
  sql,
}) => {
  const { id, request } = await somebody();
  const prove = (data: object) => request.post('/api/step-up', { data });
  const due = async () => {
    await age(sql, id);
    await problemOf(await call(request, 'post', `${PROFILE}/recovery-codes`), 403, 'step_up_required');
  };
  const fresh = async (answer: ApiAnswer) => {
    const { until } = await jsonOf<{ until: string }>(answer, 200);
    expect(Date.parse(until)).toBeGreaterThan(Date.now());
    expect((await call(request, 'post', `${PROFILE}/recovery-codes`)).status()).not.toBe(403);
  };
  await age(sql, id);
  await problemOf(await prove({ password: 'guess' }), 400, 'invalid_request', [
    { field: 'password', message: 'mismatch' },
  ]);
  await fresh(await prove({ password: PASSWORD }));
  const { secret } = await withApp(request);
  const { device } = await withPasskey(request, product.url);
  await due();
  await problemOf(await prove({ password: PASSWORD }), 400, 'invalid_request', [
    { field: 'password', message: 'factor_needed' },
  ]);
  const otp = codeOf(secret);
  await fresh(await prove({ otp }));
  await due();
  const used = [{ field: 'otp', message: 'mismatch' }];
  await problemOf(await prove({ otp }), 400, 'invalid_request', used);
  const options = await challenge(request, 'step-up');
  expect(options.allowCredentials?.map((one) => one.id)).toEqual([device.id]);
  const mismatch = [{ field: 'passkey', message: 'mismatch' }];
  const forSignIn = device.answer(await challenge(request, 'sign-in'));
  await problemOf(await prove({ passkey: forSignIn }), 400, 'invalid_request', mismatch);
  const passkey = device.answer(options);
  await fresh(await prove({ passkey }));
  await due();
  await problemOf(await prove({ passkey }), 400, 'invalid_request', mismatch);
  await problemOf(
    await request.post('/api/passkeys/options', { data: { purpose: 'x' } }),
    400,
    'invalid_request',
  );
});

test('step-up: 429 after five wrong ones', async ({ somebody }) => {
  const { request } = await somebody();
  const prove = (password: string) => request.post('/api/step-up', { data: { password } });
  for (let tried = 0; tried < 5; tried += 1) expect((await prove(`guess ${tried}`)).status()).toBe(400);
  await problemOf(await prove(PASSWORD), 429, 'rate_limited');
});
