import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TestReceiver } from '../deliveries/test-receiver.ts';
import { CARD, type CardClient, chargeBody, openCardClient } from './test-client.ts';

const MINUTE = 60_000;
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-card-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => openCardClient({ data: folder });
const advance = (client: CardClient, advanceMs: number) => client.control('time', { advanceMs });

it('keeps charges, recurrences, tokens, certificates and waiting postbacks over a restart', async () => {
  const receiver = new TestReceiver();
  receiver.answer = (response) => response.writeHead(500).end();
  const postbackUrl = await receiver.listen();
  const first = await open();
  const made = (
    await first.card('POST', '/charges', chargeBody({ postbackUrl, recurrence: { interval: 'Monthly' } }))
  ).json;
  await advance(first, 1000);
  await expect.poll(async () => (await first.control('state')).json.card.postbacks.last.length).toBe(1);
  const waiting = (await first.card('POST', '/charges', chargeBody({ amount: 4202 }))).json;
  await first.card('PUT', `/charges/${made.id}/reverse?amount=100`);
  const before = (await first.card('GET', `/charges/${made.id}`)).json;
  const { card } = first.sandbox.ready;
  await first.sandbox.close();

  const second = await open();
  expect({ ...second.sandbox.ready.card, baseUrl: '' }).toEqual({ ...card, baseUrl: '' });
  expect(
    (
      await second.card('GET', `/charges/${made.id}`, undefined, {
        headers: { Authorization: `Bearer ${first.token}` },
      })
    ).json,
  ).toEqual(before);
  await advance(second, 3 * MINUTE);
  expect((await second.card('GET', `/charges/${waiting.id}`)).json.creditCardPayment.status).toBe(2);
  // The one that failed, again; and the reversal's.
  const bodies = () => receiver.received.map(({ body }) => JSON.parse(body).data.reversedAmount);
  await expect.poll(bodies, { timeout: 20_000 }).toEqual(expect.arrayContaining([0, 0, 100]));
  await advance(second, 31 * 1440 * MINUTE);
  await second.signIn();
  const id = made.recurrence.recurrentPaymentId;
  expect((await second.card('GET', `/charges?recurrentPaymentId=${id}`)).json.total).toBe(2);
  await second.sandbox.close();
  await receiver.close();
});

it('goes on selling, and sells nothing twice', async () => {
  const first = await open();
  const total = async (client: CardClient) => (await client.card('GET', '/charges')).json.total;
  const before = await total(first);
  await advance(first, 2 * 1440 * MINUTE);
  await first.signIn();
  const after = await total(first);
  expect(after).toBeGreaterThan(before);
  await first.sandbox.close();
  const second = await open();
  expect(await total(second)).toBe(after);
  await second.sandbox.close();
});

it('begins anew on reset, with the same credentials', async () => {
  const client = await open();
  const { id } = (await client.card('POST', '/charges', chargeBody())).json;
  await client.control('reset', { seed: 9 });
  expect((await client.card('GET', `/charges/${id}`)).status).toBe(404);
  expect((await client.signIn()).status).toBe(200);
  await client.sandbox.close();
});

function filesBelow(path: string): string[] {
  return readdirSync(path).flatMap((name) => {
    const file = join(path, name);
    return statSync(file).isDirectory() ? filesBelow(file) : [file];
  });
}

it('keeps nothing of a card: not on disk, in the logs, the request list or any answer', async () => {
  const printed: unknown[] = [];
  const spies = (['log', 'error', 'warn', 'info'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((...words) => void printed.push(words)),
  );
  const receiver = new TestReceiver();
  const postbackUrl = await receiver.listen();
  const client = await open();
  const marked = {
    number: '4539578763621486',
    holder: 'PORTADOR MARCADO',
    expiration: '11/2039',
    cvv: '8642',
  };
  const answers: string[] = [];
  const send = async (body: unknown) => answers.push((await client.card('POST', '/charges', body)).text);
  for (const amount of [4200, 4202, 4211, 4213, 4217])
    await send(chargeBody({ amount, postbackUrl, recurrence: { interval: 'Monthly' } }, marked));
  await send(chargeBody({ amount: 0 }, marked));
  await send(chargeBody({}, { ...marked, number: `${marked.number} ` }));
  await send(JSON.stringify(chargeBody({}, marked)).slice(0, -2));
  for (const kind of ['apply-reset', 'error-200', 'truncated', 'status']) {
    await client.control('fault', { api: 'card', method: 'POST', kind });
    await send(chargeBody({}, marked)).catch(() => undefined);
  }
  await advance(client, 40 * 1440 * MINUTE);
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThan(1);
  answers.push((await client.control('state')).text, (await client.control('requests')).text);
  answers.push(JSON.stringify(receiver.received));
  await client.sandbox.close();
  await receiver.close();
  for (const spy of spies) spy.mockRestore();
  const disk = filesBelow(folder).map((file) => readFileSync(file, 'utf8'));
  const all = [...answers, ...disk, JSON.stringify(printed)].join('\n');
  expect(all).toContain('pedido-1');
  expect(disk.join('\n')).toContain('52998224725');
  for (const secret of [
    marked.number,
    marked.number.slice(0, 12),
    marked.number.slice(-12),
    marked.holder,
    marked.expiration,
    '"8642"',
    CARD.number,
  ]) {
    expect(all.includes(secret), secret).toBe(false);
  }
});
