import { DEFAULTS, type SandboxOptions } from '../options.ts';
import { type Sandbox, startSandbox } from '../sandbox.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
export type Answer = { status: number; json: any; headers: Headers; text: string };
type Headers_ = Record<string, string>;

export type HubClient = {
  sandbox: Sandbox;
  basic: string;
  call(method: string, path: string, body?: unknown, headers?: Headers_): Promise<Answer>;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Headers_): Promise<Answer>;
  /** POST /oauth/token with these form fields and headers. */
  exchange(fields?: Record<string, string>, headers?: Headers_): Promise<Answer>;
  control(name: string, body?: Record<string, unknown>): Promise<Answer>;
  /** Every entry of a list, from all pages. */
  all(path: string, cursor?: string): Promise<Answer['json'][]>;
};

export const CUSTOMER = { name: 'Ana Prado', document: '529.982.247-25' };

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, json, headers: response.headers, text };
}

/**
 * Starts a simulator and a client with its Basic credential. The clock is stopped unless `options` sets a
 * speed.
 */
export async function openHub(options: Partial<SandboxOptions> = {}): Promise<HubClient> {
  const sandbox = await startSandbox({ ...DEFAULTS, transactions: 100, speed: 0, ...options });
  const { baseUrl, clientId, clientSecret } = sandbox.ready.hub;
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const call: HubClient['call'] = async (method, path, body, headers = {}) => {
    const sent = { Authorization: basic, 'Content-Type': 'application/json', ...headers };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return answerOf(
      await fetch(`${baseUrl}${path}`, {
        method,
        headers: sent,
        ...(body === undefined ? {} : { body: text }),
      }),
    );
  };
  const get: HubClient['get'] = (path) => call('GET', path);
  return {
    sandbox,
    basic,
    call,
    get,
    post: (path, body = {}, headers = {}) => call('POST', path, body, headers),
    async exchange(fields = { grant_type: 'client_credentials' }, headers = { Authorization: basic }) {
      const body = new URLSearchParams(fields);
      return answerOf(await fetch(`${baseUrl}/oauth/token`, { method: 'POST', headers, body }));
    },
    async control(name, body) {
      const response = await fetch(`${sandbox.ready.controlUrl}/${name}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'X-Sandbox-Control': '1' },
        ...(body === undefined ? {} : { body: JSON.stringify({ api: 'hub', ...body }) }),
      });
      return answerOf(response);
    },
    async all(path, cursor = 'cursor') {
      const rows: unknown[] = [];
      for (let next: string | null = ''; next !== null; ) {
        const place: string = next === '' ? '' : `&${cursor}=${encodeURIComponent(next)}`;
        const { status, json, text } = await get(`${path}${path.includes('?') ? '&' : '?'}limit=100${place}`);
        if (status !== 200) throw new Error(text);
        rows.push(...json.data);
        next = json.nextCursor ?? null;
      }
      return rows;
    },
  };
}

export function expectError(answer: Answer, status: number, code: string): void {
  const { message, code: told } = answer.json ?? {};
  if (answer.status !== status || told !== code || typeof message !== 'string' || message === '')
    throw new Error(`expected ${status} ${code}, got ${answer.status} ${answer.text}`);
}
