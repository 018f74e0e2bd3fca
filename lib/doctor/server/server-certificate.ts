import 'server-only';
import { isIP } from 'node:net';
import { connect, rootCertificates } from 'node:tls';
import { checkedLookup } from '#lib/core/http/safe-fetch.ts';
import { type AddressPolicy, checkForm, type Resolve } from '#lib/core/http/safe-url.ts';

/** `trusted` false: `why` is the system's TLS error. */
export type ServerCertificate = { validTo: string | null; trusted: boolean; why: string | null };

type Options = {
  /** An additional trusted authority. */
  ca?: string | undefined;
  waitMs: number;
  /** Policy for addresses; absent: any address may be called. */
  policy?: AddressPolicy | undefined;
  resolve?: Resolve;
};

/** The certificate a server presents; null for http, or when nobody answers. Never throws. */
export function serverCertificate(
  baseUrl: string,
  { ca, waitMs, policy, resolve }: Options,
): Promise<ServerCertificate | null> {
  const { protocol, hostname, port, origin } = new URL(baseUrl);
  if (protocol !== 'https:') return Promise.resolve(null);
  // A literal IP address is never resolved, so the policy is applied to it here.
  if (policy !== undefined && typeof checkForm(origin, policy) === 'string') return Promise.resolve(null);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((done) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(policy === undefined ? {} : { lookup: checkedLookup(policy, resolve) }),
      ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
      // An invalid certificate is a result here; nothing is sent over this connection.
      rejectUnauthorized: false,
    });
    const end = (found: ServerCertificate | null) => {
      socket.destroy();
      done(found);
    };
    socket.setTimeout(waitMs, () => end(null));
    socket.once('error', () => end(null));
    socket.once('secureConnect', () => {
      const { valid_to: until } = socket.getPeerCertificate();
      const time = Date.parse(until ?? '');
      const validTo = Number.isNaN(time) ? null : new Date(time).toISOString();
      const why = socket.authorized ? null : String(socket.authorizationError ?? 'unknown');
      end({ validTo, trusted: socket.authorized, why });
    });
  });
}
