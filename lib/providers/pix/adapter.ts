import 'server-only';
import { z } from 'zod';
import { GuicheError } from '#lib/api/errors.ts';
import { normalizeDocument } from '#lib/documents.ts';
import { type Budget, createBudget, limitsFor } from '#lib/http/budget.ts';
import { type AccountMonitor, monitorOf } from '#lib/http/health.ts';
import { createTransport, type Timeouts, type Transport } from '#lib/http/request.ts';
import { centsToDecimal } from '#lib/money.ts';
import { UnreadableAnswer } from '#lib/providers/envelopes.ts';
import { type ClientOptions, PixClient, type Query } from '#lib/providers/pix/client.ts';
import { toGuicheError } from '#lib/providers/pix/errors.ts';
import { toBalance, toDetail, toProfile, toSummary, toTransaction } from '#lib/providers/pix/map.ts';
import { type Ask, walk } from '#lib/providers/pix/walk.ts';
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
  timeouts: Timeouts;
  log?: ClientOptions['log'];
  // The rest has its place in tests only.
  transport?: Transport;
  monitor?: AccountMonitor;
  budget?: Budget;
  clock?: ClientOptions['clock'];
};

const SUMMARY_ABSENT_MS = 3_600_000;

/** The Pix account API (document 1) behind the port. Amounts go out as decimal text, come back as cents. */
export function createPixAdapter(options: PixAdapterOptions): ProviderPort {
  const { account, token, timeouts, log, clock } = options;
  const now = clock?.now ?? Date.now;
  const monitor = options.monitor ?? monitorOf(account.id);
  const readable = reader(monitor);
  const client = new PixClient({
    account,
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    token,
    transport: options.transport ?? createTransport(timeouts),
    monitor,
    budget: options.budget ?? createBudget(limitsFor(account, token.reveal()), now),
    ...(log === undefined ? {} : { log }),
    ...(clock === undefined ? {} : { clock }),
  });
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
      list: (filter, page, call) => listTransactions({ client, readable, now }, filter, page, call),
      async get(id, call) {
        const path = `/user/transactions/${encodeURIComponent(id)}`;
        const { json, asOf } = await client.read(path, {}, call, { thing: true });
        return readable(() => toDetail(readDetail(json), json, asOf));
      },
    },
    summary: summaryReader({ client, readable, now }),
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

type Parts = { client: PixClient; readable: Readable; now: () => number };

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
  let absentUntil = 0;
  return async ({ from, to, byDay }, call): Promise<Summary | null> => {
    if (now() < absentUntil) return null;
    const dateTo = new Date(Date.parse(to) - 1).toISOString();
    const days = byDay ? { groupBy: 'day', grouped: 'true' } : {};
    try {
      const { json } = await client.read('/user/summary', { dateFrom: from, dateTo, ...days }, call);
      return readable(() => toSummary(readSummary(json)));
    } catch (error) {
      const status = error instanceof GuicheError ? error.details.provider?.status : null;
      if (status !== 404 && status !== 405) throw error;
      absentUntil = now() + SUMMARY_ABSENT_MS;
      return null;
    }
  };
}

type Readable = <T>(read: () => T) => T;

/** Runs a wire reader; an answer of another shape is the provider's failure, and the account's health knows it. */
function reader(monitor: AccountMonitor): Readable {
  return (read) => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof UnreadableAnswer)) throw error;
      monitor.report({ kind: 'failure' });
      throw toGuicheError({ kind: 'unreadable', status: 200, requestId: null }, { thing: false });
    }
  };
}
