import 'server-only';
import { isIP } from 'node:net';
import { connect, rootCertificates } from 'node:tls';

/** `trusted` false: `why` is what the system says against it. Null: the address is http, or nobody answers. */
export type ServerCertificate = { validTo: string | null; trusted: boolean; why: string | null };

/** The certificate a service shows to whoever asks; `ca` is a further authority to believe. Never throws. */
export function serverCertificate(
  baseUrl: string,
  { ca, waitMs }: { ca: string | undefined; waitMs: number },
): Promise<ServerCertificate | null> {
  const { protocol, hostname, port } = new URL(baseUrl);
  if (protocol !== 'https:') return Promise.resolve(null);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
      // Only looked at: nothing is sent over it, and what is wrong with it is the answer.
      rejectUnauthorized: false,
    });
    const end = (found: ServerCertificate | null) => {
      socket.destroy();
      resolve(found);
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
