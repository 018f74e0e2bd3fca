import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { addressOf, DESCRIPTORS } from '../api/descriptors.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { signInAs } from '../support/sign-in.ts';
import { expect, type RealAccount, test } from './real-account.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const WRONG = 'canary-wrong-password-that-somebody-typed';

type Piece = { where: string; text: string };
type Person = { payerDocument: string | null; payerName: string | null; id: string };

/** A secret in any of the forms in which it could slip out. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString('base64').replace(/=+$/, '');
  // Inside a longer text the alignment differs: the middle of the other two is looked for.
  const shifted = [1, 2].map((by) =>
    Buffer.from(`${'x'.repeat(by)}${secret}`)
      .toString('base64')
      .slice(4, -4),
  );
  return [
    secret,
    base64,
    bytes.toString('base64url'),
    bytes.toString('hex'),
    [...secret].reverse().join(''),
    ...shifted,
  ];
}

/** Addresses of all page files, their parameters filled in. */
function pagesOf(id: string): string[] {
  return globSync('app/**/page.tsx', { cwd: ROOT }).map((file) => {
    const path = file.replace(/^app|\/page\.tsx$|\/\([^)]+\)/g, '');
    return path.replace('[account]', 'pix').replace('[id]', id).replace('[...rest]', 'nothing/here') || '/';
  });
}

async function keep(pieces: Piece[], where: string, answer: ApiAnswer): Promise<string> {
  const text = await answer.text();
  const headers = answer.headersArray().map(({ name, value }) => `${name}: ${value}`);
  pieces.push({ where: `${where} (${answer.status()})`, text: `${headers.join('\n')}\n\n${text}` });
  return text;
}

async function walkPages(request: APIRequestContext, pieces: Piece[], id: string): Promise<void> {
  const scripts = new Set<string>();
  for (const path of [
    ...pagesOf(id),
    '/sign-in?error=credentials',
    '/pix/transactions?status=PENDING',
    '/%00',
    '/pix/%2e%2e',
  ]) {
    const html = await keep(pieces, path, await request.get(path));
    for (const [found] of html.matchAll(/\/_next\/static\/[\w./~%()[\]-]+?\.(?:js|css)/g)) scripts.add(found);
    for (const headers of [{ rsc: '1' }, { rsc: '1', 'next-router-prefetch': '1' }])
      await keep(pieces, `${path} as RSC`, await request.get(path, { headers }));
  }
  expect(scripts.size, 'scripts and styles of the pages').toBeGreaterThan(5);
  for (const script of scripts) {
    await keep(pieces, script, await request.get(script));
    const map = await request.get(`${script}.map`, { maxRedirects: 0 });
    expect.soft(map.status(), `${script}.map is not served`).not.toBe(200);
  }
}

async function walkApi(
  request: APIRequestContext,
  pieces: Piece[],
  { id, payerDocument }: Person,
): Promise<void> {
  for (const { key, method, template, endpoint } of DESCRIPTORS.filter(
    // A stream of events has no end to wait for.
    (one) => one.key !== 'POST /api/session/end' && one.endpoint.answer !== 'events',
  )) {
    const address = addressOf(template);
    const data = endpoint.body === undefined ? {} : { data: { nothing: 1 } };
    await keep(pieces, key, await request.fetch(address, { method, ...data }));
    await keep(
      pieces,
      `${key} of the transaction`,
      await request.fetch(address.replace('no-such-id', id), { method, ...data }),
    );
    await keep(
      pieces,
      `${key} by another method`,
      await request.fetch(address, { method: 'PATCH', data: {} }),
    );
  }
  const list = '/api/accounts/pix/transactions';
  const byDocument = await request.get(`${list}?document=${payerDocument}`);
  expect(byDocument.status()).toBe(200);
  pieces.push({ where: 'list by document', text: await byDocument.text() });
  await keep(pieces, 'revealed', await request.get(`${list}/${id}?reveal=1`));
  const stored = await request.post(`${list}/filters`, { data: { document: payerDocument } });
  const { id: f } = (await stored.json()) as { id: string };
  await keep(pieces, 'page with a stored filter', await request.get(`/pix/transactions?f=${f}`));
  await keep(pieces, 'search', await request.post('/api/search', { data: { q: payerDocument } }));
}

async function walkFaults(
  request: APIRequestContext,
  pieces: Piece[],
  { provider }: RealAccount,
): Promise<void> {
  for (const fault of [
    { kind: 'status', status: 401 },
    { kind: 'status', status: 403, errorCode: 'PZA203' },
    { kind: 'status', status: 500, errorCode: 'PZI101' },
    { kind: 'html' },
  ]) {
    const headers = { 'x-sandbox-control': '1', origin: '' };
    const armed = await request.post(`${provider.controlUrl}/fault`, {
      headers,
      data: { ...fault, count: 2 },
    });
    expect(armed.status()).toBe(200);
    await keep(
      pieces,
      `balance under ${JSON.stringify(fault)}`,
      await request.get('/api/accounts/pix/balance'),
    );
    await keep(pieces, `overview under ${JSON.stringify(fault)}`, await request.get('/pix/overview'));
    await request.post(`${provider.controlUrl}/clear`, { headers, data: { all: true } });
  }
}

