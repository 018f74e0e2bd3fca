import { PERMISSIONS } from '#lib/auth/permissions.ts';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import { operatorIdOf } from '../support/product.ts';
import { signIn } from '../support/sign-in.ts';
import { addressOf, DESCRIPTORS, type Descriptor, METHODS, mayCall, ROLES } from './descriptors.ts';
import { expect, step, test } from './test.ts';

/** No schema takes it: a call that got as far as the parsing ends there and changes nothing. */
const NO_BODY = { 'no such field': true };
const FOREIGN = 'https://elsewhere.example';

/** Signed callbacks have no session and no page; hooks.spec.ts holds their own lock. */
const BY_SIGNATURE = DESCRIPTORS.filter(({ endpoint }) => endpoint.auth === 'signature');
const CLOSED = DESCRIPTORS.filter(
  ({ endpoint }) => !['none', 'signature', 'token'].includes(endpoint.auth ?? ''),
);
const CHANGING = DESCRIPTORS.filter((one) => one.method !== 'GET' && !BY_SIGNATURE.includes(one));
const OF_AN_ACCOUNT = CLOSED.filter(({ template }) => template.includes('{account}'));

// Each test walks every descriptor: a step is cheap, a test is not.

type CallOptions = { account?: string; query?: string; headers?: Record<string, string> };

function call(request: ApiClient, { method, template, endpoint }: Descriptor, more: CallOptions = {}) {
  const address = `${addressOf(template, more.account)}${more.query ?? ''}`;
  const body = endpoint.body === undefined ? {} : { data: NO_BODY };
  return request.fetch(address, { method, ...body, ...(more.headers ? { headers: more.headers } : {}) });
}

async function expectProblem(answer: ApiAnswer, status: number, code: string): Promise<void> {
  const text = await answer.text();
  expect.soft(answer.status(), text.slice(0, 300)).toBe(status);
  expect.soft(answer.headers()['content-type']).toContain('application/problem+json');
  expect.soft(answer.headers()['cache-control']).toContain('no-store');
  expect.soft(text === '' ? null : (JSON.parse(text) as { code: string }).code).toBe(code);
}

test('every descriptor names a permission, and only the open ones none', () => {
  const known = new Set<unknown>([...PERMISSIONS, 'signed-in', null]);
  for (const { key, endpoint } of DESCRIPTORS) {
    expect.soft(Object.hasOwn(endpoint, 'permission'), `${key} has a permission`).toBe(true);
    expect.soft(known.has(endpoint.permission), `${key}: ${endpoint.permission}`).toBe(true);
    const open = ['none', 'signature', 'token'].includes(endpoint.auth ?? '');
    expect.soft(endpoint.permission === null, `${key}: open`).toBe(open);
  }
  const open = DESCRIPTORS.filter(({ endpoint }) => endpoint.auth === 'none').map(({ key }) => key);
  expect(open.toSorted()).toEqual([
    ...['GET /api/health', 'GET /api/ready', 'GET /api/sso/callback', 'GET /api/sso/end'],
    ...['GET /api/sso/start', 'POST /api/invitation', 'POST /api/invitation/read'],
    ...['POST /api/passkeys/options', 'POST /api/password-reset', 'POST /api/set-up'],
  ]);
  expect(BY_SIGNATURE.map(({ key }) => key)).toEqual(['POST /api/hooks/{account}/{endpoint}']);
});

test('without a session every call answers 401', async ({ api }) => {
  const request = await api(null);
  for (const descriptor of CLOSED)
    await step(descriptor.key, async () =>
      expectProblem(await call(request, descriptor), 401, 'unauthenticated'),
    );
});

test('an ended session opens nothing, whoever keeps its cookie', async ({ api, product }) => {
  const first = product.client();
  await signIn(first, product, 'admin');
  const kept = product.client();
  for (const [name, value] of first.cookies) kept.cookies.set(name, value);
  expect((await first.post('/api/session/end')).status()).toBe(204);
  for (const descriptor of CLOSED)
    await step(descriptor.key, async () =>
      expectProblem(await call(kept, descriptor), 401, 'unauthenticated'),
    );
  // The same person's other session is untouched.
  expect((await (await api('admin')).get('/api/session')).status()).toBe(200);
});

