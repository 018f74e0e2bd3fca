import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Act, Provider } from './table.ts';

/** Address to which the gate forwards a provider's calls; PEM for one that needs a certificate. */
export type Target = { origin: string; tls?: { cert: string; key: string; ca: string } };
type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer };
type ReceivedCall = { provider: Provider; request: IncomingMessage; path: string; body: Buffer };

export type GateOptions = {
  targets: Record<Provider, Target>;
  /** The provider's clock, epoch ms; the gate's own answers have it as their Date. */
  now: () => Promise<number>;
  /** Revokes every token the provider has issued until now. */
  endTokens: (provider: Provider) => Promise<void>;
  /** The product's time limit for a changing call, ms. */
  limitMs: number;
};
export type Armed = {
  act: Act;
  /** Runs during the call (`take-over`: after it was applied; `twice`: before). */
  meanwhile?: (() => Promise<unknown>) | undefined;
};
export type Gate = Awaited<ReturnType<typeof startGate>>;

const CODES: Record<number, [pix: string, hub: string]> = {
  401: ['PZA100', 'TOKEN_INVALID'],
  403: ['PZA200', 'TOKEN_MISSING_SCOPE'],
  409: ['PZG409', 'SOME_CONFLICT'],
  422: ['PZS102', 'SOMETHING_WRONG'],
  424: ['PZI110', 'BANK_FAILED'],
  429: ['PZG429', 'RATE_LIMITED'],
};

/**
 * A proxy in front of the simulators, on real sockets, that applies the armed fault to each changing call.
 */
export async function startGate(options: GateOptions) {
  let armed: (Armed & { left: number }) | null = null;
  let arrived = 0;
  /** The last correct answer to each provider's route; a `lie` is derived from it. */
  const good = new Map<string, Answer>();
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    serve(request, response).catch(() => response.destroy());
  });
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = await read(request);
    arrived += 1;
    const now = armed;
    if (now === null) return end(response, await forward(options, received));
    now.left -= 1;
    if (now.left <= 0) armed = null;
    await meet(options, now, received, response, good);
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arm(next: Armed) {
      armed = { ...next, left: 'times' in next.act ? (next.act.times ?? 1) : 1 };
    },
    clear() {
      armed = null;
      arrived = 0;
    },
    /** Number of changing calls since `clear`. */
    arrived: () => arrived,
    stop: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

async function read(request: IncomingMessage): Promise<ReceivedCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const [, provider = '', ...rest] = (request.url ?? '').split('/');
  return {
    provider: provider as Provider,
    request,
    path: `/${rest.join('/')}`,
    body: Buffer.concat(chunks),
  };
}

