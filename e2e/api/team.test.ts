import { randomBytes } from 'node:crypto';
import { Person } from '#lib/team/contract.ts';
import type { ApiClient } from '../support/api-client.ts';
import { EVENTS, readEvents } from '../support/event-stream.ts';
import { operatorIdOf } from '../support/product.ts';
import { signInAs } from '../support/sign-in.ts';
import { expect, test } from './test.ts';

const TEAM = '/api/settings/team';
const PASSWORD = 'lilás bigorna tatu 7';

const key = () => ({ 'idempotency-key': randomBytes(16).toString('hex') });
type Send = { data?: object; headers?: Record<string, string> };
const send = (
  request: ApiClient,
  method: 'POST' | 'PATCH',
  path: string,
  { data, headers = key() }: Send = {},
) => request.fetch(`${TEAM}${path}`, { method, headers, ...(data ? { data } : {}) });
const invite = (request: ApiClient, email: string, role = 'analyst', account = 'pix') =>
  send(request, 'POST', '', { data: { email, name: 'Bia', roles: [{ account, role }] } });
type Made = { id: string; invitation: { url: string; expiresAt: string } };
const made = async (answer: ReturnType<typeof invite>) => (await (await answer).json()) as Made;
const tokenOf = ({ url }: { url: string }) => url.split('#')[1] ?? '';
const listed = async (request: ApiClient) =>
  ((await (await request.get(TEAM)).json()) as { items: unknown[] }).items.map((item) => Person.parse(item));
const accept = (request: ApiClient, token: string, over: object = {}) =>
  request.post('/api/invitation', { data: { token, name: 'Bia Rocha', password: PASSWORD, ...over } });

test('401 for nobody, 403 for every role without manage', async ({ api }) => {
  expect((await (await api(null)).get(TEAM)).status()).toBe(401);
  expect((await invite(await api(null), 'x@casa.example')).status()).toBe(401);
  for (const role of ['finance', 'analyst', 'developer', 'viewer'] as const) {
    const request = await api(role);
    expect((await request.get(TEAM)).status(), role).toBe(403);
    expect((await invite(request, 'x@casa.example')).status(), role).toBe(403);
  }
});

test('200: who is there, with roles by slug, and the accounts', async ({ api }) => {
  const request = await api('admin');
  const answer = await request.get(TEAM);
  expect(answer.status()).toBe(200);
  const { accounts } = (await answer.json()) as { accounts: { slug: string }[] };
  expect(accounts.map(({ slug }) => slug)).toEqual(['pix', 'hub', 'card']);
  expect((await listed(request)).find(({ id }) => id === operatorIdOf('viewer'))).toMatchObject({
    ...{ ready: true, state: 'active', secondFactor: 'none', signOn: 'password' },
    roles: [{ account: '*', role: 'viewer' }],
  });
});

test('400 at each field', async ({ api }) => {
  const request = await api('admin');
  for (const [data, field] of [
    [{ email: 'bia', roles: [{ account: '*', role: 'viewer' }] }, 'email'],
    [{ email: 'bia@casa.example', roles: [] }, 'roles'],
    [{ email: 'bia@casa.example', roles: [{ account: 'nada', role: 'viewer' }] }, 'roles.0.account'],
    [{ email: 'bia@casa.example', roles: [{ account: '*', role: 'dona' }] }, 'roles.0.role'],
  ] as const) {
    const answer = await send(request, 'POST', '', { data });
    expect(answer.status(), field).toBe(400);
    expect(await answer.json()).toMatchObject({ fields: [{ field }] });
  }
  const data = { email: 'bia@casa.example', roles: [{ account: '*', role: 'viewer' }] };
  expect((await send(request, 'POST', '', { data, headers: {} })).status(), 'no key').toBe(400);
});

