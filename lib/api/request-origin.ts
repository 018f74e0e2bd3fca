import 'server-only';
import type { RequestOrigin } from '#lib/api/context.ts';

/** Who asks, from the headers the product's own server set (a client's own are dropped there). */
export function originOf(headers: Headers): RequestOrigin {
  return {
    id: headers.get('x-guiche-request-id') ?? crypto.randomUUID(),
    address: headers.get('x-guiche-client-address'),
    userAgent: headers.get('user-agent'),
  };
}
