import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request as ask, createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { test as base, expect } from '../fixtures.ts';
import { type Product, startProduct } from '../support/product.ts';

/** As many bytes as a file has, in lines. */
const fileOf = (bytes: number) =>
  Buffer.from('id;amount;state\n'.repeat(Math.ceil(bytes / 16)).slice(0, bytes));
const FILES: Record<string, { file: Buffer; headers: Record<string, string> }> = {
  large: { file: fileOf(5_391), headers: {} },
  small: { file: fileOf(11), headers: {} },
  // Headers of others that are about their own connection, or would change how ours is read.
  odd: {
    file: fileOf(5_391),
    headers: {
      ...{ 'set-cookie': 'a=1', 'x-frame-options': 'ALLOWALL', 'content-disposition': 'inline' },
      ...{ 'transfer-encoding': 'chunked', trailer: 'x-sum', connection: 'close' },
    },
  },
  gzipped: { file: gzipSync(fileOf(5_391)), headers: { 'content-encoding': 'gzip' } },
  brotli: { file: brotliCompressSync(fileOf(5_391)), headers: { 'content-encoding': 'br' } },
};
const SIZES = { large: 5_391, small: 11, odd: 5_391, gzipped: 5_391, brotli: 5_391 };

/** A service that has these reports, and the storage that its addresses lead to, which names each file's length. */
function startService(): Promise<Server> {
  const reports = Object.keys(FILES).map((id) => ({
    ...{ id, status: 'COMPLETED', rows: 3, createdAt: new Date().toISOString() },
    ...{ dateFrom: '2026-01-05T03:00:00Z', dateTo: '2026-01-06T03:00:00Z' },
  }));
  const server = createServer(({ url = '', headers }, response) => {
    const [, id = ''] = /^\/v1\/user\/report\/(\w+)\/download/.exec(url) ?? [];
    const stored = FILES[url.slice('/storage/'.length)];
    const json = (value: unknown) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
    if (url.startsWith('/storage/') && stored !== undefined) {
      const length = stored.headers['transfer-encoding'] ? {} : { 'content-length': stored.file.length };
      response.writeHead(200, { 'content-type': 'text/csv', ...length, ...stored.headers });
      response.end(stored.file);
    } else if (id !== '') json({ url: `http://${headers.host}/storage/${id}` });
    else if (/^\/v1\/user\/report\/\w+$/.test(url))
      json({ report: reports.find((one) => url.endsWith(one.id)) });
    else if (url.startsWith('/v1/user/report')) json({ total: reports.length, pages: 1, reports });
    else response.writeHead(404).end('{}');
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const test = base.extend<object, { reports: Product; cookie: string }>({
  reports: [
    async ({ playwright: _ }, use) => {
      const service = await startService();
      const product = await startProduct({
        env: {
          PIX_BASE_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1`,
          PIX_ACCESS_TOKEN: 'a-token',
          GUICHE_ADMIN_EMAIL: 'admin@guiche.example',
          GUICHE_ADMIN_PASSWORD: PASSWORD,
        },
      });
      await use(product);
      await product.stop();
      service.closeAllConnections();
      service.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  cookie: [
    async ({ reports, playwright }, use) => {
      const request = await playwright.request.newContext({
        baseURL: reports.url,
        extraHTTPHeaders: { origin: reports.url },
      });
      const { csrfToken } = (await (await request.get('/api/auth/csrf')).json()) as { csrfToken: string };
      const form = { email: 'admin@guiche.example', password: PASSWORD, csrfToken, json: 'true' };
      await request.post('/api/auth/callback/credentials', { form });
      const { cookies } = await request.storageState();
      await request.dispose();
      await use(cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
    },
    { scope: 'worker' },
  ],
});
const PASSWORD = randomBytes(12).toString('hex');

type Got = { status: number; headers: IncomingHttpHeaders; body: Buffer; reused: boolean };

function get(url: string, headers: Record<string, string>, agent: Agent): Promise<Got> {
  return new Promise((resolve, reject) => {
    const sent = ask(url, { agent, headers, timeout: 10_000 }, (answer) => {
      const { statusCode: status = 0, headers: got } = answer;
      const reused = sent.reusedSocket;
      buffer(answer).then((body) => resolve({ status, headers: got, body, reused }), reject);
    });
    sent.on('timeout', () => sent.destroy(new Error('no end within ten seconds'))).on('error', reject);
    sent.end();
  });
}

const decoded = ({ headers, body }: Got) => {
  const coding = headers['content-encoding'];
  return coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body;
};

test('A1: files arrive whole, whatever the coding, one after the other on one connection', async ({
  reports,
  cookie,
}) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const faults: string[] = [];
  let first = true;
  for (const coding of ['gzip', 'br', 'identity', 'gzip, deflate, br, zstd'])
    for (const [id, size] of Object.entries(SIZES)) {
      const headers = { cookie, 'accept-encoding': coding };
      const file = await get(`${reports.url}/api/accounts/pix/reports/${id}/download`, headers, agent);
      const what = `${id} ${coding}`;
      expect([file.status, String(file.headers['content-type'])], what).toEqual([
        200,
        'text/csv; charset=utf-8',
      ]);
      if (!decoded(file).equals(fileOf(size))) faults.push(`${what}: not whole`);
      if (!first && !file.reused) faults.push(`${what}: another connection`);
      first = false;
      expect(file.headers['content-disposition'], what).toMatch(/^attachment; filename="report-pix-/);
      expect([file.headers['set-cookie'], file.headers['x-frame-options']], what).toEqual([
        undefined,
        'DENY',
      ]);
      const next = await get(`${reports.url}/api/session`, { cookie }, agent);
      expect([next.status, next.reused], `after ${what}`).toEqual([200, true]);
      expect(JSON.parse(String(next.body)), `after ${what}`).toHaveProperty('operator');
    }
  agent.destroy();
  expect(faults).toEqual([]);
});

test('A1: Chromium saves the files whole', async ({ reports, cookie, browser }) => {
  const context = await browser.newContext({
    baseURL: reports.url,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  });
  const cookies = cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: reports.url };
  });
  await context.addCookies(cookies);
  const page = await context.newPage();
  // Without the picker for files, which no test can answer, the page falls back to a download.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await page.goto('/pix/reports');
  const buttons = page.getByRole('button', { name: /^Baixar o relatório/ });
  await expect(buttons).toHaveCount(Object.keys(FILES).length);
  for (let at = 0; at < Object.keys(FILES).length; at += 1) {
    const downloading = page.waitForEvent('download');
    await buttons.nth(at).click();
    const path = await (await downloading).path();
    expect([5_391, 11]).toContain(readFileSync(path).length);
  }
  // By its address, as a link does it.
  for (const [id, size] of Object.entries(SIZES)) {
    const downloading = page.waitForEvent('download');
    await page.evaluate((href) => {
      const link = document.createElement('a');
      link.href = href;
      link.click();
    }, `/api/accounts/pix/reports/${id}/download`);
    expect(readFileSync(await (await downloading).path()), id).toEqual(fileOf(size));
  }
  await context.close();
});
