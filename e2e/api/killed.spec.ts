import { Client } from 'pg';
import { startTestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import { startPostgres } from '../../scripts/postgres.ts';
import { expect, test } from '../fixtures.ts';
import { outliving } from '../support/outliving-provider.ts';
import { approvalAbove, requestWaiting } from '../support/payments.ts';
import { envOf, startPost } from '../support/post.ts';
import { signIn } from '../support/sign-in.ts';

test('killed between cause and message, it leaves once, though two instances take over', async ({
  start,
  playwright,
}) => {
  const [postgres, simulator] = await Promise.all([startPostgres(), startTestSimulator()]);
  const post = await startPost();
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  post.mail.state.down = true;
  post.hook.state.status = 503;
  const GUICHE_SECRET = 'for tests only, thirty-two bytes or more';
  const env = {
    ...outliving(simulator).env,
    ...envOf(post),
    NOTIFY_WEBHOOK_URL: post.hook.url,
    NOTIFY_WEBHOOK_SECRET: 'a secret of the webhook',
    DATABASE_URL: postgres.url,
    GUICHE_SECRET,
  };
  const first = await start({ env });
  const finance = await playwright.request.newContext({
    baseURL: first.url,
    extraHTTPHeaders: { origin: first.url },
  });
  await signIn(finance, first, 'finance');
  await approvalAbove(async (text, values) => (await client.query(text, values)).rows, finance, 1_000);
  const id = await requestWaiting(finance);
  await first.kill();
  await client.end();
  expect(post.mail.taken).toEqual([]);
  post.mail.state.down = false;
  post.hook.state.status = 200;
  const others = await Promise.all([start({ env }), start({ env })]);
  await expect.poll(() => post.mail.taken.length, { timeout: 60_000 }).toBe(1);
  const answered = () => post.hook.posted.filter(({ body, status }) => status === 200 && body.includes(id));
  await expect.poll(() => answered().length, { timeout: 60_000 }).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect([post.mail.taken.length, answered().length]).toEqual([1, 1]);
  await Promise.all(others.map((other) => other.stop()));
  await Promise.all([post.stop(), simulator.stop()]);
  await postgres.stop();
});