function forward({ targets }: GateOptions, { provider, request, path, body }: ReceivedCall): Promise<Answer> {
  const { origin, tls } = targets[provider];
  const { host: _, connection: __, ...headers } = request.headers;
  const options = { method: request.method, headers, ...tls };
  return new Promise((resolve, reject) => {
    const made = tls === undefined ? httpRequest : httpsRequest;
    const call = made(`${origin}${path}`, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { connection: ___, 'transfer-encoding': ____, ...headers } = response.headers;
        resolve({ status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks) });
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}

function end(response: ServerResponse, { status, headers, body }: Answer): void {
  response.sendDate = false;
  response.writeHead(status, { ...headers, 'content-length': String(body.length) });
  response.end(body);
}

async function meet(
  options: GateOptions,
  { act, meanwhile }: Armed,
  received: ReceivedCall,
  response: ServerResponse,
  good: Map<string, Answer>,
): Promise<void> {
  const route = `${received.provider} ${received.request.method} ${received.path.split('?')[0]}`;
  if (act.does === 'twice') await meanwhile?.();
  if (act.does === 'end-tokens') await options.endTokens(received.provider);
  const applies = !('applied' in act) || act.applied;
  const truth = applies ? await forward(options, received) : null;
  if (act.does === 'take-over') await meanwhile?.();
  if (truth !== null && truth.status < 300) good.set(route, truth);
  switch (act.does) {
    case 'reset':
    case 'die':
    case 'clock':
      response.socket?.resetAndDestroy();
      return;
    case 'silence':
      return;
    case 'drip':
      return drip(response, truth as Answer, act.within ? 300 : options.limitMs * 2);
    case 'lie': {
      const source = truth ?? good.get(route);
      if (source === undefined) throw new Error(`Nothing good was answered to ${route} yet.`);
      return end(response, { ...source, body: Buffer.from(lied(source.body.toString(), act.about)) });
    }
    case 'take-over':
    case 'twice':
    case 'end-tokens':
      return end(response, truth as Answer);
    case 'refuse-connection':
    case 'wrong-certificate':
      throw new Error('No call comes so far.');
    default:
      return end(response, await answer(options, act, received.provider, truth));
  }
}

type Status = Extract<Act, { does: 'status' }>;
type AnsweringAct = Exclude<
  Extract<Act, { applied: boolean }>,
  { does: 'drip' | 'clock' | 'lie' | 'die' | 'take-over' | 'twice' }
>;

async function answer(
  { now }: GateOptions,
  act: AnsweringAct,
  provider: Provider,
  truth: Answer | null,
): Promise<Answer> {
  const date = new Date(await now()).toUTCString();
  const as = (status: number, type: string, body: string | Buffer, more: object = {}): Answer => ({
    status,
    headers: { date, 'content-type': type, ...more },
    body: Buffer.from(body),
  });
  const json = 'application/json; charset=utf-8';
  if (act.does === 'cut') {
    const whole = truth?.body ?? Buffer.from('{"id": "00000000-0000-4000-8000-000000000000", "amount": 1');
    return as(200, json, whole.subarray(0, Math.max(1, Math.floor(whole.length / 2))));
  }
  if (act.does === 'html') return as(200, 'text/html', '<!doctype html><h1>502 Bad Gateway</h1>');
  if (act.does === 'empty') return as(200, json, '');
  if (act.does === 'huge') return as(200, json, JSON.stringify({ data: 'x'.repeat(5 * 1024 * 1024) }));
  if (act.does === 'error-200') return as(200, json, JSON.stringify(refusal(provider, 500)));
  const { status, retryAfterSeconds: wait } = act as Status;
  const headers = wait === undefined ? {} : { 'retry-after': String(wait) };
  return as(status, json, JSON.stringify(refusal(provider, status, wait)), headers);
}

/** A refusal in the format of each provider's document. */
function refusal(provider: Provider, status: number, retryAfterSeconds?: number): object {
  const message = 'Não foi possível atender.';
  const [pix = 'PZI100', hub = 'INTERNAL_ERROR'] = CODES[status] ?? [];
  if (provider === 'card') return { message, errors: [] };
  if (provider === 'hub')
    return {
      message,
      code: hub,
      ...(retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } }),
    };
  return {
    status: 'ERROR',
    error: 'Error',
    errorCode: pix,
    message,
    statusCode: status,
    requestId: '00000000-0000-4000-8000-000000000001',
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

async function drip(response: ServerResponse, { status, headers, body }: Answer, ms: number): Promise<void> {
  response.sendDate = false;
  response.writeHead(status, { ...headers, 'content-length': String(body.length) });
  const step = Math.max(1, Math.ceil(body.length / 10));
  for (let from = 0; from < body.length && !response.destroyed; from += step) {
    response.write(body.subarray(from, from + step));
    await sleep(ms / 10);
  }
  response.end();
}

/** The answer with another reference, or with twice the amount. */
function lied(body: string, about: 'reference' | 'amount'): string {
  if (about === 'reference')
    return body.replace(/("(?:clientReference|externalRef|externalId)":\s*")[^"]*"/g, '$1somebody-elses"');
  return body.replace(
    /("amount":\s*)(\d+(?:\.\d+)?)/g,
    (_, name: string, amount: string) => `${name}${2 * Number(amount)}`,
  );
}
