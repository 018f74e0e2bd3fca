import type { Dialect } from '../account.ts';
import { inSnake } from '../lettered.ts';
import { sparse } from '../pix/dialect.ts';
import { BARE, bareCharge } from './bare.ts';
import { LEAN, leanCharge, WRAPPED, wrappedCharge } from './wrapped-lean-dialects.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape pass here
type Json = any;

/** Drops nulls and the members a server may omit. */
function thin(json: Json): Json {
  const { reversedAmount: _, chargebacks, ...charge } = json;
  return sparse({ ...charge, ...(chargebacks.length > 0 ? { chargebacks } : {}) });
}

function nestedRecurrence(json: Json): Json {
  if (json === null) return null;
  const { recurrentPaymentId, interval, endDate, nextRecurrency, ...rest } = json;
  return inSnake({
    ...{ recurrenceId: recurrentPaymentId, frequency: interval === 'ANNUAL' ? 'Annual' : 'Monthly' },
    ...{ endsAt: endDate, nextChargeAt: nextRecurrency },
    ...rest,
  });
}

const CHARGEBACK: Record<string, string> = { OPEN: 'UNDER_REVIEW', WON: 'REVERSED', LOST: 'ACCEPTED' };

/** Renames and nests everything that document 3 does not show. */
function nestedCharge(json: Json): Json {
  const { id, createdAt, updatedAt, creditCardPayment, reversedAmount, chargebacks, recurrence, ...rest } =
    json;
  const { status, reasonCode, reasonMessage, returnCode, returnMessage, acquirerTransactionId } =
    creditCardPayment;
  // Some pending charges have status 20, scheduled, which no table lists.
  const scheduled = status === 12 && /[0-7]$/.test(id);
  return inSnake({
    ...{ chargeId: id, createdAt, updatedAt, ...rest },
    payment: {
      ...{ status: String(scheduled ? 20 : status), reason: { code: reasonCode, message: reasonMessage } },
      ...{ issuer: { code: returnCode, message: returnMessage }, acquirerId: acquirerTransactionId },
      ...{ refundedAmount: reversedAmount, brand: 'VISA', threeDSecure: null },
    },
    subscription: nestedRecurrence(recurrence),
    disputes: chargebacks.map((one: Json) => ({ ...one, status: CHARGEBACK[one.status] })),
    riskScore: null,
  });
}

export function chargeInDialect(dialect: Dialect, json: Json): Json {
  if (dialect === 'bare') return bareCharge(json);
  if (dialect === 'wrapped' || dialect === 'lean')
    return (dialect === 'lean' ? leanCharge : wrappedCharge)(json);
  return dialect === 'nested' ? nestedCharge(json) : dialect === 'sparse' ? thin(json) : json;
}

const one = (json: Json) => ({ data: { charge: nestedCharge(json) } });
const subscription = (json: Json) => ({ data: { recurrence: nestedRecurrence(json) } });
const RECURRENCE = '/charges/recurrences/:recurrentPaymentId';

const NESTED: Record<string, (json: Json) => Json> = {
  'POST /token': ({ access_token, token_type, expires_in }) => ({
    data: { accessToken: access_token, tokenType: token_type, expiresIn: String(expires_in) },
  }),
  'POST /charges': one,
  'GET /charges/:id': one,
  'PUT /charges/:id/reverse': one,
  'GET /charges': ({ charges, page, total, totalPages }) => ({
    data: {
      refused: [],
      items: charges.map(nestedCharge),
      pagination: { currentPage: page, totalItems: total, totalPages },
    },
  }),
  [`GET ${RECURRENCE}`]: subscription,
  [`PUT ${RECURRENCE}/amount`]: subscription,
  [`PUT ${RECURRENCE}/deactivate`]: subscription,
  [`PUT ${RECURRENCE}/reactivate`]: subscription,
  'GET /currencies/:code/rate': ({ code, rate }) => ({
    data: { currency: code, buy: rate.bid, sell: rate.ask, rate },
  }),
};

/**
 * Document 3 shows a 200 and no body. A created charge returns its id and status; a change returns nothing.
 */
const SPARSE: Record<string, (json: Json) => Json> = {
  'POST /token': ({ access_token }) => ({ access_token }),
  'POST /charges': ({ id, creditCardPayment: { status } }) => ({ id, status }),
  'GET /charges/:id': thin,
  'PUT /charges/:id/reverse': () => ({}),
  [`PUT ${RECURRENCE}/amount`]: () => ({}),
  [`PUT ${RECURRENCE}/deactivate`]: () => ({}),
  [`PUT ${RECURRENCE}/reactivate`]: () => ({}),
  'GET /charges': ({ charges }) => ({ charges: charges.map(thin) }),
  'GET /currencies/:code/rate': ({ rate }) => ({ bid: rate.bid, ask: rate.ask }),
};

const CONVERTERS = { bare: BARE, nested: NESTED, sparse: SPARSE, wrapped: WRAPPED, lean: LEAN };

/** Converts a response to the current dialect; `route` is its method and pattern. */
export function cardInDialect(dialect: Dialect, route: string, json: Json): Json {
  if (dialect === 'plain') return json;
  return CONVERTERS[dialect][route]?.(json) ?? (dialect === 'sparse' ? sparse(json) : json);
}
