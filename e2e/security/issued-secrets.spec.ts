import { randomUUID } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Endpoint } from '#lib/webhooks/server/testing/endpoint.ts';
import { addressOf, DESCRIPTORS } from '../api/descriptors.ts';
import { expect, test } from '../fixtures.ts';
import { change, PIX } from '../support/payments.ts';
import { signIn } from '../support/sign-in.ts';
import { type Answer, WEBHOOKS } from '../support/webhooks.ts';

/** Every GET route that ends, the pages that show secrets' facts, and what this test adds. */
const READS = DESCRIPTORS.filter(({ method, endpoint }) => method === 'GET' && endpoint.answer !== 'events');

test('issued and pasted secrets are found nowhere but in the one answer, and sealed', async ({
  start,
  playwright,
}) => {
  test.setTimeout(360_000);
  // Its files are read after it has ended.
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-issued-'));
  const product = await start({ dataDir, env: { LOG_LEVEL: 'debug' }, simulator: { transactions: 300 } });
  const options = { baseURL: product.url, extraHTTPHeaders: { origin: product.url } };
  const request = await playwright.request.newContext(options);
  await signIn(request, product, 'admin');
  const endpoint = new Endpoint();
  await endpoint.listen();

  const pieces: { where: string; text: string }[] = [];
  const keep = async (where: string, answer: { text: () => Promise<string> }) =>
    void pieces.push({ where, text: await answer.text() });
  const secrets: Record<string, string> = {};
  /** The first answer holds it; a repeat with the same key does not. */
  const issue = async (name: string, address: string, data?: object) => {
    const key = randomUUID();
    const answer = await change(request, 'post', address, data, key);
    expect(answer.ok(), await answer.text()).toBe(true);
    const { result } = (await answer.json()) as Answer;
    secrets[name] = result?.secret ?? '';
    expect(secrets[name].length).toBeGreaterThan(20);
    await keep(`${name}, repeated`, await change(request, 'post', address, data, key));
    return result;
  };

  const webhook = await issue('registered', WEBHOOKS, { url: endpoint.url });
  await issue('receiver', WEBHOOKS, { receiver: true });
  const rotated = await issue('rotated', `${WEBHOOKS}/${webhook?.id}/rotate-secret`);
  await issue('callback', `${PIX}/callback-secret`);
  await issue('callback rotated', `${PIX}/callback-secret/rotate`);
  await request.post(`${PIX}/issued-secrets/${rotated?.secretId}/acknowledge`);
  secrets.pasted = `pasted-${randomUUID()}`;
  const paste = `${WEBHOOKS}/${webhook?.id}/secret`;
  await keep('paste', await change(request, 'post', paste, { secret: secrets.pasted }));
  for (const signWith of ['stored', 'wrong'])
    await keep('test', await change(request, 'post', `${WEBHOOKS}/${webhook?.id}/test`, { signWith }));
  const pasted = {
    scheme: 'pix',
    headers: 'X-Callback-Signature: t=1,v1=00',
    body: '{}',
    secret: secrets.pasted,
  };
  await keep('check', await request.post(`${PIX}/signature-check`, { data: pasted }));
  for (const { key, template } of READS) {
    const address = addressOf(template);
    await keep(key, await request.get(address));
    await keep(key, await request.get(address.replace('no-such-id', webhook?.id ?? '')));
  }
  for (const page of [
    '/pix/webhooks',
    `/pix/webhooks?open=endpoint:${webhook?.id}`,
    '/pix/operations',
    '/pix/deliveries',
  ]) {
    await keep(page, await request.get(page));
    await keep(`${page} as RSC`, await request.get(page, { headers: { rsc: '1' } }));
  }
  expect(pieces.some(({ text }) => text.includes(webhook?.id ?? 'none'))).toBe(true);
  endpoint.close();
  expect(await product.stop()).toBe(0);

  const files = globSync('**/*', { cwd: product.dataDir, withFileTypes: true }).filter(
    // The simulator's own journal is the provider's side: it knows what it issued.
    (entry) => entry.isFile() && !/\/simulator(\/|$)/.test(entry.parentPath),
  );
  for (const entry of files) {
    const path = join(entry.parentPath, entry.name);
    pieces.push({ where: path.slice(product.dataDir.length), text: readFileSync(path, 'latin1') });
  }
  expect(files.length, 'files of the database').toBeGreaterThan(100);
  pieces.push({ where: 'what it printed', text: product.output() });
  for (const [name, secret] of Object.entries(secrets))
    for (const form of [
      secret,
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('hex'),
    ]) {
      const found = pieces.filter(({ text }) => text.includes(form)).map(({ where }) => where);
      expect.soft(found, name).toEqual([]);
    }
  rmSync(dataDir, { recursive: true, force: true });
  await request.dispose();
});
