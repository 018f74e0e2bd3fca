import type { Dialect } from '../account.ts';
import { inSnake } from '../lettered.ts';
import { sparse } from '../pix/dialect.ts';
import { BARE, bareCharge } from './bare.ts';
import { LEAN, leanCharge, WRAPPED, wrappedCharge } from './wrapped-lean-dialects.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape pass here
type Json = any;

/** Leaves out the members that a server may omit, as well as nulls. */
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

/** Other names, levels and words for all that document 3 does not show. */
function nestedCharge(json: Json): Json {
  const { id, createdAt, updatedAt, creditCardPayment, reversedAmount, chargebacks, recurrence, ...rest } =
    json;
  const { status, reasonCode, reasonMessage, returnCode, returnMessage, acquirerTransactionId } =
    creditCardPayment;
  // A word that no table has: some of what waits is called scheduled.
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

export function speakCharge(dialect: Dialect, json: Json): Json {
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

/** Document 3 shows a 200 and no body: an id and a word of a charge that was made, and nothing of what was changed. */
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

const SPOKEN = { bare: BARE, nested: NESTED, sparse: SPARSE, wrapped: WRAPPED, lean: LEAN };

/** The same answer in the dialect in force; `route` is its method and pattern. */
export function speakCard(dialect: Dialect, route: string, json: Json): Json {
  if (dialect === 'plain') return json;
  return SPOKEN[dialect][route]?.(json) ?? (dialect === 'sparse' ? sparse(json) : json);
}
