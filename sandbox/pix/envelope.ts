import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { PixError } from '../errors.ts';
import type { Answer } from '../http.ts';
import type { PixReply } from '../types.ts';

/** The error envelope (document 1, Errors). */
export function errorAnswer(error: PixError): Answer {
  const requestId = randomUUID();
  const body = {
    status: 'ERROR',
    error: STATUS_CODES[error.status] ?? 'Error',
    errorCode: error.errorCode,
    message: error.message,
    statusCode: error.status,
    requestId,
    ...(error.details ? { details: error.details } : {}),
    ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
  };
  return {
    status: error.status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'X-Request-Id': requestId,
      ...(error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) }),
    },
    body: JSON.stringify(body),
  };
}

export function replyAnswer(reply: PixReply): Answer {
  if (reply.body) {
    return {
      status: reply.status,
      headers: { 'Content-Type': reply.contentType ?? 'application/octet-stream', ...reply.headers },
      body: reply.body,
    };
  }
  const text = reply.json === undefined ? '' : JSON.stringify(reply.json);
  return {
    status: reply.status,
    headers: {
      ...(text === '' ? {} : { 'Content-Type': 'application/json; charset=utf-8' }),
      ...reply.headers,
    },
    body: text,
  };
}

export function asPixError(error: unknown): PixError {
  if (error instanceof PixError) return error;
  console.error('sandbox handler failed', error);
  return new PixError(500, 'PZI100', 'Erro interno.');
}
