type Acted = { kind: string; target: string; intent: Record<string, unknown> };

/**
 * The address of an operation, without scheme: from the list, otherwise from the request, otherwise its
 * target.
 */
export function targetUrl(operation: Acted, rows: readonly { id: string; url: string | null }[]): string {
  const listed = rows.find(({ id }) => id === operation.target)?.url;
  const requested = operation.intent.url;
  const url = listed ?? (typeof requested === 'string' ? requested : operation.target);
  return withoutScheme(url);
}

export const withoutScheme = (url: string) => url.replace(/^https?:\/\//, '');

/**
 * The path, such as `/pix/avisos`, for headings where the list shows the host; the host if there is no path.
 */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, host } = new URL(url);
  return pathname === '/' ? host : pathname;
}

/** Host, and path with query, of an address: two endpoints may share a host. A bare `/` is no path. */
export function addressParts(url: string): { host: string; path: string } {
  if (!URL.canParse(url)) return { host: url, path: '' };
  const { host, pathname, search } = new URL(url);
  const path = `${pathname}${search}`;
  return host === '' ? { host: url, path: '' } : { host, path: path === '/' ? '' : path };
}

/** The same as text: 'erp.example/hooks/pix'. */
export function addressName(url: string): string {
  const { host, path } = addressParts(url);
  return `${host}${path}`;
}
