import { authenticator } from '#lib/auth/server/testing/authenticator.ts';
import { jsonOf, problemOf } from '../support/answers.ts';
import type { ApiClient } from '../support/api-client.ts';
import {
  age,
  call,
  codeOf,
  type Key,
  key,
  type Method,
  offer,
  PASSWORD,
  PROFILE,
  withApp,
  withPasskey,
} from '../support/people.ts';
import { operatorIdOf } from '../support/product.ts';
import { signInAs } from '../support/sign-in.ts';
import { expect, test } from './test.ts';

const SESSIONS = '/api/settings/sessions';
const NEXT = 'jangada turquesa violino';

const CALLS: [Method, string, object?][] = [
  ['get', PROFILE],
  ['patch', PROFILE, { name: 'Rita' }],
  ['post', `${PROFILE}/password`, { current: PASSWORD, next: NEXT }],
  ['post', `${PROFILE}/totp`],
  ['post', `${PROFILE}/totp/confirm`, { otp: '000000' }],
  ['delete', `${PROFILE}/totp`],
  ['post', `${PROFILE}/recovery-codes`],
  ['get', `${PROFILE}/passkeys`],
  ['post', `${PROFILE}/passkeys/options`],
  ['post', `${PROFILE}/passkeys`, { name: 'Mesa', attestation: { id: 'x' } }],
  ['delete', `${PROFILE}/passkeys/none`],
  ['get', SESSIONS],
  ['delete', `${SESSIONS}/none`],
  ['post', `${SESSIONS}/end-others`],
];

test('401 for nobody, at each of them', async ({ api }) => {
  const nobody = await api(null);
  for (const [method, path, data] of CALLS)
    await problemOf(await call(nobody, method, path, data), 401, 'unauthenticated');
  const asked = await nobody.post('/api/passkeys/options', { data: { purpose: 'step-up' } });
  await problemOf(asked, 401, 'unauthenticated');
});

test('403 step_up_required where the last proof is old; 400 without a key', async ({ somebody, sql }) => {
  const { id, request } = await somebody();
  const free = new Set(['get', 'patch']);
  const proved = CALLS.filter(([method, path]) => !free.has(method) && path.startsWith(PROFILE));
  expect(proved).toHaveLength(8);
  for (const [method, path, data] of CALLS.filter(
    ([method, path]) => method !== 'get' && !/password|options$/.test(path),
  ))
    await problemOf(await call(request, method, path, data, {}), 400, 'invalid_request', [
      { field: 'Idempotency-Key', message: 'needed' },
    ]);
  await age(sql, id);
  for (const [method, path, data] of proved)
    await problemOf(await call(request, method, path, data), 403, 'step_up_required');
});

test('profile: 200 as it is and as it becomes; 400 at a field; 403 from another page', async ({
  somebody,
}) => {
  const { email, request } = await somebody();
  expect(await jsonOf(await request.get(PROFILE), 200)).toMatchObject({
    ...{ name: 'Rita Sá', email },
    signIn: { totp: null, recoveryCodes: { made: 0, left: 0 }, required: false, password: { length: 12 } },
  });
  const data = { name: 'Rita de Sá', theme: 'dark', shortcuts: false };
  expect(await jsonOf(await call(request, 'patch', PROFILE, data), 200)).toMatchObject(data);
  expect(await jsonOf(await request.get(PROFILE), 200)).toMatchObject({ ...data, email });
  const bad = await call(request, 'patch', PROFILE, { name: ' ' });
  expect((await problemOf(bad, 400, 'invalid_request')).fields?.[0]?.field).toBe('name');
  const email2 = await call(request, 'patch', PROFILE, { email: 'other@casa.example' });
  await problemOf(email2, 400, 'invalid_request');
  const elsewhere = await call(request, 'patch', PROFILE, data, { ...key(), origin: 'https://evil.example' });
  expect(elsewhere.status()).toBe(403);
});

test('password: 400 at what is wrong, 204, and the other sessions end', async ({ somebody }) => {
  const { email, request, again } = await somebody();
  const other = await again();
  const change = (current: string, next: string) =>
    call(request, 'post', `${PROFILE}/password`, { current, next }, {});
  const wrong = [{ field: 'current', message: 'mismatch' }];
  await problemOf(await change('not this one', NEXT), 400, 'invalid_request', wrong);
  for (const [next, message] of [
    ['curta', 'short'],
    ['senha1234567', 'guessable'],
  ] as const)
    await problemOf(await change(PASSWORD, next), 400, 'invalid_request', [{ field: 'next', message }]);
  expect(await (await change(PASSWORD, NEXT)).text()).toBe('');
  expect((await other.get('/api/session')).status(), 'another session').toBe(401);
  expect((await request.get('/api/session')).status(), 'this one').toBe(200);
  await signInAs(other, { email, password: PASSWORD });
  expect((await other.get('/api/session')).status(), 'the old password').toBe(401);
});