/** An event stream has no end that a plain call could wait for: events.spec.ts reads it. */
const ENDING = CLOSED.filter(
  ({ key, endpoint }) => key !== 'POST /api/session/end' && endpoint.answer !== 'events',
);

for (const role of ROLES)
  test(`every call answers ${role} what that role may`, async ({ api, sql }) => {
    const request = await api(role);
    for (const descriptor of ENDING)
      await step(descriptor.key, async () => {
        const answer = await call(request, descriptor);
        if (mayCall(role, descriptor.endpoint)) return expectLetThrough(answer, descriptor);
        await expectProblem(answer, 403, 'forbidden');
        const [entry] = await sql(
          `select action, target, result from audit_log where operator_id = $1 order by seq desc limit 1`,
          [operatorIdOf(role)],
        );
        const refused = { action: 'permission', target: descriptor.key, result: 'refused' };
        expect.soft(entry, descriptor.key).toEqual(refused);
      });
  });

/** Past every lock: a body is refused for its form, an id for naming nothing, and the rest answers. */
async function expectLetThrough(answer: ApiAnswer, { key, endpoint, template }: Descriptor): Promise<void> {
  if (endpoint.body !== undefined || endpoint.idempotency)
    return expectProblem(answer, 400, 'invalid_request');
  // A look-up that names nothing, a code that cannot be one, a query that lacks what it needs.
  const lacks = endpoint.query !== undefined && !endpoint.query.safeParse({}).success;
  if (lacks || /\/lookup$|\{code\}/.test(template)) return expectProblem(answer, 400, 'invalid_request');
  // The account of document 1 shows no deposit by itself.
  if (template.endsWith('/deposits/{id}')) return expectProblem(answer, 409, 'not_supported');
  if (key === 'POST /closings/{day}/orders') return expectProblem(answer, 415, 'unsupported_media_type');
  // Guichê's own records: none of a transaction is an answer too.
  const own = template.endsWith('/notices');
  if (/\{(?:id|version)\}/.test(template) && !own) return expectProblem(answer, 404, 'not_found');
  expect.soft(answer.status(), (await answer.text()).slice(0, 300)).toBe(endpoint.status ?? 200);
  expect.soft(answer.headers()['cache-control']).toContain('no-store');
}

test('an account that is not there is not found, for every role', async ({ api }) => {
  for (const role of ROLES)
    for (const descriptor of OF_AN_ACCOUNT)
      await step(`${descriptor.key} as ${role}`, async () =>
        expectProblem(await call(await api(role), descriptor, { account: 'other' }), 404, 'not_found'),
      );
});

test('an account of others is not found, as if it were not there', async ({ api, sql }) => {
  const id = operatorIdOf('finance');
  const request = await api('finance');
  await sql(`update grants set account = 'another account' where operator_id = $1`, [id]);
  try {
    // Sessions are cached for 5 s.
    await expect.poll(async () => (await request.get('/api/accounts/pix/balance')).status()).toBe(404);
    for (const descriptor of OF_AN_ACCOUNT)
      await step(descriptor.key, async () => {
        const [foreign, absent] = [
          await call(request, descriptor),
          await call(request, descriptor, { account: 'no' }),
        ];
        await expectProblem(foreign, 404, 'not_found');
        const { requestId: _, ...told } = (await absent.json()) as Record<string, unknown>;
        expect(await foreign.json()).toMatchObject(told);
      });
    const { items } = (await (await request.get('/api/accounts')).json()) as { items: unknown[] };
    expect(items).toEqual([]);
    const found = await request.post('/api/search', { data: { q: 'Silva' } });
    expect(await found.json()).toMatchObject({ items: [] });
  } finally {
    await sql(`update grants set account = '*' where operator_id = $1`, [id]);
  }
});

