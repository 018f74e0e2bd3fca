import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import type { HttpOutcome, Transport } from '#lib/core/http/request.ts';
import type { Answer, UnreadField } from '#lib/doctor/contract.ts';
import { collectUnreadable, isOfIntermediary, WHOLE_ROW } from '#lib/providers/absence.ts';
import { NOBODYS_CODE } from '#lib/providers/account-blocks.ts';
import { isObject, plainKey } from '#lib/providers/fields.ts';
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

/**
 * A read-only call of the port's `of`, which answers with rows, with a page of rows (`items`) or with one
 * record. `expected`: fields that pages need in a row; none: no rows.
 */
type Read = {
  of: keyof ProviderPort;
  request: (port: ProviderPort, call: Call, window: Window) => unknown;
  expected: readonly string[];
  /** Requests something that does not exist: "not found" is the expected answer. */
  lookUp?: true;
};

/** ISO 8601 UTC, `to` exclusive. */
type Window = { from: string; to: string };

const LIMIT = 50;
const page = { limit: LIMIT, position: null };
const first = { page: 1, limit: LIMIT };
const read = (of: Read['of'], expected: readonly string[], request: Read['request']): Read => ({
  of,
  request,
  expected,
});
const TRANSACTION = ['id', 'status', 'type', 'amount', 'createdAt'];
const PAYMENT = ['id', 'status', 'amount', 'createdAt'];
const DISPUTE = ['id', 'status', 'amount', 'transactionId', 'openedAt', 'deadline'];
const DELIVERY = ['id', 'transactionId', 'url', 'status', 'createdAt'];
const LINE = ['id', 'amount', 'type', 'createdAt'];
const CHARGE = ['id', 'amount', 'statusCode', 'createdAt'];

const BALANCE = read('balance', ['available'], (port, call) => port.balance?.(call));
const DISPUTES = read('disputes', DISPUTE, (port, call) => port.disputes?.list(first, call));
const WEBHOOKS = read('webhooks', ['id', 'url', 'active'], (port, call) => port.webhooks?.list(call));
const STATEMENT = read('statement', LINE, (port, call, window) => port.statement?.list(window, page, call));
/** A refusal reveals the contract's state. The decoded code belongs to nobody, so its fields are ignored. */
const CONTRACT = read('decodeCode', [], (port, call) => port.decodeCode?.(NOBODYS_CODE, call));

const payments = (of: 'charges' | 'withdrawals' | 'transfers') =>
  read(of, PAYMENT, (port, call, window) => port[of]?.list(window, page, call));

/** Requests a payment that does not exist: a refusal reveals a missing scope. */
const lookUp = (of: 'charges' | 'withdrawals'): Read => ({
  ...read(of, [], (port, call) => port[of]?.find({ clientReference: 'guiche-doctor' }, call)),
  lookUp: true,
});

const PIX: readonly Read[] = [
  read('profile', ['accountNumber'], (port, call) => port.profile?.(call)),
  BALANCE,
  read('transactions', TRANSACTION, (port, call, window) => port.transactions?.list(window, page, call)),
  DISPUTES,
  read('deliveries', DELIVERY, (port, call) => port.deliveries?.list({}, first, call)),
  WEBHOOKS,
  STATEMENT,
  read('pendingDeposits', PAYMENT, (port, call) => port.pendingDeposits?.list({}, first, call)),
  read('reports', ['id', 'status', 'createdAt'], (port, call) => port.reports?.list(first, call)),
  lookUp('charges'),
  lookUp('withdrawals'),
  // Document 1 does not describe its request or answer, so only whether it answers is checked.
  { ...read('status', [], (port, call) => port.status?.(call)), lookUp: true },
  CONTRACT,
];

const HUB: readonly Read[] = [
  BALANCE,
  read('limits', ['name', 'min', 'max'], async (port, call) => (await port.limits?.(call))?.operations),
  read('metrics', [], (port, call) => port.metrics?.(call)),
  payments('charges'),
  payments('withdrawals'),
  payments('transfers'),
  STATEMENT,
  read('pixKeys', ['id', 'key', 'type', 'status'], (port, call) => port.pixKeys?.list(call)),
  DISPUTES,
  WEBHOOKS,
  CONTRACT,
];

const CARD: readonly Read[] = [
  read('card', ['bid', 'ask'], (port, call) => port.card?.rate('USD', call)),
  read('card', CHARGE, (port, call, window) => port.card?.charges.list(window, first, call)),
];

const READS = { pix: PIX, hub: HUB, card: CARD } as const;

export const readsOf = (port: ProviderPort): Read[] => READS[port.kind].filter(({ of }) => port[of]);

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
    async () => read.request(port, call, window),
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
  const rows = result instanceof GuicheError || read.expected.length === 0 ? [] : rowsIn(result);
  const { found, unknown } = unreadOf(rows, read.expected, unreadable);
  return {
    answer: { route, ms, rows: rows.length, unknown, ...endOf(result, last, read.lookUp === true) },
    unread: found.map((field) => ({ route, ...field })),
    error: result instanceof GuicheError ? result : null,
  };
}

function rowsIn(answer: unknown): unknown[] {
  const rows = isObject(answer) && 'items' in answer ? answer.items : answer;
  return [rows].flat().filter((row) => row !== undefined);
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

type Row = Record<string, unknown>;

/**
 * Finds fields that pages need but no row has, fields whose value could not be parsed (`unreadableFields`),
 * and names Guichê does not know. A field that only some rows have is no finding.
 */
export function unreadOf(
  records: readonly unknown[],
  expected: readonly string[],
  unreadableFields: readonly string[],
) {
  const rows = records.filter(isRow);
  const unreadable = new Map<string, number>();
  const count = (field: string) => unreadable.set(field, (unreadable.get(field) ?? 0) + 1);
  for (const field of unreadableFields) count(field);
  const unknown = new Set<string>();
  for (const row of rows)
    for (const key of Object.keys(othersOf(row))) {
      const field = fieldAt(row, key);
      if (field === null) unknown.add(key);
      else if (row[field] === null && !unreadableFields.includes(field)) count(field);
    }
  for (const name of [...unknown]) if (unreadable.has(name)) unknown.delete(name);
  const found: Omit<UnreadField, 'route'>[] = [...unreadable].map(([field, times]) => ({
    field,
    why: 'unreadable' as const,
    // An unreadable row is not among `rows`, so it is added to the total.
    count: times,
    of: field === WHOLE_ROW ? rows.length + times : Math.max(times, rows.length),
  }));
  for (const field of expected)
    if (rows.length > 0 && rows.every((row) => isEmpty(row[field])) && !unreadable.has(field))
      found.push({ field, why: 'absent', count: rows.length, of: rows.length });
  return { found, unknown: [...unknown].sort() };
}

const isRow = (value: unknown): value is Row => isObject(value);
const othersOf = ({ other }: Row): Row => (isObject(other) ? other : {});

/** A substitute for a missing id (`no-id-…`) counts as absent. */
const isEmpty = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.startsWith('no-id-'));

/** The record's own field for a provider's name, or null. */
function fieldAt(row: Row, key: string): string | null {
  const plain = plainKey(key);
  return Object.keys(row).find((name) => name !== 'other' && plainKey(name) === plain) ?? null;
}
