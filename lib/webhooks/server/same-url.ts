import 'server-only';
import { createHash } from 'node:crypto';

/** One form of an address, to compare two; null where it is none. */
export function urlKey(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).href : url;
}

export const sameUrl = (a: string | null, b: string | null) => a !== null && urlKey(a) === urlKey(b);

/** An address as lists and the audit log may hold it: what stands in its query may be somebody's key. */
export function urlLabel(url: string): string {
  if (!URL.canParse(url)) return url;
  const { origin, pathname, search } = new URL(url);
  if (search === '') return `${origin}${pathname}`;
  return `${origin}${pathname}?…${createHash('sha256').update(search).digest('hex').slice(0, 8)}`;
}
