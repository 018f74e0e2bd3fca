import { createHmac, randomUUID } from 'node:crypto';
import { addDays, saoPauloDay } from '#lib/core/dates.ts';
import { readMail } from '#lib/notifications/server/testing/post.ts';
import { problemOf } from '../support/answers.ts';
import type { ApiClient } from '../support/api-client.ts';
import { answerOf, change, PIX, RECEIVER, withoutProof } from '../support/payments.ts';
import { envOf, type Post } from '../support/post.ts';
import { operatorIdOf } from '../support/product.ts';
import { expect, test } from './test.ts';

const SECRET = 'a secret of the webhook';
const SETTINGS = '/api/settings/notifications';
const QUIET = { on: true, from: '20:00', to: '08:00', days: 'weekdays' };

/** The installation's own webhook too. */
const withHook = (post: Post) => ({
  ...envOf(post),
  ...{ NOTIFY_WEBHOOK_URL: post.hook.url, NOTIFY_WEBHOOK_SECRET: SECRET },
});

test.override('options', { scope: 'file' }, async ({ post }) => ({
  simulator: { transactions: 1_000 },
  env: { GUICHE_CHANGE_MS: '1500', GUICHE_READ_MS: '3000', ...withHook(post) },
}));

type Line = { id: string; event: string; step: string; facts: { id: string }; readAt: string | null };
const linesOf = async (request: ApiClient, of: string): Promise<Line[]> => {
  const { items } = await (await request.get('/api/notifications?limit=200')).json();
  return (items as Line[]).filter(({ facts }) => facts.id === of);
};

test('a waiting approval reaches bell, e-mail and webhook of who may decide; its decision who asked', async ({
  api,
  product,
  post,
  waiting,
}) => {
  const [admin, finance, viewer] = [await api('admin'), await api('finance'), await api('viewer')];
  const id = await waiting();
  expect(await linesOf(admin, id)).toMatchObject([
    { event: 'approval_waiting', step: 'waiting', readAt: null },
  ]);
  expect(await linesOf(finance, id)).toEqual([]);
  expect(await linesOf(viewer, id)).toEqual([]);
  const address = product.signIns.find(({ role }) => role === 'admin')?.email ?? '';
  const mine = () => post.mail.taken.filter((one) => readMail(one).whole.includes(id));
  await expect.poll(() => mine().map(({ to }) => to[0]), { timeout: 15_000 }).toEqual([address]);
  const posted = () => post.hook.posted.filter(({ body }) => body.includes(id));
  await expect.poll(() => posted().length, { timeout: 15_000 }).toBe(1);
  const [told] = posted();
  const {
    'guiche-message': message,
    'guiche-timestamp': at,
    'guiche-signature': signature,
  } = told?.headers ?? {};
  const signed = createHmac('sha256', SECRET).update(`${at}.${message}.${told?.body}`).digest('hex');
  expect(signature).toBe(`v1=${signed}`);
  expect(told?.body).not.toContain(RECEIVER.pixKey);
  await answerOf(await change(admin, 'post', `${PIX}/operations/${id}/approve`), 200);
  expect(await linesOf(finance, id)).toMatchObject([
    { event: 'request_decided', step: 'approved', readAt: null },
  ]);
  expect(await linesOf(admin, id)).toMatchObject([{ step: 'approved', readAt: expect.any(String) }]);
});

test('approvals of all accounts with receiver and key in full, for who may decide, each in the audit', async ({
  api,
  sql,
  waiting,
}) => {
  const id = await waiting();
  const admin = await api('admin');
  const { items } = await (await admin.get('/api/approvals')).json();
  const one = items.find(({ operation }: { operation: { id: string } }) => operation.id === id);
  expect(one).toMatchObject({
    account: { slug: 'pix' },
    receiver: { key: RECEIVER.pixKey, name: expect.any(String) },
    operation: { may: { approve: true } },
  });
  for (const role of ['finance', 'viewer', 'analyst'] as const)
    expect((await (await (await api(role)).get('/api/approvals')).json()).items).toEqual([]);
  const revealed = () =>
    sql(`select count(*)::int as count from audit_log where action = 'operation.reveal' and target = $1`, [
      id,
    ]);
  expect(await revealed()).toEqual([{ count: 1 }]);
  const unopened = await (await admin.get('/api/approvals?receivers=0')).json();
  expect(unopened.items.map(({ receiver }: { receiver: unknown }) => receiver)).toContain(null);
  expect(await revealed()).toEqual([{ count: 1 }]);
  await change(admin, 'post', `${PIX}/operations/${id}/decline`, { reason: 'Não.' });
  expect((await (await admin.get('/api/approvals')).json()).items).toEqual([]);
});

