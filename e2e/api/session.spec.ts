import { expect, test } from '../fixtures.ts';

test('401 without a session, as a problem', async ({ api }) => {
  const answer = await (await api(null)).get('/api/session');
  expect(answer.status()).toBe(401);
  expect(answer.headers()['content-type']).toContain('application/problem+json');
  expect(await answer.json()).toMatchObject({ code: 'unauthenticated', status: 401 });
});

for (const role of ['admin', 'finance', 'analyst', 'developer', 'viewer'] as const)
  test(`200 for ${role}, with the accounts and this role's permissions`, async ({ api }) => {
    const answer = await (await api(role)).get('/api/session');
    expect(answer.status()).toBe(200);
    expect(answer.headers()['cache-control']).toContain('no-store');
    const session = await answer.json();
    const own = { simulator: true, roles: [role] };
    expect(session.accounts).toMatchObject(
      ['pix', 'hub', 'card'].map((kind) => ({ slug: kind, kind, ...own })),
    );
    expect(session.accounts[0].permissions).toContain('read');
    expect(session.accounts[0].permissions.includes('manage')).toBe(role === 'admin');
  });

test('a client cannot name its own address or skip the server', async ({ api }) => {
  const answer = await (await api(null)).get('/api/session', {
    headers: {
      'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy',
      'x-guiche-client-address': '10.1.2.3',
    },
  });
  expect(answer.status()).toBe(401);
});

test('413 for a body above 1 MB, with and without a length', async ({ api, product }) => {
  const request = await api('viewer');
  const big = JSON.stringify({ language: 'x'.repeat(1_100_000) });
  const answer = await request.put('/api/session/preferences', {
    data: big,
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.status()).toBe(413);
  expect(await answer.json()).toMatchObject({ code: 'payload_too_large' });
  const { cookies } = await request.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const chunked = await fetch(`${product.url}/api/session/preferences`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', origin: product.url, cookie },
    body: new Blob([big]).stream(),
    duplex: 'half',
  } as RequestInit);
  expect(chunked.status).toBe(413);
});

test('a page asked for by number is led to the name; the API is not', async ({ api, product }) => {
  const request = await api(null);
  const byNumber = product.url.replace('localhost', '127.0.0.1');
  const page = await request.get(`${byNumber}/elsewhere.example/x?y=1`, { maxRedirects: 0 });
  expect(page.status()).toBe(307);
  expect(page.headers().location).toBe(`${product.url}/elsewhere.example/x?y=1`);
  // An address that a browser would read as another host is led nowhere.
  expect((await request.get(`${byNumber}//elsewhere.example/x`, { maxRedirects: 0 })).status()).toBe(400);
  expect((await request.get(`${byNumber}/api/health`, { maxRedirects: 0 })).status()).toBe(200);
});
