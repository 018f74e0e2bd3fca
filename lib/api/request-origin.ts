import 'server-only';
import type { RequestOrigin } from '#lib/api/context.ts';

/** The caller's origin, from the headers that the product's own server set (it drops a client's own). */
export function originOf(headers: Headers): RequestOrigin {
  return {
    id: headers.get('x-guiche-request-id') ?? crypto.randomUUID(),
    address: headers.get('x-guiche-client-address'),
    userAgent: headers.get('user-agent'),
  };
}
