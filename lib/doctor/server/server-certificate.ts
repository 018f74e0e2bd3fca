import 'server-only';
import { isIP } from 'node:net';
import { connect, rootCertificates } from 'node:tls';
import { judgedLookup } from '#lib/core/http/safe-fetch.ts';
import { type AddressPolicy, checkForm, type Resolve } from '#lib/core/http/safe-url.ts';

/** `trusted` false: `why` is what the system says against it. Null: the address is http, or nobody answers. */
export type ServerCertificate = { validTo: string | null; trusted: boolean; why: string | null };

type Ask = {
  /** A further authority to believe. */
  ca?: string | undefined;
  waitMs: number;
  /** Addresses that may be connected to; absent: any. */
  near?: AddressPolicy | undefined;
  resolve?: Resolve;
};

/** The certificate a service shows to whoever asks. Never throws. */
export function serverCertificate(
  baseUrl: string,
  { ca, waitMs, near, resolve }: Ask,
): Promise<ServerCertificate | null> {
  const { protocol, hostname, port, origin } = new URL(baseUrl);
  if (protocol !== 'https:') return Promise.resolve(null);
  // An address that is no name is looked up nowhere.
  if (near !== undefined && typeof checkForm(origin, near) === 'string') return Promise.resolve(null);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((done) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(near === undefined ? {} : { lookup: judgedLookup(near, resolve) }),
      ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
      // Only looked at: nothing is sent over it, and what is wrong with it is the answer.
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
