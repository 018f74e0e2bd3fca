import 'server-only';
import { createHash } from 'node:crypto';
import { addressKey } from '#lib/core/address-name.ts';

const keyOf = (url: string | null) => (url === null ? null : (addressKey(url) ?? url));

export const sameUrl = (a: string | null, b: string | null) => a !== null && keyOf(a) === keyOf(b);

/** An address as lists and the audit log may hold it: what stands in its query may be somebody's key. */
export function urlLabel(url: string): string {
  const key = addressKey(url);
  if (key === null) return url;
  const { origin, pathname, search } = new URL(key);
  if (search === '') return `${origin}${pathname}`;
  return `${origin}${pathname}?…${createHash('sha256').update(search).digest('hex').slice(0, 8)}`;
}
