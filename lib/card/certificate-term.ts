const DAY_MS = 86_400_000;
/** From here on a certificate's end is spoken of. */
const CERTIFICATE_SOON_DAYS = 30;

/** `validTo` ISO 8601 UTC, null where it cannot be read; `daysLeft` whole days rounded down, below zero once it ended. */
export type CertificateTerm = { validTo: string | null; daysLeft: number | null };
export type CertificateState = 'unreadable' | 'expired' | 'soon' | 'good';

/** `now` is epoch ms. */
export function certificateTerm({ validTo }: { validTo: string | null }, now: number): CertificateTerm {
  const ends = validTo === null ? Number.NaN : Date.parse(validTo);
  return Number.isNaN(ends)
    ? { validTo: null, daysLeft: null }
    : { validTo, daysLeft: Math.floor((ends - now) / DAY_MS) };
}

/** State of a certificate by its days left, for the operator to act on. */
export function certificateState({ daysLeft }: CertificateTerm): CertificateState {
  if (daysLeft === null) return 'unreadable';
  if (daysLeft < 0) return 'expired';
  return daysLeft < CERTIFICATE_SOON_DAYS ? 'soon' : 'good';
}