test('201 once: a repeat is 409 already_done without the link, a taken e-mail 409', async ({ api }) => {
  const request = await api('admin');
  const headers = key();
  const data = { email: 'Uma@Casa.example', roles: [{ account: 'hub', role: 'finance' }] };
  const first = await send(request, 'POST', '', { data, headers });
  expect(first.status(), await first.text()).toBe(201);
  expect(((await first.json()) as Made).invitation.url).toMatch(/\/invitation#[\w-]{32}$/);
  const repeat = await send(request, 'POST', '', { data, headers });
  expect([repeat.status(), await repeat.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'already_done' }),
  ]);
  expect(await repeat.text()).not.toContain('invitation#');
  const taken = await send(request, 'POST', '', { data });
  expect([taken.status(), await taken.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'conflict', fields: [{ field: 'email', message: 'taken' }] }),
  ]);
  expect((await listed(request)).find(({ email }) => email === 'uma@casa.example')).toMatchObject({
    ...{ state: 'invited', invitedBy: expect.any(String), linkUntil: expect.any(String) },
    roles: [{ account: 'hub', role: 'finance' }],
  });
});

test('an invitation is read and accepted once; what the roles give is there at once', async ({ api }) => {
  const { invitation } = await made(invite(await api('admin'), 'bia@casa.example'));
  const stranger = await api(null);
  const token = tokenOf(invitation);
  const read = await stranger.post('/api/invitation/read', { data: { token } });
  expect([read.status(), await read.json()]).toEqual([
    200,
    expect.objectContaining({ purpose: 'invitation', email: 'bia@casa.example', passwordLength: 12 }),
  ]);
  const short = await accept(stranger, token, { password: 'curta' });
  expect([short.status(), await short.json()]).toEqual([
    400,
    expect.objectContaining({ fields: [{ field: 'password', message: 'short' }] }),
  ]);
  const guessable = await accept(stranger, token, { password: 'bia rocha casa' });
  expect(await guessable.json()).toMatchObject({ fields: [{ field: 'password', message: 'guessable' }] });
  expect((await accept(stranger, token)).status()).toBe(204);
  const session = (await (await stranger.get('/api/session')).json()) as { accounts: { slug: string }[] };
  expect(session).toMatchObject({ operator: { name: 'Bia Rocha' }, permissions: [] });
  expect(session.accounts.map(({ slug }) => slug)).toEqual(['pix']);
  expect((await stranger.get('/api/accounts/hub/balance')).status()).toBe(404);
  expect((await stranger.get(TEAM)).status()).toBe(403);
  const other = await api(null);
  expect((await accept(other, token)).status()).toBe(404);
  expect((await other.post('/api/invitation/read', { data: { token } })).status()).toBe(404);
});

test('200: roles, name and disabling act on the next request', async ({ api }) => {
  const admin = await api('admin');
  const { id, invitation } = await made(invite(admin, 'caio@casa.example', 'viewer'));
  const caio = await api(null);
  expect((await accept(caio, tokenOf(invitation), { name: 'Caio' })).status()).toBe(204);
  const data = { name: 'Caio Fontes', roles: [{ account: 'card', role: 'viewer' }] };
  const changed = await send(admin, 'PATCH', `/${id}`, { data });
  expect([changed.status(), await changed.json()]).toEqual([200, expect.objectContaining(data)]);
  const seen = (await (await caio.get('/api/accounts')).json()) as { items: { slug: string }[] };
  expect(seen.items.map(({ slug }) => slug)).toEqual(['card']);
  expect((await send(admin, 'PATCH', `/${id}`, { data: { state: 'disabled' } })).status()).toBe(200);
  expect((await caio.get('/api/session')).status()).toBe(401);
  const enabled = await send(admin, 'PATCH', `/${id}`, { data: { state: 'active' } });
  expect(await enabled.json()).toMatchObject({ state: 'active', openSessions: 0 });
  expect((await caio.get('/api/session')).status(), 'what ended stays ended').toBe(401);
});

