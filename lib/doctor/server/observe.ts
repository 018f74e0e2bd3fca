import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import type { HttpOutcome, Transport } from '#lib/core/http/request.ts';
import type { Answer, UnreadField } from '#lib/doctor/contract.ts';
import { unreadOf } from '#lib/doctor/server/unread.ts';
import { collectUnreadable } from '#lib/providers/absence.ts';
import { NOBODYS_CODE } from '#lib/providers/contract-probe.ts';
import { isOfIntermediary } from '#lib/providers/intermediary-codes.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';

/** One exchange with the provider. `path` has no query, which may name people. `ms`: duration. */
export type Exchange = { method: string; path: string; outcome: HttpOutcome; ms: number };

/** A transport that records every exchange. */
export const watching =
  (seen: Exchange[]) =>
  (transport: Transport): Transport =>
  async (request) => {
    const begun = performance.now();
    const outcome = await transport(request);
    const { pathname } = new URL(request.url);
    seen.push({ method: request.method, path: pathname, outcome, ms: performance.now() - begun });
    return outcome;
  };

/** Limit for repeated fields: a list may count millions. */
const MOST_UNREADABLE = 1_000;

export type Reading = { answer: Answer; unread: UnreadField[]; error: GuicheError | null };

/** One read-only call. `expected`: fields that pages need in a row. */
type Read = {
  ask: (port: ProviderPort, call: Call, window: Window) => Promise<unknown[]>;
  has: (port: ProviderPort) => unknown;
  expected: readonly string[];
  /** Asks for something that does not exist: "not found" is the expected answer. */
  lookUp?: true;
};

/** ISO 8601 UTC, `to` exclusive. */
type Window = { from: string; to: string };

const LIMIT = 50;

const page = { limit: LIMIT, position: null };

const first = { page: 1, limit: LIMIT };

const rows = (list: readonly unknown[] | null | undefined) => [...(list ?? [])];

const PAYMENT = ['id', 'status', 'amount', 'createdAt'];

const BALANCE: Read = {
  has: (port) => port.balance,
  ask: async (port, call) => rows([await port.balance?.(call)]),
  expected: ['available'],
};

const DISPUTES: Read = {
  has: (port) => port.disputes,
  ask: async (port, call) => rows((await port.disputes?.list(first, call))?.items),
  expected: ['id', 'status', 'amount', 'transactionId', 'openedAt', 'deadline'],
};

const WEBHOOKS: Read = {
  has: (port) => port.webhooks,
  ask: async (port, call) => rows((await port.webhooks?.list(call))?.items),
  expected: ['id', 'url', 'active'],
};

const STATEMENT: Read = {
  has: (port) => port.statement,
  ask: async (port, call, window) => rows((await port.statement?.list(window, page, call))?.items),
  expected: ['id', 'amount', 'type', 'createdAt'],
};

/** A refusal reveals the contract's state. The decoded code belongs to nobody, so its fields are ignored. */
const CONTRACT: Read = {
  has: (port) => port.decodeCode,
  ask: async (port, call) => {
    await port.decodeCode?.(NOBODYS_CODE, call);
    return [];
  },
  expected: [],
};

const payments = (of: 'charges' | 'withdrawals' | 'transfers'): Read => ({
  has: (port) => port[of],
  ask: async (port, call, window) => rows((await port[of]?.list(window, page, call))?.items),
  expected: PAYMENT,
});

/** Asks for a payment that does not exist: a refusal reveals a missing scope. */
const lookUp = (of: 'charges' | 'withdrawals'): Read => ({
  has: (port) => port[of],
  ask: async (port, call) => {
    await port[of]?.find({ clientReference: 'guiche-doctor' }, call);
    return [];
  },
  expected: [],
  lookUp: true,
});

const PIX: readonly Read[] = [
  {
    has: (port) => port.profile,
    ask: async (port, call) => rows([await port.profile?.(call)]),
    expected: ['accountNumber'],
  },
  BALANCE,
  {
    has: (port) => port.transactions,
    ask: async (port, call, window) => rows((await port.transactions?.list(window, page, call))?.items),
    expected: ['id', 'status', 'type', 'amount', 'createdAt'],
  },
  DISPUTES,
  {
    has: (port) => port.deliveries,
    ask: async (port, call) => rows((await port.deliveries?.list({}, first, call))?.items),
    expected: ['id', 'transactionId', 'url', 'status', 'createdAt'],
  },
  WEBHOOKS,
  STATEMENT,
  {
    has: (port) => port.pendingDeposits,
    ask: async (port, call) => rows((await port.pendingDeposits?.list({}, first, call))?.items),
    expected: PAYMENT,
  },
  {
    has: (port) => port.reports,
    ask: async (port, call) => rows((await port.reports?.list(first, call))?.items),
    expected: ['id', 'status', 'createdAt'],
  },
  lookUp('charges'),
  lookUp('withdrawals'),
  {
    // Document 1 does not describe its request or answer, so only whether it answers is checked.
    has: (port) => port.status,
    ask: async (port, call) => {
      await port.status?.(call);
      return [];
    },
    expected: [],
    lookUp: true,
  },
  CONTRACT,
];

