import type { Body } from './body.ts';
import type { Repeat } from './commands.ts';
import { CENTS, centsOf } from './core.ts';
import { HubError, missing, tooMany } from './errors.ts';
import type { HubParts, HubRequest } from './parts.ts';
import { LIMITS } from './settings.ts';

const KEY = /^[\x21-\x7e]{1,255}$/;

export type Operation = 'payment' | 'withdraw' | 'transfer';

export type Common = { externalRef: string | null; callbackUrl: string | null };

/** Fields that every creating route accepts; a misspelt name such as callback_url is ignored. */
export function commonFields({ core }: HubParts, body: Body): Common {
  return {
    externalRef: body.text('externalRef', 1, 64),
    callbackUrl: body.url('callbackUrl', core.settings.loopback),
  };
}

export function checkCallback({ book }: HubParts, { callbackUrl }: Common): void {
  if (callbackUrl !== null && book.callbackSecret === null) {
    throw new HubError(
      412,
      'CALLBACK_SECRET_MISSING',
      'Issue the callback secret before sending callbackUrl.',
    );
  }
}

/**
 * One operation for each reference and each key. A repetition with the same data returns the first; other
 * data is 409.
 */
export function repeated(
  { book }: HubParts,
  request: HubRequest,
  operation: Operation,
  { externalRef }: Common,
  requestBody: unknown,
): { repeat: Repeat; id: string | null } {
  const key = request.headers['idempotency-key'];
  if (key !== undefined && (typeof key !== 'string' || !KEY.test(key)))
    throw new HubError(400, 'SCHEMA_INVALID', 'Invalid header.', {
      'Idempotency-Key': 'must be 1 to 255 visible ASCII characters',
    });
  const names = [
    ...(key === undefined ? [] : [`${operation} key ${key}`]),
    ...(externalRef === null ? [] : [`${operation} ref ${externalRef}`]),
  ];
  const print = JSON.stringify(requestBody);
  for (const name of names) {
    const known = book.firstRequest(name);
    if (!known) continue;
    if (known.print === print) return { repeat: { names, print }, id: known.id };
    const code = name.startsWith(`${operation} key`) ? 'IDEMPOTENCY_KEY_CONFLICT' : 'EXTERNAL_REF_CONFLICT';
    throw new HubError(409, code, 'Already used for an operation with other data.');
  }
  return { repeat: { names, print }, id: null };
}

/** Rate limits of section 4: charges alone; withdrawals, copy-and-paste payments and refunds together. */
export function checkRate(
  { core, rates, now }: HubParts,
  { caller }: HubRequest,
  group: 'payment' | 'money',
): void {
  if (!core.settings.rateLimits) return;
  const [credential, account] = group === 'payment' ? [60, 120] : [5, 10];
  const wait = rates.take(now(), { [`${group} ${caller.clientId}`]: credential, [`${group} *`]: account });
  if (wait > 0) throw tooMany('RATE_LIMITED', wait);
}

export function checkTicket(kind: keyof typeof LIMITS, amount: number): void {
  const { ticketMin, ticketMax } = LIMITS[kind];
  if (amount < ticketMin || amount > ticketMax) {
    throw new HubError(422, 'AMOUNT_OUT_OF_LIMITS', 'The amount is outside the limits of the account.', {
      ticketMin,
      ticketMax,
    });
  }
}

export function checkFunds({ book }: HubParts, required: number): void {
  const { available } = book;
  if (required > available) {
    throw new HubError(
      422,
      'WITHDRAW_INSUFFICIENT_BALANCE',
      'Amount plus fee is above the available balance.',
      {
        available,
        required,
      },
    );
  }
}

/** Simulates bank errors, selected by the amount's cents; nothing is created then. */
export function checkBank(amount: number): void {
  if (centsOf(amount) === CENTS.bankDown) {
    throw new HubError(502, 'PROVIDER_UNAVAILABLE', 'The bank did not answer.', {
      status: null,
      reason: 'timeout',
    });
  }
  if (centsOf(amount) === CENTS.bankRefuses) {
    throw new HubError(
      422,
      'WITHDRAW_INSUFFICIENT_PROVIDER_BALANCE',
      'The bank does not cover this withdrawal now.',
    );
  }
}

export function found<T>(record: T | null, code: string): T {
  if (record === null) throw missing(code, 'Not found on this account.');
  return record;
}
