import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestReceiver } from '../deliveries/test-receiver.ts';
import { type CardClient, chargeBody, openCardClient } from './test-client.ts';

const MINUTE = 60_000;

let client: CardClient;
let receiver: TestReceiver;
let postbackUrl = '';
beforeEach(async () => {
  client = await openCardClient();
  receiver = new TestReceiver();
  postbackUrl = `${await receiver.listen()}/cartao`;
});
afterEach(async () => {
  await client.sandbox.close();
  await receiver.close();
});

const charge = async (change: Record<string, unknown> = {}) =>
  (await client.card('POST', '/charges', chargeBody({ postbackUrl, ...change }))).json;
const advance = (advanceMs: number) => client.control('time', { advanceMs });
const got = (count: number) => expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(count);
const events = () => receiver.received.map(({ body }) => JSON.parse(body).event);
/** The attempt was seen through, so that the next one is due. */
const settled = (count: number) =>
  expect
    .poll(async () => (await client.control('state')).json.card.postbacks.last.length, { timeout: 20_000 })
    .toBe(count);

it('tells the charge as it answers it, signed', async () => {
  const made = await charge();
  await advance(1000);
  await got(1);
  const { headers, body } = receiver.received[0] as (typeof receiver.received)[0];
  expect(JSON.parse(body)).toEqual({ event: 'charge.update', data: made });
  const [timestamp, nonce] = [String(headers['x-webhook-timestamp']), String(headers['x-webhook-nonce'])];
  expect(Math.abs(Number(timestamp) - Date.now())).toBeLessThan(MINUTE);
  expect(nonce).toMatch(/^[0-9a-f]{32}$/);
  const expected = createHmac('sha256', client.sandbox.ready.card.webhookSecret)
    .update(`${timestamp}.${nonce}.${body}`)
    .digest('hex');
  expect(headers['x-webhook-signature']).toBe(expected);
  expect(headers['content-type']).toBe('application/json');
});

it('tries five times more, each with a new nonce, and then no more', async () => {
  receiver.answer = (response) => response.writeHead(500).end();
  await charge();
  await advance(1000);
  for (const [place, minutes] of [1, 10, 60, 360, 1440].entries()) {
    await settled(place + 1);
    await advance((minutes - 0.5) * MINUTE);
    expect(receiver.received).toHaveLength(place + 1);
    await advance(MINUTE);
    await got(place + 2);
  }
  await settled(6);
  await advance(10_000 * MINUTE);
  const { last, waiting } = (await client.control('state')).json.card.postbacks;
  expect([last.length, last[0].attempt, last[0].nextAt, waiting]).toEqual([6, 6, null, 0]);
  expect(new Set(receiver.received.map(({ headers }) => headers['x-webhook-nonce'])).size).toBe(6);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
});

it('stops at the first 2xx', async () => {
  receiver.answer = (response) => response.writeHead(receiver.received.length === 1 ? 302 : 204).end();
  await charge();
  await advance(1000);
  await settled(1);
  await advance(2 * MINUTE);
  await got(2);
  await settled(2);
  expect((await client.control('state')).json.card.postbacks.waiting).toBe(0);
});

it('names what happened: fraud, chargeback, a cycle; what waits for its institution is no news', async () => {
  await charge({ amount: 4202 });
  await advance(1000);
  expect(receiver.received).toEqual([]);
  await advance(3 * MINUTE);
  await got(1);
  await charge({ amount: 4213 });
  await advance(1000);
  await got(2);
  const { id } = await charge({ recurrence: { interval: 'Monthly' } });
  await advance(1000);
  await got(3);
  await client.steer('dispute', { id });
  await advance(1000);
  await got(4);
  await advance(32 * 1440 * MINUTE);
  await got(5);
  expect(events()).toEqual([
    'charge.update',
    'antifraud.update',
    'charge.update',
    'chargeback',
    'recurrence.cycle',
  ]);
});

it('fails where the control API says so', async () => {
  await client.steer('fail-deliveries', { kind: 'status', status: 503, count: 1 });
  await charge();
  await advance(1000);
  await settled(1);
  expect(receiver.received).toHaveLength(0);
  await advance(MINUTE);
  await got(1);
});

it('sends the living shop’s news where it is told to', async () => {
  await client.steer('state', { postbackUrl });
  await advance(3 * 1440 * MINUTE);
  await expect.poll(events, { timeout: 20_000 }).toContain('charge.update');
});