test('a renewed link ends the earlier one; a reset ends sessions; signing out counts them', async ({
  api,
}) => {
  const admin = await api('admin');
  const { id, invitation } = await made(invite(admin, 'rita@casa.example'));
  const renewed = await send(admin, 'POST', `/${id}/invitation`);
  expect(renewed.status(), await renewed.text()).toBe(200);
  const rita = await api(null);
  expect((await accept(rita, tokenOf(invitation))).status()).toBe(404);
  const over = await rita.post('/api/invitation/read', { data: { token: tokenOf(invitation) } });
  expect([over.status(), await over.json()]).toEqual([
    404,
    expect.objectContaining({
      existing: {
        ...{ purpose: 'invitation', email: 'rita@casa.example', used: false, by: expect.any(String) },
        endedAt: expect.any(String),
      },
    }),
  ]);
  expect((await send(admin, 'POST', `/${id}/reset`)).status(), 'never in').toBe(409);
  expect((await accept(rita, tokenOf((await renewed.json()) as Made['invitation']))).status()).toBe(204);
  expect((await send(admin, 'POST', `/${id}/invitation`)).status(), 'accepted').toBe(409);
  const headers = key();
  const reset = await send(admin, 'POST', `/${id}/reset`, { headers });
  const link = (await reset.json()) as Made['invitation'];
  expect(link.url).toContain('/new-password#');
  expect((await send(admin, 'POST', `/${id}/reset`, { headers })).status()).toBe(409);
  expect((await rita.get('/api/session')).status(), 'until the link is used').toBe(200);
  const again = await api(null);
  expect((await accept(again, tokenOf(link), { password: `${PASSWORD} e mais` })).status()).toBe(204);
  expect((await rita.get('/api/session')).status()).toBe(401);
  const out = await send(admin, 'POST', `/${id}/sign-out`);
  expect([out.status(), await out.json()]).toEqual([200, { ended: 1 }]);
  expect((await again.get('/api/session')).status()).toBe(401);
});

test('an administrator sees where somebody is signed in and ends one of it, which its stream and the person hear', async ({
  api,
  sql,
}) => {
  const admin = await api('admin');
  const { id, invitation } = await made(invite(admin, 'lia@casa.example'));
  const [first, second] = [await api(null), await api(null)];
  expect((await accept(first, tokenOf(invitation), { name: 'Lia' })).status()).toBe(204);
  await signInAs(second, { email: 'lia@casa.example', password: PASSWORD });
  const path = `${TEAM}/${id}/sessions`;
  const seen = async () => (await (await admin.get(path)).json()).items as { id: string; current: boolean }[];
  const open = await seen();
  expect(open).toHaveLength(2);
  expect(open[0]).toMatchObject({
    ...{ current: false, method: 'password', address: expect.any(String), agent: expect.any(String) },
    ...{ createdAt: expect.any(String), lastSeenAt: expect.any(String) },
  });
  const { id: newest = '' } = open[0] ?? {};
  const end = (of: string, session: string, headers = key()) =>
    admin.delete(`${TEAM}/${of}/sessions/${session}`, { headers });
  const stream = readEvents(await second.open(EVENTS));
  expect(stream.answer.status).toBe(200);
  expect((await end(operatorIdOf('viewer'), newest)).status(), 'the simulator’s').toBe(409);
  expect((await end('nobody', newest)).status()).toBe(404);
  const headers = key();
  expect((await end(id, newest, headers)).status()).toBe(204);
  expect((await end(id, newest, headers)).status(), 'a repeat').toBe(204);
  expect((await end(id, newest)).status(), 'ended').toBe(404);
  expect((await second.get('/api/session')).status()).toBe(401);
  expect((await first.get('/api/session')).status(), 'the other goes on').toBe(200);
  const closed = Promise.race([
    (async () => {
      while ((await stream.next()) !== null);
      return 'closed';
    })(),
    new Promise((resolve) => setTimeout(resolve, 5_000, 'open')),
  ]);
  expect(await closed).toBe('closed');
  expect((await seen()).map((one) => one.id)).toEqual([open[1]?.id]);
  const rows = await sql(
    `select after from audit_log where action = 'operator.session-end' and target = $1 and operator_id = $2`,
    [id, operatorIdOf('admin')],
  );
  expect(rows).toEqual([{ after: { session: newest.slice(0, 6) } }]);
  const told = async () => (await (await first.get('/api/notifications')).json()).items;
  expect((await told())[0]).toMatchObject({ event: 'sign_in', step: 'session_ended' });
  for (const role of ['finance', 'viewer'] as const)
    expect((await (await api(role)).get(path)).status(), role).toBe(403);
  expect(await (await send(admin, 'POST', `/${id}/sign-out`)).json()).toEqual({ ended: 1 });
});