const HUB: readonly Read[] = [
  BALANCE,
  {
    has: (port) => port.limits,
    ask: async (port, call) => rows((await port.limits?.(call))?.operations),
    expected: ['name', 'min', 'max'],
  },
  {
    has: (port) => port.metrics,
    ask: async (port, call) => {
      await port.metrics?.(call);
      return [];
    },
    expected: [],
  },
  payments('charges'),
  payments('withdrawals'),
  payments('transfers'),
  STATEMENT,
  {
    has: (port) => port.pixKeys,
    ask: async (port, call) => rows((await port.pixKeys?.list(call))?.items),
    expected: ['id', 'key', 'type', 'status'],
  },
  DISPUTES,
  WEBHOOKS,
  CONTRACT,
];

const CARD: readonly Read[] = [
  {
    has: (port) => port.card,
    ask: async (port, call) => rows([await port.card?.rate('USD', call)]),
    expected: ['bid', 'ask'],
  },
  {
    has: (port) => port.card,
    ask: async (port, call, window) => rows((await port.card?.charges.list(window, first, call))?.items),
    expected: ['id', 'amount', 'statusCode', 'createdAt'],
  },
];

const READS = { pix: PIX, hub: HUB, card: CARD } as const;

export const readsOf = (port: ProviderPort): Read[] => READS[port.kind].filter((read) => read.has(port));

/** Makes one call and returns its result. Throws only on defects of Guichê and when the caller aborts. */
export async function runRead(
  read: Read,
  { port, call, window, seen }: { port: ProviderPort; call: Call; window: Window; seen: Exchange[] },
): Promise<Reading> {
  const before = seen.length;
  const begun = performance.now();
  const unreadable: string[] = [];
  const result = await collectUnreadable(
    (field, times) => unreadable.push(...Array<string>(Math.min(times, MOST_UNREADABLE)).fill(field)),
    () => read.ask(port, call, window),
  ).catch((thrown: unknown) => {
    call.signal?.throwIfAborted();
    if (thrown instanceof GuicheError) return thrown;
    throw thrown;
  });
  const ms = Math.round(performance.now() - begun);
  const exchanges = seen.slice(before);
  const last = exchanges.at(-1);
  // For an absent route the report names the likeliest path, otherwise the path that answered.
  const absent = result instanceof GuicheError && isAbsent(last);
  const shown = absent ? exchanges.find(isAbsent) : last;
  const route = shown === undefined ? '' : `${shown.method} ${shown.path}`;
  const rows = result instanceof GuicheError ? [] : result.filter((row) => row !== undefined);
  const { found, unknown } = unreadOf(rows, read.expected, unreadable);
  return {
    answer: { route, ms, rows: rows.length, unknown, ...endOf(result, last, read.lookUp === true) },
    unread: found.map((field) => ({ route, ...field })),
    error: result instanceof GuicheError ? result : null,
  };
}

const isAbsent = (last: Exchange | undefined) =>
  last?.outcome.kind === 'status' && [404, 405].includes(last.outcome.status);

function endOf(
  result: unknown,
  last: Exchange | undefined,
  lookUp: boolean,
): Pick<Answer, 'end' | 'code' | 'missing'> {
  const absent = isAbsent(last);
  if (!(result instanceof GuicheError) && lookUp) return { end: 'read', code: null };
  if (!(result instanceof GuicheError)) return { end: absent ? 'absent' : 'read', code: null };
  const { provider } = result.details;
  const code = provider?.code ?? null;
  if (absent) return { end: 'absent', code };
  if (isOfIntermediary(code)) return { end: 'failed', code };
  if (provider?.status !== undefined && provider.status !== null && provider.status >= 400)
    return { end: 'refused', code };
  const { missing = [] } = result.details;
  return last?.outcome.kind === 'ok'
    ? { end: 'unreadable', code, missing: [...missing] }
    : { end: 'failed', code };
}
