import type { Answer } from '../http.ts';

/** Thrown by handlers; the server turns it into document 2's body {message, code, details}. */
export class HubError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, unknown> | undefined;

  constructor(status: number, code: string, message: string, details?: Record<string, unknown>) {
    super(message);
    this.name = 'HubError';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export function errorAnswer({ status, code, message, details }: HubError): Answer {
  const wait = details?.retryAfterSeconds;
  return {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...(typeof wait === 'number' ? { 'Retry-After': String(wait) } : {}),
    },
    body: JSON.stringify({ message, code, ...(details ? { details } : {}) }),
  };
}

export function asHubError(error: unknown): HubError {
  if (error instanceof HubError) return error;
  console.error('sandbox hub failed', error);
  return new HubError(500, 'INTERNAL_ERROR', 'Internal error.');
}

export function missing(code: string, message: string): HubError {
  return new HubError(404, code, message);
}

export function tooMany(code: string, retryAfterSeconds: number): HubError {
  return new HubError(429, code, 'Too many requests. Wait before trying again.', { retryAfterSeconds });
}
