import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { OutputOf } from '#lib/api/endpoint.ts';
import type { AuditAction } from '#lib/audit-log/actions.ts';
import type { AccountKind } from '#lib/core/account-kinds.ts';
import { GuicheError, invalidField } from '#lib/core/errors.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import type { Named, SimulatorState, simulatorEndpoints } from '#lib/sandbox/contract.ts';
import { OUTCOMES_OF } from '#lib/sandbox/rules.ts';
import { apiOf, callSimulator } from '#lib/sandbox/server/control.ts';
import { getSimulator } from '#lib/sandbox/server/get-simulator.ts';

type Input<K extends ControlKey> = { ctx: Ctx; body: BodyOf<K> };
type Control = AuditAction extends infer A ? (A extends `simulator.${infer C}` ? C : never) : never;
type Change = { ctx: Ctx; action: Control; path?: string; body: object; target?: string | undefined };

/** Controls that affect the whole simulator, whatever the account's API. */
const COMMON = ['time', 'clear', 'reset'];

/** Makes one change at the simulator, audits it whether it succeeds or not, and returns the new state. */
async function change({ ctx, action, path = action, body, target }: Change): Promise<SimulatorState> {
  const note = { action: `simulator.${action}` as const, target: target ?? null, after: body };
  const sent = COMMON.includes(path) ? body : { ...body, ...apiOf(ctx.account.kind) };
  try {
    await callSimulator(ctx, 'POST', path, sent);
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

/** Clears one fault by its id, or with `all` every abnormal setting. Past effects remain. */
export async function clearFault({ ctx, body }: Input<'POST /simulator/clear'>): Promise<SimulatorState> {
  const note = { ctx, action: 'clear', target: body.id } as const;
  return body.id === 'all'
    ? change({ ...note, path: 'reset', body: { scope: 'normal' } })
    : change({ ...note, body });
}

/** Arms a fault for the next calls of one route, or of every route. */
export async function faultCalls({ ctx, body }: Input<'POST /simulator/fault'>): Promise<SimulatorState> {
  const target = [body.method, body.path].filter((part) => part !== undefined).join(' ') || undefined;
  return change({ ctx, action: 'fault', body, target });
}

const MINUTE_MS = 60_000;
/** The simulator needs a duration; about three years (ms) mean "until cleared". */
const NO_END_MS = 99_000_000_000;

/** Makes the next deliveries to one address, or to all, fail: by number, by time, or until cleared. */
export async function failDeliveries({ ctx, body }: Input<'POST /simulator/fail-deliveries'>) {
  const { forMinutes, ...rest } = body;
  const untilMs =
    forMinutes !== undefined ? forMinutes * MINUTE_MS : rest.count === undefined ? NO_END_MS : undefined;
  const sent = { ...rest, ...(untilMs === undefined ? {} : { untilMs }) };
  return change({ ctx, action: 'fail-deliveries', body: sent, target: body.url });
}

/** The situation as in an institution's report. */
const SITUATION_WORDS: Record<Input<'POST /simulator/dispute'>['body']['situation'], string> = {
  scam: 'Golpe',
  account_takeover: 'Conta invadida',
  coercion: 'Coerção',
  bank_error: 'Erro do banco',
};

const nameOf = (body: Named) => body.transactionId ?? body.clientReference ?? body.endToEndId;

/** Opens a dispute on a paid transaction, due in `hours` of the simulator's time. */
export async function openDispute({ ctx, body }: Input<'POST /simulator/dispute'>): Promise<SimulatorState> {
  const sent = disputeBody(ctx.account.kind, body, SITUATION_WORDS[body.situation]);
  return change({ ctx, action: 'dispute', body: sent, target: nameOf(body) });
}

/** Settles a pending charge now (paid, refunded, expired, cancelled or failed), or creates a deposit. */
export async function payCharge({ ctx, body }: Input<'POST /simulator/pay'>): Promise<SimulatorState> {
  const { kind } = ctx.account;
  if (body.amount === undefined)
    return change({ ctx, action: 'pay', body: payBody(kind, body), target: nameOf(body) });
  // A deposit is a Pix without a charge; only document 2 has one.
  if (kind !== 'hub') throw notHere('amount');
  return change({ ctx, action: 'deposit', body: { amount: body.amount, payerName: body.payerName } });
}

/** Changes the account and its credential: contract, lock, IP list, scopes, blocks, dialect of answers. */
export async function setState({ ctx, body }: Input<'POST /simulator/state'>): Promise<SimulatorState> {
  const { kind } = ctx.account;
  const { dialect, ...own } = body;
  const foreign = Object.keys(own).find((name) => !STATE_OF[kind].includes(name));
  if (foreign !== undefined) throw notHere(foreign);
  if (kind === 'pix' || dialect === undefined) return change({ ctx, action: 'state', body });
  // The dialect of all answers belongs to the whole simulator, not to this API.
  const all = { dialect };
  await callSimulator(ctx, 'POST', 'state', all);
  if (Object.keys(own).length > 0) return change({ ctx, action: 'state', body: own });
  await ctx.audit({ action: 'simulator.state', target: null, after: all });
  return getSimulator({ ctx });
}

/** What can be set besides the dialect of answers. */
const STATE_OF: Record<AccountKind, readonly string[]> = {
  pix: ['contract', 'locked', 'ips', 'scopes'],
  hub: [
    'ips',
    'scopes',
    'holderBlocked',
    'expired',
    'revoked',
    'blocksBalance',
    'blockedOperations',
    'callbackSecret',
    'revokeTokens',
  ],
  card: ['revokeTokens'],
};

type ControlKey = keyof typeof simulatorEndpoints;
type BodyOf<K extends ControlKey> = OutputOf<(typeof simulatorEndpoints)[K], 'body'>;

/** Guichê's outcome names → the simulator's, where they differ. */
const HUB_OUTCOMES = lookupTable<string>({ expire: 'expired' });

/** The body of a payment. Each API of the simulator has its own field names. */
function payBody(kind: AccountKind, body: BodyOf<'POST /simulator/pay'>): object {
  const { transactionId, clientReference, endToEndId, outcome } = body;
  const allowed: readonly string[] = OUTCOMES_OF[kind];
  if (!allowed.includes(outcome)) throw notHere('outcome');
  if (kind === 'pix') return { id: transactionId, clientReference, endToEndId, outcome };
  if (kind === 'card') return { id: transactionId, externalId: clientReference ?? transactionId, outcome };
  const sent = HUB_OUTCOMES[outcome] ?? outcome;
  return { id: transactionId, externalRef: clientReference ?? transactionId, endToEndId, outcome: sent };
}

/** The body of a dispute. `hours` are the simulator's; a card's dispute is a chargeback, without deadline. */
function disputeBody(kind: AccountKind, body: BodyOf<'POST /simulator/dispute'>, situation: string): object {
  const { transactionId, clientReference, endToEndId, hours } = body;
  if (kind === 'pix') return { ...body, situation };
  if (kind === 'card') return { id: transactionId, externalId: clientReference ?? transactionId };
  const target = { id: transactionId, externalRef: clientReference ?? transactionId, endToEndId };
  return { ...target, hours, reportDetails: situation };
}

const notHere = (field: string) =>
  invalidField(field, 'not_supported', 'The simulator’s API of this account has no such thing.');