test('password: 409 where it was changed elsewhere while this one was judged', async ({ somebody, sql }) => {
  const { id, request, again } = await somebody();
  const other = await again();
  // Somebody else's change holds the person's row for three seconds, while the old password is still right.
  const elsewhere = sql(`do $$ begin
    perform 1 from operators where id = '${id}' for update;
    perform pg_sleep(3);
    update operators set password_hash = 'changed elsewhere' where id = '${id}';
  end $$`);
  const data = { current: PASSWORD, next: NEXT };
  await problemOf(await call(request, 'post', `${PROFILE}/password`, data, {}), 409, 'conflict');
  await elsewhere;
  expect((await other.get('/api/session')).status(), 'nothing of it was done').toBe(200);
});

test('password: 429 after five wrong ones, with the right one too', async ({ somebody }) => {
  const { request } = await somebody();
  const change = (current: string) =>
    call(request, 'post', `${PROFILE}/password`, { current, next: NEXT }, {});
  for (let tried = 0; tried < 5; tried += 1) expect((await change(`guess ${tried}`)).status()).toBe(400);
  const slowed = await change(PASSWORD);
  expect(await problemOf(slowed, 429, 'rate_limited')).toMatchObject({
    retryAfterSeconds: expect.any(Number),
  });
  expect(Number(slowed.headers()['retry-after'])).toBeGreaterThan(0);
});

test('a code app: begun, confirmed once, 409 beside one that counts, removed; 404 where there is none', async ({
  somebody,
}) => {
  const { request } = await somebody();
  const totp = `${PROFILE}/totp`;
  await problemOf(await call(request, 'delete', totp), 404, 'not_found');
  const first = key();
  const begun = await jsonOf<{ secret: string; uri: string }>(
    await call(request, 'post', totp, undefined, first),
    200,
  );
  expect(begun.uri).toContain(begun.secret);
  await problemOf(await call(request, 'post', totp, undefined, first), 409, 'already_done');
  const wrong = [{ field: 'otp', message: 'mismatch' }];
  const confirm = (otp: string, headers = key()) =>
    call(request, 'post', `${totp}/confirm`, { otp }, headers);
  await problemOf(await confirm('000000'), 400, 'invalid_request', wrong);
  const [once, otp] = [key(), codeOf(begun.secret)];
  const { recoveryCodes } = await jsonOf<{ recoveryCodes: string[] }>(await confirm(otp, once));
  expect(new Set(recoveryCodes).size).toBe(10);
  const told = await problemOf(await confirm(otp, once), 409, 'already_done');
  expect(JSON.stringify(told)).not.toContain(recoveryCodes[0]);
  await problemOf(await call(request, 'post', totp), 409, 'already_done');
  expect(await jsonOf(await request.get(PROFILE), 200)).toMatchObject({
    signIn: { totp: { confirmedAt: expect.any(String) }, recoveryCodes: { made: 10, left: 10 } },
  });
  const gone = key();
  expect((await call(request, 'delete', totp, undefined, gone)).status()).toBe(204);
  expect((await call(request, 'delete', totp, undefined, gone)).status(), 'a repeat').toBe(204);
  await problemOf(await call(request, 'delete', totp), 404, 'not_found');
  expect(await jsonOf(await request.get(PROFILE), 200)).toMatchObject({
    signIn: { totp: null, recoveryCodes: { made: 0, left: 0 } },
  });
});

test('a code app: 429 after five wrong codes', async ({ somebody }) => {
  const { request } = await somebody();
  const { secret } = await jsonOf<{ secret: string }>(await call(request, 'post', `${PROFILE}/totp`), 200);
  const confirm = (otp: string) => call(request, 'post', `${PROFILE}/totp/confirm`, { otp });
  for (let tried = 0; tried < 5; tried += 1) expect((await confirm('000000')).status()).toBe(400);
  await problemOf(await confirm(codeOf(secret)), 429, 'rate_limited');
});

test('recovery codes: 409 without a factor, ten shown once, and those of before end', async ({
  somebody,
  api,
}) => {
  const { email, request } = await somebody();
  const renew = (headers = key()) => call(request, 'post', `${PROFILE}/recovery-codes`, undefined, headers);
  await problemOf(await renew(), 409, 'conflict');
  const { codes } = await withApp(request);
  const once = key();
  const { recoveryCodes } = await jsonOf<{ recoveryCodes: string[] }>(await renew(once), 200);
  expect(recoveryCodes).toHaveLength(10);
  await problemOf(await renew(once), 409, 'already_done');
  const enter = async (otp: string) => {
    const other = await api(null);
    await signInAs(other, { email, password: PASSWORD, otp });
    return (await other.get('/api/session')).status();
  };
  expect(await enter(codes[0] ?? ''), 'an earlier one').toBe(401);
  expect(await enter(recoveryCodes[0] ?? '')).toBe(200);
  expect(await enter(recoveryCodes[0] ?? ''), 'used').toBe(401);
});

