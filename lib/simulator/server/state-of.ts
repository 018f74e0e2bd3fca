import 'server-only';
import { decimalToCents } from '#lib/money.ts';
import type {
  CallFault,
  DeliveryFault,
  SimulatorCharge,
  SimulatorLogEntry,
  SimulatorPlan,
  SimulatorState,
} from '#lib/simulator/contract.ts';

type Fields = Record<string, unknown>;

/** Further away than this, the end of a failure of deliveries stands for "until it is taken off". */
const NO_END_MS = 365 * 86_400_000;

/**
 * The simulator's own words in this product's: reais become cents, what it does not say is null.
 * Never throws: a simulator of another age is shown as far as it is understood.
 */
export function stateOf(answer: unknown, baseUrl: string): SimulatorState {
  const said = fields(answer);
  const clock = fields(said.clock);
  const account = fields(said.account);
  const now = time(clock.now);
  return {
    now: instant(clock.now),
    speed: number(clock.speed),
    seed: number(said.seed),
    transactions: whole(said.transactions),
    baseUrl,
    faults: list(said.faults, callFault),
    deliveryFaults: list(fields(said.deliveries).faults, (fault) => deliveryFault(fault, now)),
    account: {
      contract: account.contract === 'pending' ? 'pending' : account.contract === 'signed' ? 'signed' : null,
      locked: typeof account.locked === 'boolean' ? account.locked : null,
      ips: words(account.ips),
      scopes: words(account.scopes),
      dialect: text(account.dialect),
    },
    pending: list(fields(said.pending).charges, charge),
    upcoming: list(said.upcoming, plan).filter((entry) => entry !== null),
    log: list(said.log, logEntry),
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
