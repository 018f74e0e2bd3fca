import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type APIRequestContext, request as http } from '@playwright/test';
import { Resend, ResendItem, ResendPreview } from '#lib/resends/contract.ts';
import { type RecordedRequest, type Recorder, recorder } from '#lib/resends/server/testing/recorder.ts';
import { expect, test } from './fixtures.ts';
import { FULL } from './support/full.ts';
import { type Product, startProduct } from './support/product.ts';
import { signIn } from './support/sign-in.ts';

const TRANSACTIONS = FULL ? 20_000 : 2_000;
const DAYS = 40;
/** A minute of the provider takes so many of our ms. */
const SPEED = 12;
const MINUTE_MS = 60_000 / SPEED;
const RESENDS = '/api/accounts/pix/resends';

test.describe.configure({ timeout: FULL ? 1_200_000 : 300_000 });

type World = {
  between: Recorder;
  control: (path: string, body: object) => Promise<void>;
  line: object;
  stop: () => Promise<void>;
};

/** A provider that lives on while the product dies, and somebody between them who writes down what was asked. */
async function startWorld(): Promise<World> {
  const words = { port: 0, transactions: TRANSACTIONS, days: DAYS, speed: SPEED, seed: 11 };
  const child = spawn(
    process.execPath,
    ['sandbox/main.ts', ...Object.entries(words).flatMap(([name, value]) => [`--${name}`, String(value)])],
    { cwd: resolve(import.meta.dirname, '..'), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const line = await firstLine(child);
  const between = await recorder(line.pix.baseUrl);
  return {
    between,
    line: { ...line, pix: { ...line.pix, baseUrl: between.baseUrl } },
    control: async (path, body) => {
      const headers = { 'x-sandbox-control': '1', 'content-type': 'application/json' };
      const answer = await fetch(`${line.controlUrl}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      expect(answer.ok, await answer.text()).toBe(true);
    },
    stop: async () => {
      await between.stop();
      child.kill('SIGTERM');
    },
  };
}

async function firstLine(
  child: ChildProcess,
): Promise<{ pix: { baseUrl: string; accessToken: string }; controlUrl: string }> {
  if (child.stdout === null) throw new Error('The simulator has no output.');
  for await (const text of createInterface({ input: child.stdout }))
    if (text.startsWith('{')) return JSON.parse(text);
  throw new Error('The simulator ended before it was ready.');
}

type Client = { product: Product; request: APIRequestContext };

/** `perMinute`: with one request a minute something is left to send however long a busy machine takes to kill it. */
async function enter(world: World, dataDir: string, { perMinute = 5 } = {}): Promise<Client> {
  const product = await startProduct({
    dataDir,
    env: {
      GUICHE_SIMULATOR: JSON.stringify(world.line),
      GUICHE_RESEND_PAUSE_MS: String(MINUTE_MS),
      GUICHE_RESENDS_PER_MINUTE: String(perMinute),
      GUICHE_CHANGE_MS: '4000',
    },
  });
  const request = await http.newContext({
    baseURL: product.url,
    extraHTTPHeaders: { origin: product.url },
  });
  await signIn(request, product, 'analyst');
  return { product, request };
}

const resident = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

async function read(request: APIRequestContext, id: string): Promise<Resend> {
  const answer = await request.get(`${RESENDS}/${id}`);
  expect(answer.status(), await answer.text()).toBe(200);
  const resend = Resend.parse(await answer.json());
  const { total, outside, unreachable, skipped, requested, unknown, remaining } = resend.counts;
  expect(outside + unreachable + skipped + requested + unknown + remaining, 'the parts are the whole').toBe(
    total,
  );
  return resend;
}

async function preview(request: APIRequestContext): Promise<ResendPreview> {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
  const filter = { from: day(DAYS), to: day(-1) };
  let data: object = { scope: 'filter', filter, everything: true };
  for (;;) {
    const answer = await request.post(`${RESENDS}/preview`, { data, timeout: 60_000 });
    expect(answer.status(), await answer.text()).toBe(200);
    const read = ResendPreview.parse(await answer.json());
    if (read.complete) return read;
    data = { previewId: read.previewId };
  }
}

/** Transactions by how many requests that may have been taken named them. */
function times(requests: readonly RecordedRequest[]): Map<string, number> {
  const named = new Map<string, number>();
  for (const { ids, status } of requests)
    if (status !== 422 && status !== 429) for (const id of ids) named.set(id, (named.get(id) ?? 0) + 1);
  return named;
}

test('a bulk resend over forty days, through limits and two kills, asks for each once and names all', async () => {
  const world = await startWorld();
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-resend-scale-'));
  let client = await enter(world, dataDir, { perMinute: 1 });
  try {
    const first = await preview(client.request);
    const { total, outside, unreachable, skipped, remaining } = first.counts;
    expect(total).toBe(outside + unreachable + skipped + remaining);
    expect(outside, 'older than thirty days').toBeGreaterThan(TRANSACTIONS / 10);
    expect(remaining).toBeGreaterThan(TRANSACTIONS / 8);
    const least = Math.max(Math.ceil(remaining / 500), 5);
    expect(first.requestsTotal).toBeLessThanOrEqual(Math.ceil(least * 1.05) + 1);

    const begun = await client.request.post(RESENDS, {
      data: { previewId: first.previewId },
      headers: { 'idempotency-key': `scale-${first.previewId}` },
    });
    expect(begun.status(), await begun.text()).toBe(202);
    const { id } = (await begun.json()) as { id: string };

    // Killed once while it goes on, and once while a request is on its way.
    await world.control('/fault', {
      kind: 'status',
      status: 429,
      retryAfterSeconds: 1,
      method: 'POST',
      path: '/user/callbacks/resend',
      count: 1,
    });
    await expect
      .poll(() => world.between.requests.filter(({ status }) => status === 200).length, { timeout: 60_000 })
      .toBeGreaterThan(0);
    await client.product.kill();
    await client.request.dispose();
    await world.control('/fault', {
      kind: 'status',
      status: 422,
      errorCode: 'PZG422',
      method: 'POST',
      path: '/user/callbacks/resend',
      count: 1,
    });
    client = await enter(world, dataDir, { perMinute: 1 });
    const before = resident(client.product.pid);
    await read(client.request, id);
    // Counted before the next one is slowed down: that one may come before the control's answer.
    const sent = world.between.requests.length;
    await world.control('/fault', {
      kind: 'latency',
      ms: 2_500,
      method: 'POST',
      path: '/user/callbacks/resend',
      count: 1,
    });
    await expect
      .poll(
        () => world.between.requests.filter(({ status }, place) => place >= sent && status === null).length,
        { timeout: 60_000, intervals: [50] },
      )
      .toBeGreaterThan(0);
    await client.product.kill();
    await client.request.dispose();
    client = await enter(world, dataDir);

    let most = 0;
    await expect
      .poll(
        async () => {
          most = Math.max(most, resident(client.product.pid));
          return (await read(client.request, id)).state;
        },
        { timeout: FULL ? 600_000 : 120_000, intervals: [500] },
      )
      .toBe('completed');
    const done = await read(client.request, id);
    expect(done.counts).toMatchObject({ total, unreachable, skipped, remaining: 0 });
    // What leaves the thirty days while it runs is told as outside, and not asked for.
    const late = done.counts.outside - outside;
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThan(remaining / 100);
    const requested = remaining - late;
    expect(done.counts.requested + done.counts.unknown).toBe(requested);

    const named = times(world.between.requests);
    expect(Math.max(...named.values()), 'asked at most once').toBe(1);
    const items = await allItems(client.request, id, requested);
    expect(items.size, 'none is left out unnamed').toBe(requested);
    for (const transaction of named.keys()) expect(items.has(transaction)).toBe(true);

    // A request on its way when the process died is found by its deliveries.
    await expect
      .poll(async () => (await read(client.request, id)).counts, { timeout: 120_000, intervals: [1_000] })
      .toMatchObject({ unknown: 0, requested });
    await expect
      .poll(
        async () => {
          const { counts } = await read(client.request, id);
          return counts.delivered + counts.failed;
        },
        { timeout: FULL ? 600_000 : 120_000, intervals: [1_000] },
      )
      .toBe(requested);
    expect(most - before, 'MB').toBeLessThan(250);
  } finally {
    await client.request.dispose();
    await client.product.stop();
    await world.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

/** Requested and unknown ones by their id, walked by cursor. */
async function allItems(request: APIRequestContext, id: string, most: number): Promise<Set<string>> {
  const found = new Set<string>();
  // An unknown one that is found meanwhile becomes a requested one: those are read last.
  for (const state of ['unknown', 'requested']) {
    let cursor: string | null = null;
    do {
      const params: Record<string, string | number> = {
        state,
        limit: 200,
        ...(cursor === null ? {} : { cursor }),
      };
      const answer = await request.get(`${RESENDS}/${id}/items`, { params });
      expect(answer.status(), await answer.text()).toBe(200);
      const page = (await answer.json()) as { items: unknown[]; nextCursor: string | null };
      for (const item of page.items) found.add(ResendItem.parse(item).transactionId);
      cursor = page.nextCursor;
    } while (cursor !== null && found.size <= most);
  }
  return found;
}