test('credentials and secrets are found nowhere but sealed', async ({ real, playwright }) => {
  test.setTimeout(400_000);
  const { product, provider, marks, admin, recorded } = real;
  expect(product.simulator, 'no simulator is started').toBeNull();
  expect(product.signIns, 'no ready sign-ins').toEqual([]);
  const direct = await playwright.request.newContext({
    extraHTTPHeaders: { authorization: `Bearer ${marks.token}` },
  });
  const { transactions } = (await (
    await direct.get(`${provider.pix.baseUrl}/user/transactions?limit=500`)
  ).json()) as {
    transactions: Person[];
  };
  const people = transactions.filter((one) => /^\d{11}$/.test(one.payerDocument ?? ''));
  const [someone] = people;
  if (someone === undefined) throw new Error('The simulator shows nobody with a CPF.');

  const pieces: Piece[] = [];
  const options = { baseURL: product.url, extraHTTPHeaders: { origin: product.url } };
  const nobody = await playwright.request.newContext(options);
  await keep(pieces, 'a wrong password', await signInAs(nobody, { ...admin, password: WRONG }));
  await walkPages(nobody, pieces, someone.id);
  const request = await playwright.request.newContext(options);
  await keep(pieces, 'the sign-in', await signInAs(request, admin));
  expect((await request.get('/api/session')).status(), 'the administrator of the environment signs in').toBe(
    200,
  );
  await walkPages(request, pieces, someone.id);
  await walkApi(request, pieces, someone);
  await walkFaults(request, pieces, real);
  const simulator = await request.get('/api/accounts/pix/simulator');
  expect(simulator.status(), 'a real account has no simulator’s controls').toBe(409);
  await keep(pieces, 'step-up', await request.post('/api/step-up', { data: { password: WRONG } }));
  await Promise.all([nobody, request, direct].map((context) => context.dispose()));
  expect(await product.stop(), product.output()).toBe(0);

  const files = globSync('**/*', { cwd: product.dataDir, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const stored = files.map((entry) => ({
    where: join(entry.parentPath, entry.name).slice(product.dataDir.length),
    text: readFileSync(join(entry.parentPath, entry.name), 'latin1'),
  }));
  expect(stored.length, 'files of the database').toBeGreaterThan(100);
  const statics = globSync('.next/static/**/*', { cwd: ROOT, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const built = statics.map((entry) => ({
    where: entry.name,
    text: readFileSync(join(entry.parentPath, entry.name), 'latin1'),
  }));
  expect(built.filter(({ where }) => where.endsWith('.map'))).toEqual([]);
  const logs = [{ where: 'what it printed', text: product.output() }];
  const everywhere = [...pieces, ...stored, ...built, ...logs];
  for (const known of [someone.id, admin.email])
    expect(
      pieces.some(({ text }) => text.includes(known)),
      'the search finds what is there',
    ).toBe(true);
  for (const [name, secret] of Object.entries({ ...marks, wrong: WRONG }))
    for (const form of formsOf(secret)) {
      const found = everywhere.filter(({ text }) => text.includes(form)).map(({ where }) => where);
      expect.soft(found, `${name} as ${form.slice(0, 12)}…`).toEqual([]);
    }
  expect(existsSync(join(product.dataDir, 'secret')), 'the given secret is not written down').toBe(false);
  expect(
    stored.some(({ text }) => /v1\.[0-9a-f]{8}\.[\w-]{16}\./.test(text)),
    'the credentials are sealed',
  ).toBe(true);

  const addresses = pieces.flatMap(({ text }) =>
    [...text.matchAll(/(?:href|src|action)="([^"]+)"|^location: (.+)$/gm)].map(([all]) => all),
  );
  expect(addresses.length).toBeGreaterThan(50);
  const personal = people
    .flatMap((one) => [one.payerDocument ?? '', one.payerName ?? ''])
    .filter((one) => one !== '');
  for (const datum of new Set(personal)) {
    expect.soft(product.output().includes(datum), `${datum} in the log`).toBe(false);
    expect
      .soft(
        addresses.filter((address) => decodeURIComponent(address).includes(datum)),
        'in an address',
      )
      .toEqual([]);
  }

  const ways = new Set(recorded().filter((line) => line.startsWith('connect ')));
  expect([...ways], 'one way out').toEqual([`connect ${new URL(provider.pix.baseUrl).host}`]);
  expect(recorded().filter((line) => line.startsWith('process ') && line.includes('sandbox/'))).toEqual([]);
});
