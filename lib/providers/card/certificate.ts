import 'server-only';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { GuicheError } from '#lib/errors.ts';
import type { ClientTls } from '#lib/http/request.ts';

/** Why mutual TLS (document 3, Authentication) does not come about: codes of this product, worded in its catalogue. */
export type CertificateFault =
  | 'CLIENT_CERTIFICATE_MISSING'
  | 'CLIENT_CERTIFICATE_UNREADABLE'
  | 'CLIENT_CERTIFICATE_EXPIRED'
  | 'CLIENT_CERTIFICATE_NOT_YET_VALID'
  | 'CLIENT_CERTIFICATE_REFUSED'
  | 'SERVER_CERTIFICATE_UNTRUSTED';

/** The account's own certificate; instants are ISO 8601 UTC, null where it cannot be read. */
export type OwnCertificate = { validFrom: string | null; validTo: string | null };

const UNREADABLE: OwnCertificate = { validFrom: null, validTo: null };

export function readCertificate(tls: ClientTls | undefined): OwnCertificate | null {
  if (tls?.cert === undefined) return null;
  try {
    if (tls.key === undefined) return UNREADABLE;
    const certificate = new X509Certificate(tls.cert);
    if (!certificate.checkPrivateKey(createPrivateKey(tls.key))) return UNREADABLE;
    return {
      validFrom: certificate.validFromDate.toISOString(),
      validTo: certificate.validToDate.toISOString(),
    };
  } catch {
    return UNREADABLE;
  }
}

/** Certificate fault that forbids a call: judged before any send. `now` is epoch ms. */
export function faultOf(certificate: OwnCertificate | null, now: number): CertificateFault | null {
  if (certificate === null) return null;
  const { validFrom, validTo } = certificate;
  if (validFrom === null || validTo === null) return 'CLIENT_CERTIFICATE_UNREADABLE';
  if (now >= Date.parse(validTo)) return 'CLIENT_CERTIFICATE_EXPIRED';
  return now < Date.parse(validFrom) ? 'CLIENT_CERTIFICATE_NOT_YET_VALID' : null;
}

const UNTRUSTED =
  /SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(?:VERIFY|GET_ISSUER)|CERT_(?:HAS_EXPIRED|NOT_YET_VALID|UNTRUSTED|SIGNATURE)|ALTNAME_INVALID/;
const CLOSED = /ECONNRESET|UND_ERR_SOCKET|other side closed|socket hang up|EPIPE/i;

/**
 * Certificate fault behind a connection fault; null for every other error. `secure`: over TLS; `worked`: an
 * earlier call came through.
 */
export function faultBehind(
  error: GuicheError,
  { certificate, secure, worked }: { certificate: OwnCertificate | null; secure: boolean; worked: boolean },
): CertificateFault | null {
  const { provider, cause } = error.details;
  if (provider !== undefined || typeof cause !== 'string' || !secure) return null;
  const ours = certificate === null ? 'CLIENT_CERTIFICATE_MISSING' : 'CLIENT_CERTIFICATE_REFUSED';
  if (error.code === 'provider_credential') return ours;
  if (UNTRUSTED.test(cause)) return 'SERVER_CERTIFICATE_UNTRUSTED';
  // A server that takes no certificate, or not this one, closes the connection after the request, often without a word.
  return CLOSED.test(cause) && (certificate === null || !worked) ? ours : null;
}

export const certificateError = (code: CertificateFault, cause?: unknown) =>
  new GuicheError('provider_credential', 'The certificates of this account do not let it call.', {
    provider: { code, message: null, requestId: null, status: null },
    ...(cause === undefined ? {} : { cause }),
  });
