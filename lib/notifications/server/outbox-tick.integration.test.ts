import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { awaitBackground } from '#lib/data/jobs/background.ts';
import { outboxTick } from '#lib/notifications/server/deliver.ts';
import { raise, withPost } from '#lib/notifications/server/testing/bench.ts';

const post = withPost();

/** Accepts connections and stays silent. */
async function startSilent() {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    for (const socket of open) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { at: `127.0.0.1:${port}`, open, stop };
}

let silent: Awaited<ReturnType<typeof startSilent>>;
type Env = Record<string, string>;
let before: Env;
const set = (env: Env) => {
  Object.assign(process.env, env);
  Reflect.deleteProperty(globalThis, 'guicheSettings');
};

afterEach(async () => {
  await silent.stop();
  await awaitBackground();
  set(before);
});

const tick = () => outboxTick.run(new AbortController().signal);
const CHANNELS = [
  {
    ...{ dead: 'the mail server', other: 'the webhook' },
    toSilent: (at: string): Env => ({ SMTP_URL: `smtp://${at}` }),
    arrived: () => post.hook.posted.length,
  },
  {
    ...{ dead: 'the webhook', other: 'mail' },
    toSilent: (at: string): Env => ({ NOTIFY_WEBHOOK_URL: `http://${at}/hook` }),
    arrived: () => post.mail.taken.length,
  },
];

test.each(CHANNELS)(
  '$dead hangs: the tick ends, and $other goes out now and at the next tick',
  async (one) => {
    const { SMTP_URL = '', NOTIFY_WEBHOOK_URL = '' } = process.env;
    before = { SMTP_URL, NOTIFY_WEBHOOK_URL };
    silent = await startSilent();
    set(one.toSilent(silent.at));
    for (const sent of [1, 2]) {
      await raise({});
      const began = performance.now();
      await tick();
      expect(performance.now() - began, 'the tick waits for no channel').toBeLessThan(2_000);
      await expect.poll(one.arrived, { timeout: 3_000 }).toBe(sent);
      // It went while the dead one was still being waited for.
      await expect.poll(() => silent.open.size, { timeout: 3_000 }).toBe(1);
    }
  },
);
