/**
 * The three signature schemes. Pix: `X-Callback-Signature: t=<unix seconds>,v1=<hex>` over `<t>.<body>` (document 1).
 * Hub: `X-Service-Timestamp` (ms) and `X-Service-Signature: sha256=<hex>` over `<timestamp>.<body>` (document 2).
 * Card: `X-Webhook-Timestamp` (ms), `-Nonce` and `-Signature: <hex>` over `<timestamp>.<nonce>.<body>`.
 */
export const SCHEMES = ['pix', 'hub', 'card'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** The scheme that pasted headers name; null where they name none. */
export function schemeOf(headers: string): Scheme | null {
  if (/^\s*x-callback-signature\s*:/im.test(headers)) return 'pix';
  if (/^\s*x-service-signature\s*:/im.test(headers)) return 'hub';
  if (/^\s*x-webhook-signature\s*:/im.test(headers)) return 'card';
  return null;
}

const TIMES: Record<Scheme, RegExp> = {
  pix: /^\s*x-callback-signature\s*:[^\n]*\bt=(\d{1,13})/im,
  hub: /^\s*x-service-timestamp\s*:\s*(\d{1,13})/im,
  card: /^\s*x-webhook-timestamp\s*:\s*(\d{1,13})/im,
};

/** The instant the headers say that they were signed at; null where they do not. Seconds or milliseconds. */
export function signedAt(scheme: Scheme, headers: string): string | null {
  const text = TIMES[scheme].exec(headers)?.[1];
  if (text === undefined) return null;
  const value = Number(text);
  return new Date(text.length > 11 ? value : value * 1000).toISOString();
}

export const bytesOf = (text: string) => new TextEncoder().encode(text).length;
