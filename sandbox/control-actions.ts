import { type AccountState, DIALECTS, type Dialect } from './account.ts';
import { breakAction } from './control-breaks.ts';
import { disputeAction } from './control-dispute.ts';
import { oneOf, textList } from './control-input.ts';
import { ControlError, type ControlParts, type Input } from './control-parts.ts';
import { payAction } from './control-pay.ts';
import { APIS, type Api, FAULT_KINDS, type FaultKind, type InjectedFault } from './faults.ts';
import type { Incoming } from './http.ts';

type Action = (input: Input, incoming: Incoming) => unknown;

function number(input: Input, name: string, least = 0): number | undefined {
  const value = input[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isFinite(value) || value < least) {
    throw new ControlError(400, `${name}: a number of at least ${least}`);
  }
  return value;
}

function optionalText(input: Input, name: string): string | undefined {
  const value = input[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new ControlError(400, `${name}: text`);
  return value;
}

function faultAction(parts: ControlParts, input: Input): InjectedFault {
  const kind = input.kind as FaultKind;
  if (!FAULT_KINDS.includes(kind)) throw new ControlError(400, `kind: one of ${FAULT_KINDS.join(', ')}`);
  const api = apiOf(input);
  const given = {
    api: input.api === undefined ? undefined : api,
    method: optionalText(input, 'method')?.toUpperCase(),
    path: optionalText(input, 'path'),
    status: number(input, 'status', 100),
    errorCode: optionalText(input, 'errorCode'),
    message: optionalText(input, 'message'),
    retryAfterSeconds: number(input, 'retryAfterSeconds'),
    ms: number(input, 'ms'),
  };
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const percent = number(input, 'percent') ?? 100;
  const count = input.count === null || input.untilCleared === true ? null : (number(input, 'count', 1) ?? 1);
  const left = percent < 100 && input.count === undefined ? null : count;
  const fault = parts.faults.add({ kind, percent, left, asked: left, ...known });
  parts.log.write({
    at: parts.clock.now(),
    kind: 'armed',
    text: `Falha armada: ${kind}${left === null ? '' : `, ${left} chamada(s)`}`,
    target: `${api === 'pix' ? '' : `${api} `}${fault.method ?? '*'} ${fault.path ?? '*'}`,
  });
  return fault;
}

function stateAction(parts: ControlParts, input: Input, incoming: Incoming): AccountState {
  const change: Partial<AccountState> = {};
  if (input.contract === 'signed' || input.contract === 'pending') change.contract = input.contract;
  if (typeof input.locked === 'boolean') change.locked = input.locked;
  if (typeof input.ownershipLoopback === 'boolean') change.ownershipLoopback = input.ownershipLoopback;
  const ips = textList(input, 'ips');
  if (ips) change.ips = ips.map((ip) => (ip === 'self' ? incoming.address : ip));
  const scopes = textList(input, 'scopes');
  if (scopes) change.scopes = scopes;
  const disabled = textList(input, 'disabled');
  if (disabled) change.disabled = disabled;
  if (input.dailyLimit === null) change.dailyLimit = null;
  else if (input.dailyLimit !== undefined)
    change.dailyLimit = Math.round((number(input, 'dailyLimit') ?? 0) * 100);
  if (input.dialect !== undefined) {
    if (!DIALECTS.includes(input.dialect as Dialect))
      throw new ControlError(400, `dialect: ${DIALECTS.join(', ')}`);
    change.dialect = input.dialect as Dialect;
  }
  if (Object.keys(change).length === 0) throw new ControlError(400, 'nothing to change');
  parts.account.change(change);
  parts.log.write({ at: parts.clock.now(), kind: 'state', text: `Conta: ${JSON.stringify(change)}` });
  return parts.account.state;
}

function timeAction(parts: ControlParts, input: Input) {
  const speed = input.speed === 'stopped' ? 0 : number(input, 'speed');
  const advanceMs = number(input, 'advanceMs');
  if (speed === undefined && advanceMs === undefined) throw new ControlError(400, 'speed or advanceMs');
  if (speed !== undefined) parts.clock.setSpeed(speed);
  if (advanceMs !== undefined) parts.clock.advance(advanceMs);
  parts.saveClock();
  const now = parts.clock.now();
  const text = [
    speed === undefined ? '' : `Tempo a ${speed}×`,
    advanceMs === undefined ? '' : `Avançou ${Math.round(advanceMs / 60_000)} min`,
  ];
  parts.log.write({ at: now, kind: 'time', text: text.filter(Boolean).join(' · ') });
  return { now: new Date(now).toISOString(), nowMs: now, speed: parts.clock.speed() };
}

function clearAction(parts: ControlParts, input: Input) {
  const id = input.all === true || input.id === undefined ? 'all' : String(input.id);
  const cleared = parts.faults.clear(id);
  const deliveries = [parts.deliveries().control, ...Object.values(parts.others)];
  if (id === 'all') for (const one of deliveries) one.clear();
  else if (cleared === 0) for (const one of deliveries) one.clear(id);
  parts.log.write({
    at: parts.clock.now(),
    kind: 'cleared',
    text: id === 'all' ? 'Tirou as falhas' : `Tirou ${id}`,
  });
  return { cleared };
}

/**
 * `scope: 'normal'` undoes injected faults. Any other scope restarts the world, optionally with another seed
 * or size.
 */
function resetAction(parts: ControlParts, input: Input) {
  if (input.scope !== 'normal') {
    const given = {
      seed: number(input, 'seed'),
      transactions: number(input, 'transactions', 1),
      speed: number(input, 'speed'),
    };
    const changed = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    parts.restart({ speed: parts.clock.speed(), ...changed });
    return { ok: true };
  }
  parts.faults.clear('all');
  parts.deliveries().control.clear();
  for (const other of Object.values(parts.others)) other.normal();
  parts.account.change(parts.account.initial);
  parts.clock.setSpeed(parts.usualSpeed);
  parts.saveClock();
  parts.log.write({ at: parts.clock.now(), kind: 'reset', text: 'Voltou ao normal' });
  return { ok: true };
}

function apiOf(input: Input): Api {
  return oneOf(input, 'api', APIS);
}

/** These actions apply to the whole simulator, whatever the API. */
const COMMON = ['fault', 'clear', 'time', 'reset'];

/** Finds the action of POST /control/<name>. `api` in the body names the API; the default is pix. */
export function actionOf(parts: ControlParts): (name: string, input: Input) => Action | undefined {
  const own = controlActions(parts);
  return (name, input) => {
    const api = apiOf(input);
    return api === 'pix' || COMMON.includes(name) ? own[name] : parts.others[api]?.actions[name];
  };
}

function controlActions(parts: ControlParts): Record<string, Action> {
  return {
    pay: (input) => payAction(parts, input),
    dispute: (input) => disputeAction(parts, input),
    'books/breaks': (input) => breakAction(parts, input),
    fault: (input) => faultAction(parts, input),
    clear: (input) => clearAction(parts, input),
    state: (input, incoming) => stateAction(parts, input, incoming),
    time: (input) => timeAction(parts, input),
    reset: (input) => resetAction(parts, input),
    receive(input) {
      const answer = parts.deliveries().control.receive(input);
      if (answer === null) throw new ControlError(400, 'url: an address of an example; body: text');
      return answer;
    },
    'fail-deliveries': (input) => {
      parts.log.write({
        at: parts.clock.now(),
        kind: 'armed',
        text: 'Falha de entregas armada',
        target: String(input.url ?? '*'),
      });
      return parts.deliveries().control.failNext(input) ?? { ok: true };
    },
  };
}
