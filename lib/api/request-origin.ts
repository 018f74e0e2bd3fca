import 'server-only';
import type { RequestOrigin } from '#lib/api/context.ts';

/**
 * The caller's origin, from headers that Guichê's own server sets. That server drops the client's headers of
 * these names.
 */
export function originOf(headers: Headers): RequestOrigin {
  return {
    id: headers.get('x-guiche-request-id') ?? crypto.randomUUID(),
    address: headers.get('x-guiche-client-address'),
    userAgent: headers.get('user-agent'),
  };
}
