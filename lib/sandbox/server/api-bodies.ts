import 'server-only';
import type { OutputOf } from '#lib/api/endpoint.ts';
import type { AccountKind } from '#lib/core/account-kinds.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import type { simulatorEndpoints } from '#lib/sandbox/contract.ts';
import { OUTCOMES_OF } from '#lib/sandbox/rules.ts';

export type ControlKey = keyof typeof simulatorEndpoints;
/** The body of a control, parsed. */
export type BodyOf<K extends ControlKey> = OutputOf<(typeof simulatorEndpoints)[K], 'body'>;

/** How the control API is told which API is meant; document 1's is the one it means by itself. */
export const apiOf = (kind: AccountKind): { api?: AccountKind } => (kind === 'pix' ? {} : { api: kind });

/** Words of this product → the simulator's, where they differ. */
const HUB_OUTCOMES = lookupTable<string>({ expire: 'expired' });

/** Each API of the simulator has its own names for a payment; ids stand in routes without their kind. */
export function payBody(kind: AccountKind, body: BodyOf<'POST /simulator/pay'>): object {
  const { transactionId, clientReference, endToEndId, outcome } = body;
  const allowed: readonly string[] = OUTCOMES_OF[kind];
  if (!allowed.includes(outcome)) throw notHere('outcome');
  if (kind === 'pix') return { id: transactionId, clientReference, endToEndId, outcome };
  if (kind === 'card') return { id: transactionId, externalId: clientReference ?? transactionId, outcome };
  const sent = HUB_OUTCOMES[outcome] ?? outcome;
  return { id: transactionId, externalRef: clientReference ?? transactionId, endToEndId, outcome: sent };
}

/** A Pix without a charge (document 2, deposits); the other APIs have none. */
export function depositBody(
  kind: AccountKind,
  deposit: { amount: number; payerName: string | undefined },
): object {
  if (kind !== 'hub') throw notHere('amount');
  return deposit;
}

/** Deadline in hours of the simulator's clock; a card's dispute is its chargeback and has none. */
export function disputeBody(
  kind: AccountKind,
  body: BodyOf<'POST /simulator/dispute'>,
  situation: string,
): object {
  const { transactionId, clientReference, endToEndId, hours } = body;
  if (kind === 'pix') return { ...body, situation };
  if (kind === 'card') return { id: transactionId, externalId: clientReference ?? transactionId };
  const target = { id: transactionId, externalRef: clientReference ?? transactionId, endToEndId };
  return { ...target, hours, reportDetails: situation };
}

type State = BodyOf<'POST /simulator/state'>;
const ANSWERS: readonly (keyof State)[] = ['dialect'];
const STATE_OF: Record<AccountKind, readonly (keyof State)[]> = {
  pix: ['contract', 'locked', 'ips', 'scopes', 'dialect'],
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

/** Bodies for the account's own API, and for the whole simulator (how every API spells its answers). */
export function stateBodies(kind: AccountKind, body: State): { own: object | null; all: object | null } {
  const given = Object.entries(body).filter(([, value]) => value !== undefined) as [keyof State, unknown][];
  const own = given.filter(([name]) => STATE_OF[kind].includes(name));
  const all = given.filter(([name]) => kind !== 'pix' && ANSWERS.includes(name));
  const foreign = given.find(([name]) => !STATE_OF[kind].includes(name) && !ANSWERS.includes(name));
  if (foreign !== undefined) throw notHere(foreign[0]);
  return {
    own: own.length === 0 ? null : Object.fromEntries(own),
    all: all.length === 0 ? null : Object.fromEntries(all),
  };
}

const notHere = (field: string) =>
  new GuicheError('invalid_request', 'The simulator’s API of this account has no such thing.', {
    fields: [{ field, message: 'not_supported' }],
  });
