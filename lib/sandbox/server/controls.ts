import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { AuditAction } from '#lib/audit-log/actions.ts';
import { GuicheError } from '#lib/core/errors.ts';
import type { SimulatorState } from '#lib/sandbox/contract.ts';
import {
  apiOf,
  type BodyOf,
  type ControlKey,
  depositBody,
  disputeBody,
  payBody,
  stateBodies,
} from '#lib/sandbox/server/api-bodies.ts';
import { askSimulator } from '#lib/sandbox/server/control.ts';
import { getSimulator } from '#lib/sandbox/server/get-simulator.ts';

type Input<K extends ControlKey> = { ctx: Ctx; body: BodyOf<K> };
type Control = AuditAction extends infer A ? (A extends `simulator.${infer C}` ? C : never) : never;
type Change = { ctx: Ctx; action: Control; path?: string; body: object; target?: string | undefined };

/** These mean the whole simulator, whatever the account's API. */
const COMMON = ['time', 'clear', 'reset'];

/** One change at the simulator, audited whether it was taken or not; answers the state after it. */
async function change({ ctx, action, path = action, body, target }: Change): Promise<SimulatorState> {
  const note = { action: `simulator.${action}` as const, target: target ?? null, after: body };
  const sent = COMMON.includes(path) ? body : { ...body, ...apiOf(ctx.account.kind) };
  try {
    await askSimulator(ctx, 'POST', path, sent);
  } catch (thrown) {
    const refused = thrown instanceof GuicheError && thrown.code === 'invalid_request';
    await ctx.audit({ ...note, result: refused ? 'refused' : 'failed' });
    throw thrown;
  }
  await ctx.audit(note);
  return getSimulator({ ctx });
}

/** Sets the speed of the simulator’s clock or moves it ahead. */
export const moveTime = ({ ctx, body }: Input<'POST /simulator/time'>) =>
  change({ ctx, action: 'time', body });

/** Takes one fault off by its id, or with `all` everything that is out of the ordinary; what it did stays done. */
export async function clearFault({ ctx, body }: Input<'POST /simulator/clear'>): Promise<SimulatorState> {
  const note = { ctx, action: 'clear', target: body.id } as const;
  return body.id === 'all'
    ? change({ ...note, path: 'reset', body: { scope: 'normal' } })
    : change({ ...note, body });
}

/** Arms a fault for the next calls of one route, or of all. */
export async function faultCalls({ ctx, body }: Input<'POST /simulator/fault'>): Promise<SimulatorState> {
  const target = [body.method, body.path].filter((part) => part !== undefined).join(' ') || undefined;
  return change({ ctx, action: 'fault', body, target });
}

const MINUTE_MS = 60_000;
/** The simulator takes an end as a length of its time; about three years stand for "until it is taken off". */
const NO_END_MS = 99_000_000_000;

/** Makes the next deliveries to one address, or to all, fail: so many, for so long, or until it is taken off. */
export async function failDeliveries({ ctx, body }: Input<'POST /simulator/fail-deliveries'>) {
  const { forMinutes, ...rest } = body;
  const untilMs =
    forMinutes !== undefined ? forMinutes * MINUTE_MS : rest.count === undefined ? NO_END_MS : undefined;
  const sent = { ...rest, ...(untilMs === undefined ? {} : { untilMs }) };
  return change({ ctx, action: 'fail-deliveries', body: sent, target: body.url });
}

/** The situation travels as the word that the institution's report would hold. */
const SITUATION_WORDS: Record<Input<'POST /simulator/dispute'>['body']['situation'], string> = {
  scam: 'Golpe',
  account_takeover: 'Conta invadida',
  coercion: 'Coerção',
  bank_error: 'Erro do banco',
};

type Named = {
  transactionId?: string | undefined;
  clientReference?: string | undefined;
  endToEndId?: string | undefined;
};
const nameOf = (body: Named) => body.transactionId ?? body.clientReference ?? body.endToEndId;

/** Opens a dispute on a paid transaction, due in `hours` of the simulator’s clock. */
export async function openDispute({ ctx, body }: Input<'POST /simulator/dispute'>): Promise<SimulatorState> {
  const sent = disputeBody(ctx.account.kind, body, SITUATION_WORDS[body.situation]);
  return change({ ctx, action: 'dispute', body: sent, target: nameOf(body) });
}

/** Ends a pending charge now: paid, paid and returned, expired, cancelled or failed; or brings in a deposit. */
export async function payCharge({ ctx, body }: Input<'POST /simulator/pay'>): Promise<SimulatorState> {
  const { kind } = ctx.account;
  if (body.amount === undefined)
    return change({ ctx, action: 'pay', body: payBody(kind, body), target: nameOf(body) });
  const sent = depositBody(kind, { amount: body.amount, payerName: body.payerName });
  return change({ ctx, action: 'deposit', body: sent });
}

/** Changes the account and its credential: contract, lock, IP list, scopes, blocks, spelling of answers. */
export async function setState({ ctx, body }: Input<'POST /simulator/state'>): Promise<SimulatorState> {
  const { own, all } = stateBodies(ctx.account.kind, body);
  if (all !== null) await askSimulator(ctx, 'POST', 'state', all);
  if (own !== null || all === null) return change({ ctx, action: 'state', body: own ?? {} });
  await ctx.audit({ action: 'simulator.state', target: null, after: all });
  return getSimulator({ ctx });
}
