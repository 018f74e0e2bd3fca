import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Pool } from 'undici';
import { type Product, type ProductOptions, startProduct } from '../e2e/support/product.ts';
import { sleep } from './measure.ts';

let tree: string | undefined;

/** From now on measures the built product of this checkout; undefined: the bench's own. */
export function setTree(path: string | undefined): void {
  tree = path === undefined ? undefined : resolve(path);
}

/** Starts the measured product; another checkout creates its own database. */
export async function startMeasured(options: ProductOptions = {}): Promise<Product> {
  if (tree === undefined || options.dataDir !== undefined) return startProduct({ ...options, root: tree });
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-bench-'));
  const product = await startProduct({ ...options, dataDir, root: tree });
  const stop = async () => {
    const code = await product.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    return code;
  };
  return { ...product, stop };
}

/** GUICHE_SECRET of every instance that shares a PostgreSQL. */
export const SECRET = 'for the bench only, thirty-two bytes or more';

/** A running product with its simulator, and functions to call both. */
export type Bench = {
  product: Product;
  /** Cookie header of the administrator's session. */
  cookie: string;
  /** Calls the dashboard, signed in; resolves with the body when the answer is complete. */
  dashboard: (path: string) => Promise<string>;
  /** Calls the same provider directly, with its token. */
  straight: (path: string) => Promise<string>;
  control: (path: string, body?: object) => Promise<Record<string, unknown>>;
  stop: () => Promise<void>;
};

/** Starts the built product on a simulator with this many transactions; `more`: on another database. */
export async function openBench(
  transactions: number,
  more: Pick<ProductOptions, 'env'> = {},
): Promise<Bench> {
  const product = await startMeasured({ simulator: { transactions }, ...more });
  const { simulator } = product;
  if (simulator === null) throw new Error('The bench needs the simulator.');
  const cookie = await signIn(product);
  const dash = new Pool(product.url, { connections: 64 });
  const provider = new Pool(new URL(simulator.pix.baseUrl).origin, { connections: 64 });
  const authorization = `Bearer ${simulator.pix.accessToken}`;
  return {
    product,
    cookie,
    dashboard: (path) => get(dash, path, { cookie }),
    straight: (path) => get(provider, `/v1${path}`, { authorization }),
    control: async (path, body) => {
      const answer = await fetch(`${simulator.controlUrl}${path}`, {
        headers: { 'x-sandbox-control': '1', 'content-type': 'application/json' },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as Record<string, unknown>;
    },
    stop: async () => {
      await Promise.all([dash.close(), provider.close()]);
      await product.stop();
    },
  };
}

const SETTLED_MS = 480_000;

/**
 * Waits for one-time work after a start: reading a new account's deliveries (half a processor for 600 a
 * second), and the simulator's creation of its Hub at the first request (two thirds of a second).
 */
export async function settled({ dashboard }: Bench): Promise<void> {
  await dashboard('/api/accounts/hub/balance');
  const until = Date.now() + SETTLED_MS;
  while (!JSON.parse(await dashboard('/api/accounts/pix/deliveries?limit=1')).reach.whole) {
    if (Date.now() > until) throw new Error('The deliveries were not read in time.');
    await sleep(1_000);
  }
}

export async function get(pool: Pool, path: string, headers: Record<string, string>): Promise<string> {
  const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text.slice(0, 500)}`);
  return text;
}

/** Changes something as the administrator through the dashboard; throws when it is refused. */
export async function post<T>({ product, cookie }: Bench, path: string, data: object): Promise<T> {
  const answer = await fetch(`${product.url}${path}`, {
    method: 'POST',
    headers: {
      cookie,
      origin: product.url,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(data),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** The administrator's session as a Cookie header. */
async function signIn({ url, signIns }: Product): Promise<string> {
  const admin = signIns.find(({ role }) => role === 'admin');
  if (admin === undefined) throw new Error('There is no ready administrator.');
  const jar = new Map<string, string>();
  const storeCookies = (answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return answer;
  };
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const csrf = storeCookies(await fetch(`${url}/api/auth/csrf`));
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const { email, password } = admin;
  storeCookies(
    await fetch(`${url}/api/auth/callback/credentials`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: url, cookie: cookie() },
      body: new URLSearchParams({ email, password, csrfToken, json: 'true' }),
    }),
  );
  const session = await fetch(`${url}/api/session`, { headers: { cookie: cookie() } });
  if (!session.ok) throw new Error(`The sign-in failed: ${session.status}`);
  return cookie();
}

let lists = 0;
const START = Date.parse('2020-01-01T00:00:00Z');
/**
 * 100 rows, each time with another (meaningless) start, because equal concurrent reads would share one call.
 */
export const nextList = () => {
  lists += 1;
  const from = new Date(START + lists).toISOString();
  return {
    dashboard: `/api/accounts/pix/transactions?limit=100&from=${from}`,
    straight: `/user/transactions?page=1&limit=100&dateFrom=${from}`,
  };
};
