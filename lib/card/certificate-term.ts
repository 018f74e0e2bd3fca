const DAY_MS = 86_400_000;
const CERTIFICATE_SOON_DAYS = 30;

/** `validTo`: ISO 8601 UTC, null when unreadable. `daysLeft`: whole, rounded down, negative once ended. */
export type CertificateTerm = { validTo: string | null; daysLeft: number | null };
export type CertificateState = 'unreadable' | 'expired' | 'soon' | 'good';

/** `now` is epoch ms. */
export function certificateTerm({ validTo }: { validTo: string | null }, now: number): CertificateTerm {
  const ends = validTo === null ? Number.NaN : Date.parse(validTo);
  return Number.isNaN(ends)
    ? { validTo: null, daysLeft: null }
    : { validTo, daysLeft: Math.floor((ends - now) / DAY_MS) };
}

export function certificateState({ daysLeft }: CertificateTerm): CertificateState {
  if (daysLeft === null) return 'unreadable';
  if (daysLeft < 0) return 'expired';
  return daysLeft < CERTIFICATE_SOON_DAYS ? 'soon' : 'good';
}
