import type { InjectedFault } from '../faults.ts';
import type { Answer } from '../http.ts';
import { errorAnswer, HubError } from './errors.ts';

const MEANING: Record<number, [code: string, message: string]> = {
  400: ['SCHEMA_INVALID', 'Invalid body.'],
  401: ['TOKEN_INVALID', 'Invalid credential or token.'],
  403: ['TOKEN_IP_NOT_ALLOWED', 'Calls from {ip} are not allowed.'],
  429: ['RATE_LIMITED', 'Too many requests. Wait before trying again.'],
  500: ['INTERNAL_ERROR', 'Internal error.'],
  502: ['PROVIDER_UNAVAILABLE', 'The bank did not answer.'],
  503: ['SERVICE_UNAVAILABLE', 'The service is unavailable.'],
};

function detailsOf(code: string, fault: InjectedFault): Record<string, unknown> | undefined {
  if (fault.retryAfterSeconds !== undefined) return { retryAfterSeconds: fault.retryAfterSeconds };
  if (code === 'PROVIDER_UNAVAILABLE') return { status: null, reason: 'timeout' };
  return undefined;
}

/** Answers a `status` fault in document 2's error format. */
export function refuse(fault: InjectedFault, address: string): Answer {
  const status = fault.status ?? 500;
  const [usual, message] = MEANING[status] ?? ['REQUEST_REFUSED', 'The request was refused.'];
  const code = fault.errorCode ?? usual;
  return errorAnswer(
    new HubError(status, code, fault.message ?? message.replace('{ip}', address), detailsOf(code, fault)),
  );
}
