import 'server-only';
import { settings } from '#lib/core/env/settings.ts';

/**
 * Path and query of an address on this installation. `/` for another origin or scheme, and for a path that
 * begins with `//`, which a browser would read as another host.
 */
export function ownPath(address: string | null | undefined): string {
  const { url } = settings();
  const target = typeof address === 'string' && URL.canParse(address, url) ? new URL(address, url) : null;
  if (target === null || target.origin !== url || target.pathname.startsWith('//')) return '/';
  return `${target.pathname}${target.search}`;
}
