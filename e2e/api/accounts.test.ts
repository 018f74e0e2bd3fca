import { randomBytes } from 'node:crypto';
import { AccountConnection, AccountList } from '#lib/connections/contract.ts';
import { DoctorReport } from '#lib/doctor/contract.ts';
import type { ApiClient } from '../support/api-client.ts';
import type { Ready } from '../support/product.ts';
import { operatorIdOf } from '../support/product.ts';
import { signIn, signInAs } from '../support/sign-in.ts';
import { expect, test } from './test.ts';

const OWN = { email: 'dona@aroeira.example', password: 'uma-senha-bem-longa' };
const ACCOUNTS = '/api/settings/accounts';
// A product of its own: entering a real account ends the ready sign-ins.
const NEAR = { GUICHE_ALLOW_PRIVATE_ADDRESSES: '1' };
test.override('options', {
  env: { GUICHE_ADMIN_EMAIL: OWN.email, GUICHE_ADMIN_PASSWORD: OWN.password, ...NEAR },
});

const key = () => ({ 'idempotency-key': randomBytes(16).toString('hex') });
const send = (request: ApiClient, method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, data: object) =>
  request.fetch(`${ACCOUNTS}${path}`, { method, data, headers: key() });
const listed = async (request: ApiClient) => {
  const answer = await request.get(ACCOUNTS);
  expect(answer.status()).toBe(200);
  return AccountList.parse(await answer.json());
};
function account(product: Ready, over: object = {}) {
  if (product.simulator === null) throw new Error('This product has no simulator.');
  const { baseUrl, accessToken } = product.simulator.pix;
  const named = { kind: 'pix', name: 'Filial Sul', slug: 'filial-sul', environment: 'sandbox' };
  return { ...named, baseUrl, credentials: { accessToken }, ...over };
}
const problem = (code: string, field?: string) => ({
  code,
  ...(field === undefined ? {} : { fields: [expect.objectContaining({ field })] }),
});

test('401 for nobody, 403 for every role without manage', async ({ api, product }) => {
  expect((await (await api(null)).get(ACCOUNTS)).status()).toBe(401);
  for (const role of ['finance', 'analyst', 'developer', 'viewer'] as const) {
    const request = await api(role);
    expect((await request.get(ACCOUNTS)).status(), role).toBe(403);
    expect((await send(request, 'POST', '', account(product))).status(), role).toBe(403);
    expect((await send(request, 'POST', '/test', account(product))).status(), role).toBe(403);
  }
});

test('200: the simulator’s connections, without their secrets', async ({ api, product }) => {
  const { items, ownAdministrator } = await listed(await api('admin'));
  expect(items.map(({ slug, origin }) => [slug, origin])).toEqual(
    ['pix', 'hub', 'card'].map((slug) => [slug, 'simulator']),
  );
  expect(ownAdministrator).toBe(true);
  expect(JSON.stringify(items)).not.toContain(product.simulator?.pix.accessToken);
});

test('400 at each field, 409 for what comes from elsewhere, 404 for nobody', async ({ api, product }) => {
  const request = await api('admin');
  const bad = await send(request, 'POST', '', account(product, { slug: 'all', baseUrl: 'http://x.example' }));
  expect(bad.status()).toBe(400);
  expect(((await bad.json()) as { fields: { field: string }[] }).fields.map(({ field }) => field)).toEqual([
    'slug',
    'baseUrl',
  ]);
  const [pix] = (await listed(request)).items;
  const gone = await send(request, 'DELETE', `/${pix?.id}`, { slug: 'pix' });
  expect([gone.status(), await gone.json()]).toEqual([
    409,
    expect.objectContaining(problem('conflict', 'origin')),
  ]);
  expect((await send(request, 'PATCH', '/nobody', { name: 'x' })).status()).toBe(404);
  expect((await request.fetch(ACCOUNTS, { method: 'POST', data: account(product) })).status()).toBe(400);
  const order = await send(request, 'PUT', '/order', { ids: [pix?.id] });
  expect([order.status(), await order.json()]).toEqual([
    409,
    expect.objectContaining(problem('conflict', 'ids')),
  ]);
});

test('200 and 204: names, rules and the order of the side bar', async ({ api }) => {
  const request = await api('admin');
  const { items } = await listed(request);
  const [pix, hub, card] = items.map(({ id }) => id);
  const changed = await send(request, 'PATCH', `/${pix}`, {
    name: 'Matriz',
    settings: { approvalAbove: 100_000 },
  });
  expect(changed.status(), await changed.text()).toBe(200);
  expect(AccountConnection.parse(await changed.json())).toMatchObject({
    name: 'Matriz',
    settings: { approvalAbove: 100_000 },
  });
  const settingsNone = { settings: { approvalAbove: null } };
  const unsaid = await send(request, 'PATCH', `/${pix}`, settingsNone);
  expect(unsaid.status(), 'A12: nobody weakens a rule without saying why').toBe(400);
  expect((await unsaid.json()).fields).toEqual([{ field: 'reason', message: 'needed' }]);
  const reason = 'Fornecedores subiram.';
  const weaker = await send(request, 'PATCH', `/${pix}`, { ...settingsNone, reason });
  expect(weaker.status(), 'A12: a weaker rule waits').toBe(202);
  const { settings, change } = (await weaker.json()) as { settings: object; change: { id: string } };
  expect(settings).toEqual({ approvalAbove: 100_000 });
  const changes = await (await request.get('/api/settings/changes')).json();
  expect(changes).toMatchObject({
    items: [{ id: change.id, reason, may: { approve: false, decline: true }, passing: { count: 0 } }],
  });
  const decide = (deed: string) =>
    request.post(`/api/settings/changes/${change.id}/${deed}`, { headers: key() });
  expect((await decide('approve')).status(), 'nobody approves their own').toBe(403);
  expect(await (await decide('decline')).json()).toMatchObject({ state: 'declined' });
  expect((await decide('decline')).status()).toBe(409);
  expect((await send(request, 'PUT', '/order', { ids: [card, pix, hub] })).status()).toBe(204);
  const session = (await (await request.get('/api/session')).json()) as { accounts: { name: string }[] };
  expect(session.accounts.map(({ name }) => name)[1]).toBe('Matriz');
});

