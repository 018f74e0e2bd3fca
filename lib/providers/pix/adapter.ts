import 'server-only';
import { z } from 'zod';
import { GuicheError } from '#lib/api/errors.ts';
import { normalizeDocument } from '#lib/documents.ts';
import { type Budget, createBudget, limitsFor } from '#lib/http/budget.ts';
import { type AccountMonitor, monitorOf } from '#lib/http/health.ts';
import { createTransport, type Timeouts, type Transport } from '#lib/http/request.ts';
import { centsToDecimal } from '#lib/money.ts';
import { PixClient, type Query } from '#lib/providers/pix/client.ts';
import { deliveriesOf } from '#lib/providers/pix/deliveries.ts';
import { disputesOf } from '#lib/providers/pix/disputes.ts';
import type { ClientOptions } from '#lib/providers/pix/line.ts';
import { toBalance, toDetail, toProfile, toSummary, toTransaction } from '#lib/providers/pix/map.ts';
import { absentFor, type Parts, reader } from '#lib/providers/pix/parts.ts';
import { resendsOf } from '#lib/providers/pix/resends.ts';
import { type Ask, walk } from '#lib/providers/pix/walk.ts';
import { callbackSecretOf, ownershipOf, webhooksOf } from '#lib/providers/pix/webhooks.ts';
import { readBalance, readDetail, readProfile, readTransactions } from '#lib/providers/pix/wire.ts';
import { readSummary } from '#lib/providers/pix/wire-summary.ts';
import type { Call, ProviderPort, TransactionFilter } from '#lib/providers/port.ts';
import type { Summary } from '#lib/providers/records.ts';
import type { Secret } from '#lib/secret.ts';

export type PixAdapterOptions = {
  account: { id: string; slug: string; simulator: boolean };
  /** Ends with /v1. */
  baseUrl: string;
  token: Secret;
  /** Where the account's webhooks are when a sandbox checks their ownership (document 3). */
  sandbox?: { url: string; token: Secret };
  timeouts: Timeouts;
  log?: ClientOptions['log'];
  // The rest has its place in tests only.
  transport?: Transport;
  monitor?: AccountMonitor;
  budget?: Budget;
  clock?: ClientOptions['clock'];
};

type Place = Pick<ClientOptions, 'token' | 'monitor' | 'budget'>;

/** The Pix account API (document 1) behind the port. Amounts go out as decimal text, come back as cents. */
export function createPixAdapter(options: PixAdapterOptions): ProviderPort {
  const { account, token, timeouts, log, clock } = options;
  const now = clock?.now ?? Date.now;
  const monitor = options.monitor ?? monitorOf(account.id);
  const readable = reader(monitor);
  const transport = options.transport ?? createTransport(timeouts);
  const clientOf = (baseUrl: string, place: Place) =>
    new PixClient({
      account,
      baseUrl: baseUrl.replace(/\/+$/, ''),
      transport,
      ...place,
      ...(log === undefined ? {} : { log }),
      ...(clock === undefined ? {} : { clock }),
    });
  const budgetOf = (by: Secret) => options.budget ?? createBudget(limitsFor(account, by.reveal()), now);
  const client = clientOf(options.baseUrl, { token, monitor, budget: budgetOf(token) });
  const parts: Parts = { client, readable, now };

  /** With a sandbox that checks ownership all of the webhooks live there, under its own credential (document 3). */
  function webhookMembers(): Pick<ProviderPort, 'webhooks' | 'ownership'> {
    const { sandbox } = options;
    if (sandbox === undefined) return { webhooks: webhooksOf(parts) };
    const root = sandbox.url.replace(/\/+$/, '').replace(/\/v1$/, '');
    // Its troubles are not the account's: nothing else must wait for it.
    const apart = options.monitor ?? monitorOf(`${account.id} sandbox`);
    const place = { token: sandbox.token, monitor: apart, budget: budgetOf(sandbox.token) };
    const there: Parts = { client: clientOf(`${root}/v1`, place), readable: reader(apart), now };
    return { webhooks: webhooksOf(there), ownership: ownershipOf(clientOf(root, place), there) };
  }

  return {
    kind: 'pix',
    async balance(call) {
      const { json, asOf } = await client.read('/user/balance', {}, call);
      return readable(() => toBalance(readBalance(json), asOf));
    },
    async profile(call) {
      const { json, asOf } = await client.read('/user', {}, call);
      return readable(() => toProfile(readProfile(json), asOf));
    },
    transactions: {
      list: (filter, page, call) => listTransactions(parts, filter, page, call),
      async get(id, call) {
        const path = `/user/transactions/${encodeURIComponent(id)}`;
        const { json, asOf } = await client.read(path, {}, call, { thing: true });
        return readable(() => toDetail(readDetail(json), json, asOf));
      },
    },
    summary: summaryReader(parts),
    disputes: disputesOf(parts),
    callbackSecret: callbackSecretOf(parts),
    deliveries: deliveriesOf(parts),
    resends: resendsOf(parts),
    ...webhookMembers(),
  };
}

