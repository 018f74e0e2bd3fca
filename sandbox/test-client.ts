import { DEFAULTS, type SandboxOptions } from './options.ts';
import { type Sandbox, startSandbox } from './sandbox.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
export type Answer = { status: number; json: any; headers: Headers; text: string };

export type Client = {
  sandbox: Sandbox;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  control(name: string, body?: unknown): Promise<Answer>;
};

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

/** Starts a simulator and a client with its token, for tests. */
export async function openClient(options: Partial<SandboxOptions> = {}): Promise<Client> {
  const sandbox = await startSandbox({ ...DEFAULTS, transactions: 3000, ...options });
  const { baseUrl, accessToken } = sandbox.ready.pix;
  const call: Client['call'] = async (method, path, body, headers) => {
    const form = body instanceof FormData;
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: headers ?? {
        Authorization: `Bearer ${accessToken}`,
        ...(form ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: form || typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return answerOf(response);
  };
  return {
    sandbox,
    call,
    get: (path) => call('GET', path),
    post: (path, body = {}) => call('POST', path, body),
    async control(name, body) {
      const response = await fetch(`${sandbox.ready.controlUrl}/${name}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'X-Sandbox-Control': '1' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return answerOf(response);
    },
  };
}
