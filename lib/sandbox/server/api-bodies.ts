import 'server-only';
import type { OutputOf } from '#lib/api/endpoint.ts';
import type { AccountKind } from '#lib/core/account-kinds.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import type { simulatorEndpoints } from '#lib/sandbox/contract.ts';
import { OUTCOMES_OF } from '#lib/sandbox/rules.ts';

export type ControlKey = keyof typeof simulatorEndpoints;
/** The parsed body of a control. */
export type BodyOf<K extends ControlKey> = OutputOf<(typeof simulatorEndpoints)[K], 'body'>;

/** Names the API to the control API; document 1's (pix) is the default. */
export const apiOf = (kind: AccountKind): { api?: AccountKind } => (kind === 'pix' ? {} : { api: kind });

/** Guichê's outcome names → the simulator's, where they differ. */
const HUB_OUTCOMES = lookupTable<string>({ expire: 'expired' });

/** The body of a payment. Each API of the simulator has its own field names. */
export function payBody(kind: AccountKind, body: BodyOf<'POST /simulator/pay'>): object {
  const { transactionId, clientReference, endToEndId, outcome } = body;
  const allowed: readonly string[] = OUTCOMES_OF[kind];
  if (!allowed.includes(outcome)) throw notHere('outcome');
  if (kind === 'pix') return { id: transactionId, clientReference, endToEndId, outcome };
  if (kind === 'card') return { id: transactionId, externalId: clientReference ?? transactionId, outcome };
  const sent = HUB_OUTCOMES[outcome] ?? outcome;
  return { id: transactionId, externalRef: clientReference ?? transactionId, endToEndId, outcome: sent };
}

/** The body of a deposit, a Pix without a charge (document 2). Other APIs have none. */
export function depositBody(
  kind: AccountKind,
  deposit: { amount: number; payerName: string | undefined },
): object {
  if (kind !== 'hub') throw notHere('amount');
  return deposit;
}

/**
 * The body of a dispute. `hours` are the simulator's; a card's dispute is a chargeback without a deadline.
 */
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

/** Bodies for the account's own API, and for the whole simulator (the dialect of all answers). */
export function stateBodies(kind: AccountKind, body: State): { own: object | null; all: object | null } {
  const entries = Object.entries(body).filter(([, value]) => value !== undefined) as [keyof State, unknown][];
  const own = entries.filter(([name]) => STATE_OF[kind].includes(name));
  const all = entries.filter(([name]) => kind !== 'pix' && ANSWERS.includes(name));
  const foreign = entries.find(([name]) => !STATE_OF[kind].includes(name) && !ANSWERS.includes(name));
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
