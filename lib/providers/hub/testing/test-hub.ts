import { AccountMonitor } from '#lib/core/http/health.ts';
import type { HttpOutcome, HttpRequest } from '#lib/core/http/request.ts';
import { Secret } from '#lib/core/masking/secret.ts';
import { NO_BUDGET } from '#lib/providers/client/adapter-deps.ts';
import type { CallLog } from '#lib/providers/client/request-context.ts';
import { createHubAdapter, type HubAdapterOptions } from '#lib/providers/hub/adapter.ts';
import type { KeyedChange, ProviderPort } from '#lib/providers/port.ts';

export const ok = (body: unknown, headers: Record<string, string> = {}): HttpOutcome => ({
  kind: 'ok',
  status: 200,
  headers,
  text: typeof body === 'string' ? body : JSON.stringify(body),
});
/** Document 2's error body. */
export const no = (status: number, code: string, details?: object, headers = {}): HttpOutcome => ({
  kind: 'status',
  status,
  headers,
  text: JSON.stringify({ message: 'Mensagem.', code, ...(details === undefined ? {} : { details }) }),
});
export const fault = (kind: 'connect' | 'timeout' | 'reset', sent: boolean): HttpOutcome => ({
  kind: 'fault',
  fault: kind,
  sent,
  message: kind,
});

type ReceivedRequest = { line: string; query: Record<string, string>; body: unknown; request: HttpRequest };
type Answer = HttpOutcome | ((request: ReceivedRequest) => HttpOutcome | Promise<HttpOutcome>);
export type Members = Required<ProviderPort>;

export const TOKEN = { access_token: 'secret-jwt', token_type: 'Bearer', expires_in: 900 };

/**
 * The adapter over answers sent one by one (the last again and again). `requests` leaves out the exchanges,
 * which have their own answers in `tokens` and are counted in `exchanges`.
 */
export function hubOver(answers: Answer[], extra: Partial<HubAdapterOptions> = {}, tokens: Answer[] = []) {
  const requests: ReceivedRequest[] = [];
  const exchanges: ReceivedRequest[] = [];
  const logged: CallLog[] = [];
  const waits: number[] = [];
  const sent = { times: 0 };
  const clock = { ms: Date.parse('2026-11-19T15:00:00.000Z') };
  const monitor = new AccountMonitor(() => clock.ms);
  const port = createHubAdapter({
    account: { id: 'acc', slug: 'hub', simulator: false },
    baseUrl: 'https://hub.example/api/v1/',
    clientId: 'client-1',
    clientSecret: new Secret('secret-of-the-client'),
    auth: 'token',
    timeouts: { connect: 1, read: 1, change: 1, export: 1, token: 1 },
    transport: async (request) => {
      const one = receivedRequest(request);
      const isExchange = one.line === 'POST /oauth/token';
      const list = isExchange ? exchanges : requests;
      list.push(one);
      clock.ms += 5;
      await Promise.resolve();
      const queue = isExchange ? tokens : answers;
      const answer = queue[Math.min(list.length, queue.length) - 1] ?? ok(isExchange ? TOKEN : {});
      return typeof answer === 'function' ? answer(one) : answer;
    },
    monitor,
    budgetOf: () => NO_BUDGET,
    log: (entry) => logged.push(entry),
    clock: {
      now: () => clock.ms,
      random: () => 0,
      sleep: async (ms) => {
        waits.push(ms);
        clock.ms += ms;
      },
    },
    ...extra,
  }) as Members;
  const change: KeyedChange = {
    sending: async () => {
      sent.times += 1;
    },
  };
  return { port, change, requests, exchanges, logged, waits, sent, clock, monitor };
}

function receivedRequest(request: HttpRequest): ReceivedRequest {
  const { pathname, searchParams } = new URL(request.url);
  const { body } = request;
  return {
    line: `${request.method} ${decodeURIComponent(pathname.replace(/^\/api\/v1/, ''))}`,
    query: Object.fromEntries(searchParams),
    body: typeof body === 'string' && body.startsWith('{') ? (JSON.parse(body) as unknown) : (body ?? null),
    request,
  };
}

/** Refuses every name of a query that is not among these, as document 4's services do. */
export const taking =
  (accepted: readonly string[], answer: unknown, listsAccepted = true): Answer =>
  ({ query }) => {
    const unknownParams = Object.keys(query).filter((name) => !accepted.includes(name));
    if (unknownParams.length === 0) return ok(answer);
    return no(
      400,
      'REQUEST_UNKNOWN_QUERY_PARAM',
      listsAccepted ? { unknownParams, accepted } : { unknownParams },
    );
  };

/** Document 2's and more: what one charge and one withdrawal may hold. */
export const CHARGE = {
  id: 'chg_1',
  method: 'PIX',
  status: 'PAID',
  amount: 2500,
  description: 'pedido 77',
  serviceFee: 90,
  netAmount: 2410,
  refundedAmount: 500,
  refundFee: 0,
  refundInProgressAmount: 300,
  refundableAmount: 1700,
  openInfractionProtocol: 'prot-1',
  externalRef: 'order-77',
  callbackUrl: 'https://shop.example/pix',
  pix: { qrCodeText: '000201pix', endToEndId: 'E1' },
  customer: { name: 'Ana', document: '52998224725', email: 'ana@example.test' },
  payer: { name: 'Ana P', document: '***', bank: { name: 'Banco', ispb: '00000000' } },
  createdAt: '2026-10-05T10:00:00.000Z',
  paidAt: '2026-10-05T10:02:00.000Z',
  refundedAt: null,
  refunds: [
    { id: 'r1', amount: 500, status: 'COMPLETED', createdAt: '2026-10-06T10:00:00.000Z' },
    { id: 'r2', amount: 300, status: 'PENDING', createdAt: '2026-10-07T10:00:00.000Z' },
  ],
  mood: 'new field',
};

export const PAYOUT = {
  id: 'wd_1',
  withdrawId: 'hook_1',
  status: 'REQUESTED',
  operation: 'WITHDRAW',
  amount: 5000,
  serviceFee: 200,
  totalDebited: 5200,
  pixKey: 'a***@example.test',
  pixKeyType: 'EMAIL',
  receiver: { name: 'Bia', document: '***', bank: { name: 'Banco', ispb: '11111111', accountNumber: '1' } },
  externalRef: 'w-1',
  comment: 'folha',
  failureReason: null,
  createdAt: '2026-10-05T10:00:00.000Z',
};
