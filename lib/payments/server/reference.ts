import 'server-only';
import { randomBytes } from 'node:crypto';

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const random = (count: number) => [...randomBytes(count)].map((byte) => LETTERS.charAt(byte % 32)).join('');

const OURS = /^gch_[0-9a-hjkmnp-tv-z]{26}$/;

/** One intent, one client reference: what was typed, or `gch_` and 26 characters made for it. */
export function referenceFor(typed: string | undefined): { clientReference: string; typed: boolean } {
  if (typed === undefined) return { clientReference: `gch_${random(26)}`, typed: false };
  // An earlier operation's own reference, sent again with it: nobody else writes these.
  return { clientReference: typed, typed: !OURS.test(typed) };
}

/** The key by which document 2 recognises repeats of one operation (1 to 255 visible ASCII characters). */
export const newIdempotencyKey = () => `gch-${random(32)}`;
