import 'server-only';
import { settings } from '#lib/core/env/settings.ts';

/**
 * The path (with query) that an address has on this product; `/` for another origin, another scheme, and for a path
 * that begins with `//`, which a browser would read as another host.
 */
export function ownPath(given: string | null | undefined): string {
  const { url } = settings();
  const target = typeof given === 'string' && URL.canParse(given, url) ? new URL(given, url) : null;
  if (target === null || target.origin !== url || target.pathname.startsWith('//')) return '/';
  return `${target.pathname}${target.search}`;
}