test('who may decide on an account, and by what each of them hears of it', async ({ api, sql }) => {
  const admin = await api('admin');
  const channelsOf = async (role: 'admin' | 'finance') => {
    const { items } = await (await admin.get(`${PIX}/approvers`)).json();
    const one = items.find(({ id }: { id: string }) => id === operatorIdOf(role));
    return one?.channels.map(({ id }: { id: string }) => id);
  };
  expect(await channelsOf('admin')).toEqual(['inbox', 'email', 'environment']);
  const rules = { approval_waiting: { email: false, environment: false } };
  await change(await api('finance'), 'put', SETTINGS, { rules });
  expect(await channelsOf('finance')).toEqual(['inbox']);
  await sql('delete from notice_settings where operator_id = $1', [operatorIdOf('finance')]);
  const { items } = await (await admin.get(`${PIX}/approvers`)).json();
  expect(items.map(({ id }: { id: string }) => id)).not.toContain(operatorIdOf('viewer'));
  await problemOf(await (await api('finance')).get(`${PIX}/approvers`), 403, 'forbidden');
});

test('read and unread, filters, and what is refused', async ({ api, waiting }) => {
  const admin = await api('admin');
  const [first, second] = [await waiting(), await waiting()];
  const [line] = await linesOf(admin, first);
  const unread = async () =>
    (await (await admin.get('/api/notifications?state=unread&limit=1')).json()).unread;
  const before = await unread();
  const marked = await admin.post('/api/notifications/read', { data: { ids: [line?.id] } });
  expect(await marked.json()).toEqual({ unread: before - 1 });
  // Nobody reads somebody else's away.
  const [other] = await linesOf(admin, second);
  await (await api('viewer')).post('/api/notifications/read', { data: { ids: [other?.id] } });
  expect(await unread()).toBe(before - 1);
  const ofCard = await (await admin.get('/api/notifications?account=card&event=approval_waiting')).json();
  expect(ofCard.items).toEqual([]);
  const found = async (query: string) => {
    const { items } = await (await admin.get(`/api/notifications?limit=200&${query}`)).json();
    return (items as Line[]).some(({ facts }) => facts.id === first);
  };
  const today = saoPauloDay(Date.now());
  for (const query of [
    'event=endpoint,approval_waiting',
    `from=${today}&to=${today}`,
    `account=pix&from=${addDays(today, -6)}&to=${addDays(today, 1)}&event=approval_waiting`,
  ])
    expect(await found(query), query).toBe(true);
  for (const query of ['event=endpoint,mention', `to=${addDays(today, -1)}`, `from=${addDays(today, 1)}`])
    expect(await found(query), query).toBe(false);
  expect((await (await admin.post('/api/notifications/read', { data: { all: true } })).json()).unread).toBe(
    0,
  );
  for (const query of ['state=read', 'what=1', 'limit=0', 'cursor=x', 'event=none', 'from=soon'])
    await problemOf(await admin.get(`/api/notifications?${query}`), 400, 'invalid_request');
  for (const data of [{}, { ids: [] }, { all: false }, { ids: ['a'], all: true }])
    await problemOf(await admin.post('/api/notifications/read', { data }), 400, 'invalid_request');
});

