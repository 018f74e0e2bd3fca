import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { AccountMonitor } from '#lib/core/http/health.ts';
import { createTransport } from '#lib/core/http/request.ts';
import { Secret } from '#lib/core/masking/secret.ts';
import { NO_BUDGET } from '#lib/providers/client/adapter-deps.ts';
import type { ChangeBody, ChangeTerms } from '#lib/providers/client/change.ts';
import type { CallLog } from '#lib/providers/client/request-context.ts';
import { createPixAdapter, type PixAdapterOptions } from '#lib/providers/pix/adapter.ts';
import { PixClient, type PixClientOptions } from '#lib/providers/pix/client.ts';
import type { Change, ProviderPort } from '#lib/providers/port.ts';

/** Real sockets: what the other side did, and what can be known of it, differ only there. */
export type Act = (request: IncomingMessage, response: ServerResponse) => void;
type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

/** A provider that does one chosen thing a call, then answers `{}`; begun and ended with the test file. */
export function testProvider() {
  const provider = { base: '', acts: [] as Act[], arrived: [] as Seen[] };
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        provider.arrived.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
        const act = provider.acts.shift();
        if (act === undefined) response.end('{}');
        else act(request, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    provider.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    provider.arrived = [];
    provider.acts = [];
  });
  return provider;
}

// Long enough that only what never answers reaches it on a busy machine.
export const limits = { connect: 1_500, read: 1_500, change: 1_500, export: 1_500, token: 1_500 };
/** A client of it with all that can be watched: steps, waits, logs, health. */
export function clientTo(baseUrl: string, extra: Partial<PixClientOptions> = {}) {
  const logged: CallLog[] = [];
  const waits: number[] = [];
  const steps: string[] = [];
  const monitor = new AccountMonitor();
  const transport = createTransport(limits);
  const client = new PixClient({
    account: { id: 'acc', slug: 'pix' },
    baseUrl,
    token: new Secret('hidden-token'),
    transport: (request) => {
      steps.push('send');
      return transport(request);
    },
    monitor,
    budget: NO_BUDGET,
    log: (entry) => logged.push(entry),
    clock: {
      now: Date.now,
      random: () => 0,
      sleep: async (ms) => {
        waits.push(ms);
      },
    },
    ...extra,
  });
  const run = (terms: ChangeTerms = {}, body: ChangeBody = { json: { a: 1 } }, change: object = {}) =>
    client.change('POST', '/things', body, { sending, ...change } as Change, terms);
  const sending = async () => {
    steps.push('sending');
  };
  return { client, run, logged, waits, steps, monitor };
}

export const json =
  (status: number, body: unknown, headers: object = {}): Act =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
export const envelope = (statusCode: number, errorCode: string, extra: object = {}) => ({
  status: 'ERROR',
  error: 'Reason',
  errorCode,
  message: 'Mensagem.',
  statusCode,
  requestId: 'req_1',
  ...extra,
});
export const refusal = (status: number, code: string, extra: object = {}) =>
  json(status, envelope(status, code, extra));
export const text =
  (status: number, body: string): Act =>
  (_, response) =>
    response.writeHead(status).end(body);

export type Members = Required<
  Pick<ProviderPort, 'disputes' | 'webhooks' | 'callbackSecret' | 'ownership' | 'deliveries' | 'resends'>
>;

export type MoneyMembers = Required<
  Pick<
    ProviderPort,
    | 'charges'
    | 'withdrawals'
    | 'transfers'
    | 'refunds'
    | 'keyLookup'
    | 'decodeCode'
    | 'statement'
    | 'pendingDeposits'
    | 'reports'
    | 'receipt'
    | 'status'
    | 'transactions'
  >
>;

/** The adapter over it, its waits counted and not waited for. `change` counts how often something was about to leave. */
export function portTo(baseUrl: string, extra: Partial<PixAdapterOptions> = {}) {
  const clock = { ms: Date.now() };
  const sent = { times: 0 };
  const logged: CallLog[] = [];
  const monitor = new AccountMonitor();
  const port = createPixAdapter({
    account: { id: 'acc', slug: 'pix', simulator: false },
    baseUrl,
    token: new Secret('main-token'),
    timeouts: limits,
    monitor,
    budgetOf: () => NO_BUDGET,
    log: (entry) => logged.push(entry),
    clock: {
      now: () => clock.ms,
      random: () => 0,
      sleep: async (ms) => {
        clock.ms += ms;
      },
    },
    ...extra,
  }) as Members & MoneyMembers;
  const change: Change = {
    sending: async () => {
      sent.times += 1;
    },
  };
  return { port, change, sent, clock, logged, monitor };
}
