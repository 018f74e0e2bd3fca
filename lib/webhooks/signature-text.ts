import { readHeaders } from '#lib/webhooks/read-headers.ts';

/**
 * The three signature schemes. Pix: `X-Callback-Signature: t=<unix seconds>,v1=<hex>` over `<t>.<body>` (document 1).
 * Hub: `X-Service-Timestamp` (ms) and `X-Service-Signature: sha256=<hex>` over `<timestamp>.<body>` (document 2).
 * Card: `X-Webhook-Timestamp` (ms), `-Nonce` and `-Signature: <hex>` over `<timestamp>.<nonce>.<body>`.
 */
export const SCHEMES = ['pix', 'hub', 'card'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** The scheme of pasted headers; null if unclear. */
export function schemeOf(text: string): Scheme | null {
  const headers = readHeaders(text);
  if (headers['x-callback-signature'] !== undefined) return 'pix';
  if (headers['x-service-signature'] !== undefined) return 'hub';
  return headers['x-webhook-signature'] === undefined ? null : 'card';
}

/** The signing time in the headers (seconds or milliseconds) as ISO 8601; null if there is none. */
export function signedAt(scheme: Scheme, text: string): string | null {
  const headers = readHeaders(text);
  const time = {
    pix: /\bt\s*=\s*(\d{1,13})/.exec(headers['x-callback-signature'] ?? '')?.[1],
    hub: /^\d{1,13}$/.exec(headers['x-service-timestamp'] ?? '')?.[0],
    card: /^\d{1,13}$/.exec(headers['x-webhook-timestamp'] ?? '')?.[0],
  }[scheme];
  if (time === undefined) return null;
  const value = Number(time);
  return new Date(time.length > 11 ? value : value * 1000).toISOString();
}

export const bytesOf = (text: string) => new TextEncoder().encode(text).length;
