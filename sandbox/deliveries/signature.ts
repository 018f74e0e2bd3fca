import { createHmac, randomBytes } from 'node:crypto';

/** Document 1, Signature: `t=<unix seconds>,v1=<hex>` over `<t>.<raw body>`. */
export function signatureHeader(secret: string, unixSeconds: number, rawBody: string): string {
  const hex = createHmac('sha256', secret).update(`${unixSeconds}.${rawBody}`, 'utf8').digest('hex');
  return `t=${unixSeconds},v1=${hex}`;
}

/** 43 base64url characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
