import 'server-only';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Headers, Scheme } from '#lib/webhooks/signature-text.ts';

export const TOLERANCE_SECONDS = 300;

/** Parsed signature headers: the text before the body in the signed string, the time, and the signatures. */
export type Claim = { prefix: string; atMs: number; unitMs: 1 | 1000; received: string[] };
type Unread = 'header_missing' | 'header_form';
type SignatureFault = Unread | 'timestamp_outside' | 'secret_or_body';

const HEX = /^[0-9a-f]{64}$/i;
const DIGITS = /^\d{1,15}$/;

export function readClaim(scheme: Scheme, headers: Headers): Claim | Unread {
  if (scheme === 'pix') return readPix(headers['x-callback-signature']);
  if (scheme === 'hub') {
    const found = headers['x-service-signature'];
    const form = found === undefined ? undefined : /^sha256\s*=\s*(.*)$/.exec(found.trim());
    return readTimed(found, form?.[1], headers['x-service-timestamp'], null);
  }
  const found = headers['x-webhook-signature'];
  return readTimed(found, found?.trim(), headers['x-webhook-timestamp'], headers['x-webhook-nonce']);
}

function readPix(header: string | undefined): Claim | Unread {
  if (header === undefined || header.trim() === '') return 'header_missing';
  const parts = header.split(',').map((part) => part.trim().replace(/\s*=\s*/, '='));
  const values = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const [t, ...more] = values('t');
  const received = values('v1');
  const whole = t !== undefined && more.length === 0 && DIGITS.test(t);
  if (!whole || received.length === 0 || !received.every((hex) => HEX.test(hex))) return 'header_form';
  return { prefix: `${t}.`, atMs: Number(t) * 1000, unitMs: 1000, received };
}

/** `nonce` null: the scheme has none. */
function readTimed(
  header: string | undefined,
  hex: string | undefined,
  timestamp: string | undefined,
  nonce: string | undefined | null,
): Claim | Unread {
  if (header === undefined || timestamp === undefined || nonce === undefined) return 'header_missing';
  const at = timestamp.trim();
  const mark = nonce?.trim();
  if (hex === undefined || !HEX.test(hex) || !DIGITS.test(at)) return 'header_form';
  if (mark !== undefined && !/^[\x21-\x7e]{1,128}$/.test(mark)) return 'header_form';
  const prefix = mark === undefined ? `${at}.` : `${at}.${mark}.`;
  return { prefix, atMs: Number(at), unitMs: 1, received: [hex] };
}

/** Seconds from the signature's time to `nowMs`; negative if it is in the future. */
export function ageOf({ atMs, unitMs }: Claim, nowMs: number): number {
  return (Math.floor(nowMs / unitMs) * unitMs - atMs) / 1000;
}

export const isTimely = (claim: Claim, nowMs: number) => Math.abs(ageOf(claim, nowMs)) <= TOLERANCE_SECONDS;

/** HMAC-SHA256 in hex over the prefix and the raw body bytes. */
export function signatureOf(prefix: string, body: Uint8Array | string, secret: string): string {
  return createHmac('sha256', secret).update(prefix).update(body).digest('hex');
}

/** True if one of the received signatures was made with the secret; compared in constant time. */
export function isSignedWith(claim: Claim, body: Uint8Array | string, secret: string): boolean {
  const expected = Buffer.from(signatureOf(claim.prefix, body, secret), 'hex');
  return claim.received.some((hex) => timingSafeEqual(expected, Buffer.from(hex, 'hex')));
}

/** Null if the signature is valid. A wrong time is reported before a wrong secret. */
export function faultOf(
  scheme: Scheme,
  {
    headers,
    body,
    secret,
    nowMs,
  }: { headers: Headers; body: Uint8Array | string; secret: string; nowMs: number },
): SignatureFault | null {
  const claim = readClaim(scheme, headers);
  if (typeof claim === 'string') return claim;
  if (!isTimely(claim, nowMs)) return 'timestamp_outside';
  return isSignedWith(claim, body, secret) ? null : 'secret_or_body';
}

/** Document 1's header for a body sent now. */
export function pixSignature(secret: string, body: string, nowMs: number): string {
  const t = Math.floor(nowMs / 1000);
  return `t=${t},v1=${signatureOf(`${t}.`, body, secret)}`;
}

/** Document 2's X-Service-Signature for a body sent at `atMs`, the value of X-Service-Timestamp. */
export const hubSignature = (secret: string, body: string, atMs: number): string =>
  `sha256=${signatureOf(`${atMs}.`, body, secret)}`;
