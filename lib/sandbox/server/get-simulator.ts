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
import { askSimulator } from '#lib/sandbox/server/control.ts';

type Fields = Record<string, unknown>;

/** Further away than this, the end of a failure of deliveries stands for "until it is taken off". */
const NO_END_MS = 365 * 86_400_000;

/**
 * The simulator's own words in this product's: reais become cents, what it does not say is null.
 * Never throws: a simulator of another age is shown as far as it is understood.
 */
export function stateOf(
  answer: unknown,
  { kind, baseUrl }: { kind: AccountKind; baseUrl: string },
): SimulatorState {
  const said = fields(answer);
  const own = kind === 'pix' ? said : fields(said[kind]);
  const clock = fields(said.clock);
  const account = fields(said.account);
  const now = time(clock.now);
  return {
    kind,
    now: instant(clock.now),
    speed: number(clock.speed),
    seed: number(said.seed),
    transactions: kind === 'pix' ? whole(said.transactions) : null,
    baseUrl,
    faults: list(said.faults, (fault) => (isOf(kind, fault) ? callFault(fault) : null)).filter(
      (fault) => fault !== null,
    ),
    deliveryFaults: list(fields(own[DELIVERIES[kind]]).faults, (fault) => deliveryFault(fault, now)),
    account: kind === 'pix' ? pixAccount(account) : otherAccount(own, account),
    hub: kind === 'hub' ? hubOf(own) : null,
    pending: kind === 'pix' ? list(fields(said.pending).charges, charge) : list(own.pending, waiting),
    upcoming: kind === 'pix' ? list(said.upcoming, plan).filter((entry) => entry !== null) : [],
    log: list(said.log, logEntry).filter((entry) => kind === 'pix' || isTold(kind, entry)),
  };
}

const DELIVERIES: Record<AccountKind, string> = { pix: 'deliveries', hub: 'deliveries', card: 'postbacks' };

/** A fault without a path and an API is document 1's; with a path it meets whichever API serves that path. */
const isOf = (kind: AccountKind, { api, path }: Fields) =>
  api === kind || (api === undefined && (kind === 'pix' || typeof path === 'string'));

const COMMON_ENTRIES = ['armed', 'cleared', 'state', 'time', 'reset'];

/** A delivery's sentence begins with its event: these are document 1's. */
const PIX_DELIVERY = /^(?:TRANSACTION_|INFRACTION_CHANGED)/;

/** Document 2 writes events in capitals, document 3 as `charge.update`. */
const HUB_DELIVERY = /^[A-Z]/;

const isTold = (kind: AccountKind, entry: SimulatorLogEntry) =>
  entry.kind === kind ||
  COMMON_ENTRIES.includes(entry.kind) ||
  (entry.kind === 'delivery' &&
    !PIX_DELIVERY.test(entry.text) &&
    HUB_DELIVERY.test(entry.text) === (kind === 'hub')) ||
  (entry.kind === 'fault' && entry.target?.startsWith(`${kind} `) === true);

function pixAccount(account: Fields): SimulatorState['account'] {
  return {
    contract: account.contract === 'pending' ? 'pending' : account.contract === 'signed' ? 'signed' : null,
    locked: typeof account.locked === 'boolean' ? account.locked : null,
    ips: words(account.ips),
    scopes: words(account.scopes),
    dialect: text(account.dialect),
  };
}

/** How answers are spelled is one for all of the simulator. */
function otherAccount(own: Fields, account: Fields): SimulatorState['account'] {
  const settings = fields(own.settings);
  const dialect = text(account.dialect);
  return { contract: null, locked: null, ips: words(settings.ips), scopes: words(settings.scopes), dialect };
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
    revoked: (words(settings.revoked) ?? []).length > 0,
    blocksBalance: settings.blocksBalance === true,
    blockedOperations: words(settings.blockedOperations) ?? [],
    callbackSecret: typeof own.callbackSecret === 'boolean' ? own.callbackSecret : null,
    queue: { waiting: whole(deliveries.waiting) ?? 0, first: first ?? null },
  };
}

/** A Hub or card payment that waits; cents already. */
function waiting(said: Fields): SimulatorCharge {
  return {
    id: text(said.id) ?? '',
    made: true,
    clientReference: text(said.externalRef) ?? text(said.externalId),
    virtualAccount: null,
    amount: whole(said.amount),
    expiresAt: instant(said.expiresAt),
  };
}

function callFault(said: Fields): CallFault {
  return {
    id: text(said.id) ?? '',
    method: text(said.method),
    path: text(said.path),
    kind: text(said.kind) ?? '',
    status: whole(said.status),
    errorCode: text(said.errorCode),
    ms: number(said.ms),
    percent: whole(said.percent),
    remaining: whole(said.left),
    count: whole(said.asked),
  };
}

function deliveryFault(said: Fields, now: number | null): DeliveryFault {
  const [count, done, until] = [whole(said.count), whole(said.done) ?? 0, time(said.untilMs)];
  const endless = until !== null && until - (now ?? Date.now()) > NO_END_MS;
  return {
    id: text(said.id) ?? '',
    url: text(said.url),
    kind: text(said.kind) ?? '',
    status: whole(said.status),
    failed: done,
    remaining: count === null ? null : Math.max(0, count - done),
    until: endless ? null : instant(until),
  };
}

function charge(said: Fields): SimulatorCharge {
  return {
    id: text(said.id) ?? '',
    made: said.made === true,
    clientReference: text(said.clientReference),
    virtualAccount: text(said.virtualAccount),
    amount: decimalToCents(String(said.amount))?.cents ?? null,
    expiresAt: instant(said.expiresAt),
  };
}

function plan(said: Fields): SimulatorPlan | null {
  const at = instant(said.at);
  return at === null ? null : { at, act: text(said.act) ?? '', target: text(said.target) };
}

function logEntry(said: Fields): SimulatorLogEntry {
  return {
    at: instant(said.at),
    kind: text(said.kind) ?? '',
    text: text(said.text) ?? '',
    target: text(said.target),
  };
}

function fields(value: unknown): Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {};
}

function list<T>(value: unknown, read: (item: Fields) => T): T[] {
  return Array.isArray(value) ? value.map((item) => read(fields(item))) : [];
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function words(value: unknown): string[] | null {
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : null;
}

function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function whole(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) ? value : null;
}

/** Epoch ms of epoch ms or of an instant's text. */
function time(value: unknown): number | null {
  return number(typeof value === 'string' ? Date.parse(value) : value);
}

function instant(value: unknown): string | null {
  const at = time(value);
  return at === null || Math.abs(at) > 8.64e15 ? null : new Date(at).toISOString();
}

/** How the simulator stands: its clock, what is out of the ordinary, what waits, what it did. */
export async function getSimulator({ ctx }: { ctx: Ctx }): Promise<SimulatorState> {
  const { kind, baseUrl } = ctx.account;
  return stateOf(await askSimulator(ctx, 'GET', 'state'), { kind, baseUrl });
}