test('a changing call from elsewhere is refused', async ({ api, product }) => {
  const request = product.client({});
  for (const [name, value] of (await api('admin')).cookies) request.cookies.set(name, value);
  const others = [FOREIGN, 'null', `${product.url}.example`, product.url.replace('http:', 'https:')];
  for (const descriptor of CHANGING) {
    await step(`${descriptor.key}, no Origin`, async () =>
      expectProblem(await call(request, descriptor), 403, 'forbidden'),
    );
    for (const origin of others)
      await step(`${descriptor.key}, ${origin}`, async () =>
        expectProblem(await call(request, descriptor, { headers: { origin } }), 403, 'forbidden'),
      );
  }
  expect((await request.get('/api/session')).status(), 'the session still holds').toBe(200);
});

test('A11: where a proof of identity is due, an old one answers 403, also before an address is tried', async ({
  api,
  sql,
}) => {
  const proven = CLOSED.filter(({ endpoint }) => endpoint.stepUp);
  expect(proven.map(({ key }) => key)).toEqual(
    expect.arrayContaining([
      'POST /api/settings/accounts/test',
      'POST /api/settings/accounts/{id}/test',
      'POST /api/settings/accounts',
    ]),
  );
  const request = await api('admin');
  const proved = (when: string) =>
    sql(`update sessions set proved_at = ${when} where operator_id = $1`, [operatorIdOf('admin')]);
  await proved(`now() - interval '11 minutes'`);
  try {
    for (const descriptor of proven)
      await step(descriptor.key, async () =>
        expectProblem(await call(request, descriptor), 403, 'step_up_required'),
      );
  } finally {
    await proved('now()');
  }
});

test('A13: an id that is no segment of a path is refused by every descriptor', async ({ api }) => {
  const request = await api('admin');
  for (const descriptor of CLOSED.filter(({ template }) => /\{(?!account\})/.test(template)))
    for (const id of ['payment%3A..', '.%3A.', 'a%2F..%2Fb', 'a%00', 'x'.repeat(129)])
      await step(`${descriptor.key} ${id}`, async () => {
        const { method, template, endpoint } = descriptor;
        const address = addressOf(template.replace(/\{(?!account\})\w+\}/g, id));
        const body = endpoint.body === undefined ? {} : { data: NO_BODY };
        const headers = { 'idempotency-key': 'k'.repeat(16) };
        const answer = await request.fetch(address, { method, ...body, headers });
        await expectProblem(answer, 400, 'invalid_request');
      });
});

test('an unknown query name is told by every call', async ({ api }) => {
  const request = await api('admin');
  // The first would end the session; to the second an issuer may add what it likes.
  const apart = ['POST /api/session/end', 'GET /api/sso/callback'];
  for (const descriptor of DESCRIPTORS.filter(({ key }) => !apart.includes(key)))
    await step(descriptor.key, async () => {
      const answer = await call(request, descriptor, { query: '?no-such-name=1' });
      await expectProblem(answer, 400, 'invalid_request');
      expect.soft(await answer.json(), descriptor.key).toMatchObject({
        fields: expect.arrayContaining([expect.objectContaining({ field: 'no-such-name' })]),
      });
    });
});

test('another method is refused by every address', async ({ api }) => {
  const request = await api('admin');
  for (const template of new Set(DESCRIPTORS.map((descriptor) => descriptor.template))) {
    const own = DESCRIPTORS.filter((one) => one.template === template).map(({ method }) => method);
    for (const method of METHODS.filter((other) => !own.includes(other)))
      await step(`${method} ${template}`, async () => {
        const answer = await request.fetch(addressOf(template), { method });
        await expectProblem(answer, 405, 'method_not_allowed');
        const allow = answer.headers().allow?.split(', ') ?? [];
        expect.soft(allow.filter((one) => one !== 'HEAD').toSorted()).toEqual(own.toSorted());
      });
  }
});

test('an address that is no endpoint is not found, by any method', async ({ api }) => {
  const request = await api('admin');
  for (const method of METHODS)
    for (const path of ['/api/nothing', '/api/accounts/pix/nothing', '/api/accounts/pix'])
      await step(`${method} ${path}`, async () =>
        expectProblem(await request.fetch(path, { method }), 404, 'not_found'),
      );
});
