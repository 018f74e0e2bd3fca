import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Dialect } from '../account.ts';
import { type ErrorDetail, PixError } from '../errors.ts';
import type { InjectedFault } from '../faults.ts';
import type { Answer } from '../http.ts';

/** Thrown by handlers. `details` names fields but never their values, which may be card data. */
export class CardError extends Error {
  readonly status: number;
  readonly details: ErrorDetail[];

  constructor(status: number, message: string, details: ErrorDetail[] = []) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** Converts errors of code shared with the Pix account into this API's errors. */
export function asCardError(error: unknown): CardError {
  if (error instanceof CardError) return error;
  if (error instanceof PixError) return new CardError(error.status, error.message, error.details ?? []);
  console.error('sandbox card handler failed', error instanceof Error ? error.stack : 'unknown');
  return new CardError(500, 'Erro interno.');
}

function bodyOf({ status, message, details }: CardError, dialect: Dialect): unknown {
  if (dialect === 'bare') {
    const violations = details.map(({ field, message: words }) => [field, [words]]);
    return { title: message, ...(details.length > 0 ? { violations: Object.fromEntries(violations) } : {}) };
  }
  if (dialect === 'sparse')
    return details.length > 0
      ? { errors: details.map((one) => ({ message: `${one.field}: ${one.message}` })) }
      : { message };
  if (dialect === 'nested') {
    return {
      statusCode: status,
      error: message,
      errors: details.map(({ field, message: description }) => ({ property: field, description })),
    };
  }
  return { message, errors: details };
}

export function errorAnswer(error: CardError, dialect: Dialect, retryAfterSeconds?: number): Answer {
  return {
    status: error.status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'X-Request-Id': randomUUID(),
      ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
    },
    body: JSON.stringify(bodyOf(error, dialect)),
  };
}

export function faultRefusal(fault: InjectedFault, dialect: Dialect): Answer {
  const status = fault.status ?? 500;
  const message = fault.message ?? STATUS_CODES[status] ?? 'Error';
  return errorAnswer(new CardError(status, message), dialect, fault.retryAfterSeconds);
}