const Position = z.object({
  by: z.literal(['time', 'page']),
  edge: z.number().nullable(),
  page: z.int().min(1),
  size: z.int().min(0).max(1000),
  sent: z.string(),
  total: z.int().nullable(),
});

async function listTransactions(
  { client, readable, now }: Parts,
  filter: TransactionFilter,
  { limit, position }: { limit: number; position: unknown },
  call: Call,
) {
  let asOf = new Date(now()).toISOString();
  const fetchWindow = async (ask: Ask) => {
    const answer = await client.read('/user/transactions', listQuery(filter, ask), call);
    asOf = answer.asOf;
    const { rows, total, pages } = readable(() => readTransactions(answer.json));
    return { rows: rows.map(toTransaction), total, pages };
  };
  const from = position === null || position === undefined ? null : Position.safeParse(position).data;
  if (from === undefined) throw new GuicheError('invalid_request', 'The position is not of this list.');
  const walked = walk(fetchWindow, { limit, position: from, now });
  const { items, next, total } = await walked.catch((error: unknown) =>
    readable(() => {
      throw error;
    }),
  );
  return { items, next, total, asOf };
}

/** Document 1's filters: instants with `dateTo` inclusive, lists comma-separated, the document without punctuation. */
function listQuery(filter: TransactionFilter, { dateTo, page, size }: Ask): Query {
  const end = filter.to === undefined ? undefined : Date.parse(filter.to) - 1;
  const last = dateTo ?? end;
  const list = (words: readonly string[] | undefined) => (words?.length ? words.join(',') : undefined);
  return {
    dateFrom: filter.from === undefined ? undefined : new Date(filter.from).toISOString(),
    dateTo: last === undefined ? undefined : new Date(last).toISOString(),
    status: list(filter.status),
    type: list(filter.type),
    method: list(filter.method),
    clientReference: filter.clientReference,
    virtualAccount: filter.virtualAccount,
    endToEndId: filter.endToEndId,
    document: filter.document === undefined ? undefined : normalizeDocument(filter.document),
    name: filter.name,
    amount: filter.amount === undefined ? undefined : centsToDecimal(filter.amount),
    page: String(page),
    limit: String(Math.min(1000, size)),
  };
}

/** GET /user/summary is not in document 1: a service without it answers 404 or 405, and is left alone for an hour. */
function summaryReader({ client, readable, now }: Parts): NonNullable<ProviderPort['summary']> {
  const absent = absentFor(now);
  return ({ from, to, byDay }, call): Promise<Summary | null> => {
    const dateTo = new Date(Date.parse(to) - 1).toISOString();
    const days = byDay ? { groupBy: 'day', grouped: 'true' } : {};
    return absent(async () => {
      const { json } = await client.read('/user/summary', { dateFrom: from, dateTo, ...days }, call);
      return readable(() => toSummary(readSummary(json)));
    });
  };
}