test('passkeys: offered, 400 for what no device made for this session, 201 once, listed, removed; 404 for another’s', async ({
  somebody,
  product,
}) => {
  const { request, again } = await somebody();
  const keys = `${PROFILE}/passkeys`;
  const add = (attestation: object, name = 'Mesa', headers = key()) =>
    call(request, 'post', keys, { name, attestation }, headers);
  const device = authenticator(product.url);
  const refusal = [{ field: 'attestation', message: 'refused' }];
  await problemOf(await add({ id: 'x' }), 400, 'invalid_request', refusal);
  const elsewhere = device.make(await offer(request), { origin: 'https://guiche.evil.example' });
  await problemOf(await add(elsewhere), 400, 'invalid_request', refusal);
  // Asked for by another session of the same person.
  await problemOf(await add(device.make(await offer(await again()))), 400, 'invalid_request', refusal);
  const attestation = device.make(await offer(request));
  const nameless = await add(attestation, ' ');
  expect((await problemOf(nameless, 400, 'invalid_request')).fields?.[0]?.field).toBe('name');
  const once = key();
  const made = await jsonOf<Key>(await add(attestation, 'Mesa', once), 201);
  expect(made).toMatchObject({ name: 'Mesa', lastUsedAt: null });
  expect(await jsonOf(await add(attestation, 'Mesa', once), 201), 'a repeat').toEqual(made);
  await problemOf(await add(attestation), 400, 'invalid_request', refusal);
  const listed = async () => jsonOf<{ items: Key[] }>(await request.get(keys), 200);
  expect((await listed()).items).toEqual([made]);
  const stranger = await somebody();
  await problemOf(await call(stranger.request, 'delete', `${keys}/${made.id}`), 404, 'not_found');
  const gone = key();
  for (const times of ['once', 'a repeat'])
    expect((await call(request, 'delete', `${keys}/${made.id}`, undefined, gone)).status(), times).toBe(204);
  await problemOf(await call(request, 'delete', `${keys}/${made.id}`), 404, 'not_found');
  expect((await listed()).items).toEqual([]);
});

test('the last factor stays where one is required: 409', async ({ somebody, api, product, sql }) => {
  const { request } = await somebody();
  const { key: made } = await withPasskey(request, product.url);
  await withApp(request);
  await sql(
    `insert into sign_in_policies values ('all', 'required', 720, 168, '[]', 12, now(), $1)
     on conflict (id) do update set second_factor = 'required'`,
    [operatorIdOf('admin')],
  );
  try {
    expect((await call(request, 'delete', `${PROFILE}/totp`)).status()).toBe(204);
    const last = [{ field: 'secondFactor', message: 'last' }];
    const kept = await call(request, 'delete', `${PROFILE}/passkeys/${made.id}`);
    await problemOf(kept, 409, 'conflict', last);
    expect(await jsonOf(await request.get(`${PROFILE}/passkeys`), 200)).toMatchObject({
      items: [{ id: made.id }],
    });
  } finally {
    await sql('delete from sign_in_policies');
    const admin = await api('admin');
    // The product remembers policies for a few seconds.
    await expect
      .poll(async () => (await admin.get('/api/settings/team')).status(), { timeout: 15_000 })
      .toBe(200);
  }
});

test('sessions: listed, one ended, 404 for one that ended and for another’s, the others ended', async ({
  somebody,
}) => {
  const { request, again } = await somebody();
  const [second, third, fourth] = [await again(), await again(), await again()];
  type Open = { id: string; current: boolean };
  const list = async (of: ApiClient) => (await jsonOf<{ items: Open[] }>(await of.get(SESSIONS), 200)).items;
  const all = await list(request);
  expect(all).toHaveLength(4);
  expect(all.filter(({ current }) => current)).toHaveLength(1);
  const secondId = (await list(second)).find(({ current }) => current)?.id ?? '';
  const end = (of: ApiClient, id: string, headers = key()) =>
    call(of, 'delete', `${SESSIONS}/${id}`, undefined, headers);
  const stranger = await somebody();
  await problemOf(await end(stranger.request, secondId), 404, 'not_found');
  const once = key();
  expect((await end(request, secondId, once)).status()).toBe(204);
  expect((await end(request, secondId, once)).status(), 'a repeat').toBe(204);
  expect((await second.get('/api/session')).status()).toBe(401);
  await problemOf(await end(request, secondId), 404, 'not_found');
  const others = key();
  const endOthers = () => call(request, 'post', `${SESSIONS}/end-others`, undefined, others);
  expect(await jsonOf(await endOthers(), 200)).toEqual({ ended: 2 });
  expect(await jsonOf(await endOthers(), 200), 'a repeat').toEqual({ ended: 2 });
  for (const other of [third, fourth]) expect((await other.get('/api/session')).status()).toBe(401);
  expect(await list(request)).toHaveLength(1);
  expect((await stranger.request.get('/api/session')).status()).toBe(200);
});