test('404 for nobody, 409 for a ready sign-in and for the last administrator', async ({ api, sql }) => {
  const admin = await api('admin');
  for (const path of ['/nobody/invitation', '/nobody/reset', '/nobody/sign-out'])
    expect((await send(admin, 'POST', path)).status(), path).toBe(404);
  expect((await admin.get(`${TEAM}/nobody/sessions`)).status()).toBe(404);
  expect((await send(admin, 'PATCH', '/nobody', { data: { name: 'x' } })).status()).toBe(404);
  const ready = await send(admin, 'PATCH', `/${operatorIdOf('viewer')}`, { data: { state: 'disabled' } });
  expect([ready.status(), await ready.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'conflict', existing: { ready: true } }),
  ]);
  const { id, invitation } = await made(invite(admin, 'dona@casa.example', 'admin', '*'));
  const dona = await api(null);
  expect((await accept(dona, tokenOf(invitation), { name: 'Dona' })).status()).toBe(204);
  await sql('update operators set disabled_at = now() where id = $1', [operatorIdOf('admin')]);
  try {
    for (const data of [{ state: 'disabled' }, { roles: [{ account: 'pix', role: 'admin' }] }]) {
      const last = await send(dona, 'PATCH', `/${id}`, { data });
      expect([last.status(), await last.json()]).toEqual([
        409,
        expect.objectContaining({ code: 'conflict', existing: { lastAdministrator: true } }),
      ]);
    }
  } finally {
    await sql('update operators set disabled_at = null where id = $1', [operatorIdOf('admin')]);
  }
});

test('403 where the last proof is old', async ({ api, sql }) => {
  const request = await api('admin');
  const proved = (when: string) =>
    sql(`update sessions set proved_at = ${when} where operator_id = $1`, [operatorIdOf('admin')]);
  await proved(`now() - interval '11 minutes'`);
  try {
    const answer = await invite(request, 'tarde@casa.example');
    expect([answer.status(), await answer.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'step_up_required' }),
    ]);
  } finally {
    await proved('now()');
  }
});

test('429: who tries tokens waits, with a good one too', async ({ api, sql }) => {
  const { invitation } = await made(invite(await api('admin'), 'lea@casa.example'));
  const stranger = await api(null);
  await sql('delete from sign_in_throttle');
  const read = (token: string) => stranger.post('/api/invitation/read', { data: { token } });
  for (let tried = 0; tried < 5; tried += 1)
    expect((await read(`no token of ours ${tried}`)).status()).toBe(404);
  const slowed = await read(tokenOf(invitation));
  expect([slowed.status(), await slowed.json()]).toEqual([
    429,
    expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: expect.any(Number) }),
  ]);
  expect((await accept(stranger, tokenOf(invitation))).status()).toBe(429);
  await sql('delete from sign_in_throttle');
  expect((await read(tokenOf(invitation))).status()).toBe(200);
});

test('a forgotten password: 204 whoever is asked for, 400 for what is no e-mail, 429 after five', async ({
  product,
}) => {
  const stranger = product.client();
  const ask = (email: string) => stranger.post('/api/password-reset', { data: { email } });
  expect((await ask('no e-mail')).status()).toBe(400);
  for (const email of [
    'bia@casa.example',
    'nobody@casa.example',
    'x1@a.example',
    'x2@a.example',
    'x3@a.example',
  ])
    expect((await ask(email)).status(), email).toBe(204);
  const slowed = await ask('bia@casa.example');
  expect(slowed.status()).toBe(429);
  expect((await slowed.json()).retryAfterSeconds).toBeGreaterThan(0);
});