test('A12: another administrator lets a weaker rule hold: 200 once, and 400, 403, 404 and 409', async ({
  api,
}) => {
  const [asking, deciding] = [await api(null), await api('admin')];
  await signInAs(asking, OWN);
  const { items } = await listed(asking);
  const pix = items.find(({ slug }) => slug === 'pix');
  const asked = await send(asking, 'PATCH', `/${pix?.id}`, {
    settings: { approvalAbove: 250_000 },
    reason: 'Fornecedores subiram.',
  });
  expect(asked.status(), await asked.text()).toBe(202);
  const { change } = (await asked.json()) as { change: { id: string } };
  const path = `/api/settings/changes/${change.id}/approve`;
  const approve = (request: ApiClient, headers = key()) => request.post(path, { headers });
  expect((await approve(await api('finance'))).status()).toBe(403);
  expect((await deciding.post(path)).status(), 'no key').toBe(400);
  expect((await deciding.post('/api/settings/changes/none/approve', { headers: key() })).status()).toBe(404);
  const once = key();
  const approved = await approve(deciding, once);
  expect(approved.status(), await approved.text()).toBe(200);
  const told = await approved.json();
  expect(told).toMatchObject({
    ...{ id: change.id, state: 'approved', before: { approvalAbove: 100_000 } },
    ...{ after: { approvalAbove: 250_000 }, decidedBy: { id: operatorIdOf('admin') } },
    may: { approve: false, decline: false },
  });
  expect(await (await approve(deciding, once)).json(), 'a repeat').toEqual(told);
  const late = await approve(deciding);
  expect([late.status(), await late.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'conflict', existing: { state: 'approved' } }),
  ]);
  expect((await listed(asking)).items.find(({ slug }) => slug === 'pix')?.settings).toMatchObject({
    approvalAbove: 250_000,
  });
});

test('200: a new account and another credential are tried without being kept', async ({ api, product }) => {
  const request = await api('admin');
  const good = await send(request, 'POST', '/test', account(product));
  expect(good.status(), await good.text()).toBe(200);
  const { checks } = DoctorReport.parse(await good.json());
  expect(checks.filter(({ state }) => state === 'fails')).toEqual([]);
  const wrong = await send(
    request,
    'POST',
    '/test',
    account(product, { credentials: { accessToken: 'wrong-token' } }),
  );
  const report = DoctorReport.parse(await wrong.json());
  expect(report.checks.find(({ id }) => id === 'credential')?.state).toBe('fails');
  expect((await listed(request)).items).toHaveLength(3);
});

test('201: the first real account ends the ready sign-ins at once', async ({ api, product }) => {
  const admin = await api('admin');
  const viewer = await api('viewer');
  expect((await viewer.get('/api/session')).status()).toBe(200);
  const intent = { method: 'POST', data: account(product), headers: key() };
  const made = await admin.fetch(ACCOUNTS, intent);
  expect(made.status(), await made.text()).toBe(201);
  const { id, origin } = AccountConnection.parse(await made.json());
  expect(origin).toBe('settings');
  expect((await viewer.get('/api/session')).status()).toBe(401);
  expect((await admin.get(ACCOUNTS)).status()).toBe(401);

  const request = product.client();
  await signIn(request, { ...product, signIns: [{ role: 'admin', ...OWN }] }, 'admin');
  expect((await listed(request)).items.map(({ slug }) => slug)).toContain('filial-sul');
  expect((await request.get('/api/accounts/filial-sul/balance')).status()).toBe(200);
  const again = await send(request, 'POST', '', account(product));
  expect([again.status(), await again.json()]).toEqual([
    409,
    expect.objectContaining(problem('conflict', 'slug')),
  ]);

  const { environment, baseUrl } = account(product);
  const wrong = { environment, baseUrl, credentials: { accessToken: 'wrong-token' } };
  expect((await send(request, 'PUT', `/${id}/credential`, wrong)).status()).toBe(200);
  expect((await request.get('/api/accounts/filial-sul/balance')).status()).toBe(502);
  const tried = await send(request, 'POST', `/${id}/test`, {
    ...wrong,
    credentials: account(product).credentials,
  });
  expect(DoctorReport.parse(await tried.json()).checks.every(({ state }) => state !== 'fails')).toBe(true);

  const other = await send(request, 'DELETE', `/${id}`, { slug: 'filial' });
  expect([other.status(), await other.json()]).toEqual([
    400,
    expect.objectContaining(problem('invalid_request', 'slug')),
  ]);
  expect((await send(request, 'DELETE', `/${id}`, { slug: 'filial-sul' })).status()).toBe(204);
  expect((await request.get('/api/accounts/filial-sul/balance')).status()).toBe(404);
  expect((await send(request, 'DELETE', `/${id}`, { slug: 'filial-sul' })).status()).toBe(404);
});
