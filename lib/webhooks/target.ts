type Acted = { kind: string; target: string; intent: Record<string, unknown> };

/** The address an operation acted on, without its scheme: from the list, else from what was asked, else its target. */
export function targetUrl(operation: Acted, rows: readonly { id: string; url: string | null }[]): string {
  const listed = rows.find(({ id }) => id === operation.target)?.url;
  const asked = operation.intent.url;
  const url = listed ?? (typeof asked === 'string' ? asked : operation.target);
  return withoutScheme(url);
}

export const withoutScheme = (url: string) => url.replace(/^https?:\/\//, '');

/** `/pix/avisos` for heads where the host is known from the list; the whole where there is no path. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, host } = new URL(url);
  return pathname === '/' ? host : pathname;
}

/** Host of an address, and its path with the query: two endpoints may live at one host. A bare `/` is no path. */
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
