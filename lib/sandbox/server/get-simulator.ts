import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { AccountKind } from '#lib/core/account-kinds.ts';
import { decimalToCents } from '#lib/core/money.ts';
import type {
  CallFault,
  DeliveryFault,
  SimulatorCharge,
  SimulatorHub,
  SimulatorLogEntry,
  SimulatorPlan,
  SimulatorState,
} from '#lib/sandbox/contract.ts';
import { callSimulator } from '#lib/sandbox/server/control.ts';

type Fields = Record<string, unknown>;

/** A delivery fault that ends later than this lasts until cleared. */
const NO_END_MS = 365 * 86_400_000;

/** Reais become cents, missing values null. Never throws: of another version it reads what it understands. */
export function stateOf(
  answer: unknown,
  { kind, baseUrl }: { kind: AccountKind; baseUrl: string },
): SimulatorState {
  const raw = fields(answer);
  const own = kind === 'pix' ? raw : fields(raw[kind]);
  const clock = fields(raw.clock);
  const account = fields(raw.account);
  const now = time(clock.now);
  return {
    kind,
    now: instant(clock.now),
    speed: number(clock.speed),
    seed: number(raw.seed),
    transactions: kind === 'pix' ? whole(raw.transactions) : null,
    baseUrl,
    faults: list(raw.faults, (fault) => fault)
      .filter((fault) => isOf(kind, fault))
      .map(callFault),
    deliveryFaults: list(fields(own[DELIVERIES[kind]]).faults, (fault) => deliveryFault(fault, now)),
    account: accountOf(kind === 'pix' ? account : fields(own.settings), kind, account.dialect),
    hub: kind === 'hub' ? hubOf(own) : null,
    pending: kind === 'pix' ? list(fields(raw.pending).charges, charge) : list(own.pending, waiting),
    upcoming: kind === 'pix' ? list(raw.upcoming, plan).filter((entry) => entry !== null) : [],
    log: list(raw.log, logEntry).filter((entry) => kind === 'pix' || isShown(kind, entry)),
  };
}

const DELIVERIES: Record<AccountKind, string> = { pix: 'deliveries', hub: 'deliveries', card: 'postbacks' };

/** A fault without path and API belongs to document 1; with a path it affects every API. */
const isOf = (kind: AccountKind, { api, path }: Fields) =>
  api === kind || (api === undefined && (kind === 'pix' || typeof path === 'string'));

const COMMON_ENTRIES = ['armed', 'cleared', 'state', 'time', 'reset'];

/** A delivery's sentence begins with its event; these are the events of document 1. */
const PIX_DELIVERY = /^(?:TRANSACTION_|INFRACTION_CHANGED)/;

/** Document 2 writes events in capitals, document 3 as `charge.update`. */
const HUB_DELIVERY = /^[A-Z]/;

const isShown = (kind: AccountKind, entry: SimulatorLogEntry) =>
  entry.kind === kind ||
  COMMON_ENTRIES.includes(entry.kind) ||
  (entry.kind === 'delivery' &&
    !PIX_DELIVERY.test(entry.text) &&
    HUB_DELIVERY.test(entry.text) === (kind === 'hub')) ||
  (entry.kind === 'fault' && entry.target?.startsWith(`${kind} `) === true);

/** Only document 1 has a contract and a lock. The dialect of answers is common to the whole simulator. */
function accountOf(own: Fields, kind: AccountKind, dialect: unknown): SimulatorState['account'] {
  const contract = (['signed', 'pending'] as const).find((one) => kind === 'pix' && one === own.contract);
  return {
    contract: contract ?? null,
    locked: kind === 'pix' ? flag(own.locked) : null,
    ips: texts(own.ips),
    scopes: texts(own.scopes),
    dialect: text(dialect),
  };
}

function hubOf(own: Fields): SimulatorHub {
  const settings = fields(own.settings);
  const deliveries = fields(own.deliveries);
  const [first] = list(deliveries.first, (one) => ({
    event: text(one.event) ?? '',
    url: text(one.url),
    attempts: whole(one.attempts) ?? 0,
    nextAt: instant(one.nextAt),
  }));
  return {
    holderBlocked: settings.holderBlocked === true,
    expired: settings.expired === true,
    revoked: (texts(settings.revoked) ?? []).length > 0,
    blocksBalance: settings.blocksBalance === true,
    blockedOperations: texts(settings.blockedOperations) ?? [],
    callbackSecret: flag(own.callbackSecret),
    queue: { waiting: whole(deliveries.waiting) ?? 0, first: first ?? null },
  };
}

/** A waiting Hub or card payment; its amount is in cents already. */
function waiting(raw: Fields): SimulatorCharge {
  return {
    id: text(raw.id) ?? '',
    made: true,
    clientReference: text(raw.externalRef) ?? text(raw.externalId),
    virtualAccount: null,
    amount: whole(raw.amount),
    expiresAt: instant(raw.expiresAt),
  };
}

function callFault(raw: Fields): CallFault {
  return {
    id: text(raw.id) ?? '',
    method: text(raw.method),
    path: text(raw.path),
    kind: text(raw.kind) ?? '',
    status: whole(raw.status),
    errorCode: text(raw.errorCode),
    ms: number(raw.ms),
    percent: whole(raw.percent),
    remaining: whole(raw.left),
    count: whole(raw.asked),
  };
}

function deliveryFault(raw: Fields, now: number | null): DeliveryFault {
  const [count, done, until] = [whole(raw.count), whole(raw.done) ?? 0, time(raw.untilMs)];
  const endless = until !== null && until - (now ?? Date.now()) > NO_END_MS;
  return {
    id: text(raw.id) ?? '',
    url: text(raw.url),
    kind: text(raw.kind) ?? '',
    status: whole(raw.status),
    failed: done,
    remaining: count === null ? null : Math.max(0, count - done),
    until: endless ? null : instant(until),
  };
}

function charge(raw: Fields): SimulatorCharge {
  return {
    id: text(raw.id) ?? '',
    made: raw.made === true,
    clientReference: text(raw.clientReference),
    virtualAccount: text(raw.virtualAccount),
    amount: decimalToCents(String(raw.amount))?.cents ?? null,
    expiresAt: instant(raw.expiresAt),
  };
}

function plan(raw: Fields): SimulatorPlan | null {
  const at = instant(raw.at);
  return at === null ? null : { at, act: text(raw.act) ?? '', target: text(raw.target) };
}

function logEntry(raw: Fields): SimulatorLogEntry {
  return {
    at: instant(raw.at),
    kind: text(raw.kind) ?? '',
    text: text(raw.text) ?? '',
    target: text(raw.target),
  };
}

const fields = (value: unknown): Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {};
const list = <T>(value: unknown, read: (item: Fields) => T): T[] =>
  Array.isArray(value) ? value.map((item) => read(fields(item))) : [];
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const texts = (value: unknown): string[] | null =>
  Array.isArray(value) ? value.filter((word) => typeof word === 'string') : null;
const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);
const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
const whole = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) ? value : null;
/** Epoch ms, from epoch ms or from an instant's text. */
const time = (value: unknown): number | null => number(typeof value === 'string' ? Date.parse(value) : value);

function instant(value: unknown): string | null {
  const at = time(value);
  return at === null || Math.abs(at) > 8.64e15 ? null : new Date(at).toISOString();
}

/** The simulator's state: clock, abnormal settings, waiting payments and log. */
export async function getSimulator({ ctx }: { ctx: Ctx }): Promise<SimulatorState> {
  const { kind, baseUrl } = ctx.account;
  return stateOf(await callSimulator(ctx, 'GET', 'state'), { kind, baseUrl });
}