test('everybody chooses for themselves; channels of all are for who manages them, with a fresh proof', async ({
  api,
  sql,
  post,
}) => {
  const [admin, viewer] = [await api('admin'), await api('viewer')];
  const rules = { endpoint: { email: true } };
  const saved = await change(viewer, 'put', SETTINGS, { rules, quiet: QUIET });
  expect(saved.status(), await saved.text()).toBe(200);
  const endpointOf = async (request: ApiClient) => {
    const { events } = await (await request.get(SETTINGS)).json();
    return events.find(({ event }: { event: string }) => event === 'endpoint').channels.email.on;
  };
  expect([await endpointOf(viewer), await endpointOf(admin)]).toEqual([true, false]);
  expect((await (await viewer.get(SETTINGS)).json()).quiet).toEqual(QUIET);
  const locked = { rules: { sign_in: { email: false } } };
  await problemOf(await change(viewer, 'put', SETTINGS, locked), 400, 'invalid_request');
  await problemOf(await viewer.put(SETTINGS, { data: { rules } }), 400, 'invalid_request');
  const channels = [{ name: '#financeiro', form: 'chat', url: `${post.hook.url}/room-secret` }];
  await problemOf(await change(viewer, 'put', SETTINGS, { channels }), 403, 'forbidden');
  const fresh = await withoutProof(sql, admin, operatorIdOf('admin'));
  await problemOf(await change(admin, 'put', SETTINGS, { channels }), 403, 'step_up_required');
  await fresh();
  const key = randomUUID();
  const made = await change(admin, 'put', SETTINGS, { channels }, key);
  expect(await made.text()).not.toContain('room-secret');
  const again = await (await change(admin, 'put', SETTINGS, { channels }, key)).json();
  expect(again.channels.filter(({ from }: { from: string }) => from === 'settings')).toHaveLength(1);
  const own = again.channels.find(({ from }: { from: string }) => from === 'settings');
  const tested = await admin.post(`${SETTINGS}/test`, { data: { channel: own.id } });
  expect(await tested.json()).toMatchObject({ ok: true, problem: null });
  expect(Object.keys(JSON.parse(post.hook.posted.at(-1)?.body ?? '{}'))).toEqual(['text']);
  await problemOf(await viewer.post(`${SETTINGS}/test`, { data: { channel: own.id } }), 403, 'forbidden');
  await problemOf(await admin.post(`${SETTINGS}/test`, { data: { channel: 'none' } }), 404, 'not_found');
  expect(await (await viewer.post(`${SETTINGS}/test`, { data: { channel: 'email' } })).json()).toMatchObject({
    ok: true,
  });
  await change(admin, 'put', SETTINGS, { channels: [] });
});

test('an invitation goes out by e-mail, and the link in the letter lets its person in once', async ({
  api,
  post,
}) => {
  const email = `${randomUUID()}@casa.example`;
  const data = { email, roles: [{ account: 'pix', role: 'viewer' }] };
  const invited = await change(await api('admin'), 'post', '/api/settings/team', data);
  expect(invited.status(), await invited.text()).toBe(201);
  const { id, invitation } = await invited.json();
  expect(invitation.mailed).toBe(true);
  const letters = () => post.mail.taken.filter(({ to }) => to.includes(email)).map(readMail);
  await expect.poll(() => letters().length, { timeout: 15_000 }).toBe(1);
  const [letter] = letters();
  // Once in the words, once in what is pressed.
  const links = [...(letter?.whole ?? '').matchAll(/https?:\/\/[^\s"<>]+\/invitation#[\w-]{32}/g)].flat();
  expect(links.length).toBeGreaterThanOrEqual(2);
  const [link = '', ...others] = new Set(links);
  expect([link, others]).toEqual([invitation.url, []]);
  const accept = async () => {
    const stranger = await api(null);
    const token = new URL(link).hash.slice(1);
    const answer = await stranger.post('/api/invitation', {
      data: { token, name: 'Rita Sá', password: 'lilás bigorna tatu 7' },
    });
    return { status: answer.status(), stranger };
  };
  const first = await accept();
  expect(first.status).toBe(204);
  const session = await (await first.stranger.get('/api/session')).json();
  expect(session).toMatchObject({ operator: { id, name: 'Rita Sá' } });
  expect((await accept()).status).toBe(404);
  expect(letters(), 'one letter').toHaveLength(1);
});
