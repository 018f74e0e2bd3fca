import 'server-only';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Credentials } from '#lib/accounts/rules.ts';
import type { FieldFault } from '#lib/core/errors.ts';
import { databaseNow } from '#lib/data/clock.ts';

/**
 * Errors in the PEM texts of a card credential, as `credentials.<part>`. `now` is epoch ms, by the database's
 * clock.
 */
export function certificateFaults(given: Credentials, now = databaseNow()): FieldFault[] {
  const faults: FieldFault[] = [];
  const add = (part: string, message: string) => faults.push({ field: `credentials.${part}`, message });
  const certificate = certificateOf(given.clientCert);
  const key = keyOf(given.clientKey);
  if (certificate === false) add('clientCert', 'not_a_certificate');
  if (key === false) add('clientKey', 'not_a_key');
  if (certificateOf(given.ca) === false) add('ca', 'not_a_certificate');
  if (certificate && key && !certificate.checkPrivateKey(key)) add('clientKey', 'other_key');
  if (certificate && certificate.validToDate.getTime() <= now) add('clientCert', 'expired');
  return faults;
}

/**
 * A certificate's expiry (ISO 8601 UTC) and the last characters of its fingerprint; null without a
 * certificate.
 */
export function certificateFacts(pem: string | undefined) {
  const certificate = certificateOf(pem);
  if (certificate === null) return null;
  if (certificate === false) return { validTo: null, fingerprint: null };
  return {
    validTo: certificate.validToDate.toISOString(),
    fingerprint: certificate.fingerprint256.slice(-5),
  };
}

/** Null: absent; false: unreadable. */
function certificateOf(pem: string | undefined): X509Certificate | null | false {
  return pem === undefined ? null : parsed(() => new X509Certificate(pem));
}

function keyOf(pem: string | undefined) {
  return pem === undefined ? null : parsed(() => createPrivateKey(pem));
}

function parsed<T>(parse: () => T): T | false {
  try {
    return parse();
  } catch {
    return false;
  }
}
