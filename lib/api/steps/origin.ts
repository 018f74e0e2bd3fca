import 'server-only';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError } from '#lib/core/errors.ts';

/** Step "origin": a changing call must come from Guichê's own pages. */
export function checkOrigin(method: string, headers: Headers): void {
  if (method === 'GET') return;
  const origin = headers.get('origin');
  const { url, urlIsDefault } = settings();
  if (origin === url) return;
  // Without GUICHE_URL, 127.0.0.1 and localhost are the same origin.
  if (urlIsDefault && origin === url.replace('//localhost', '//127.0.0.1')) return;
  throw new GuicheError('forbidden', 'The call does not come from this product’s own page.');
}
