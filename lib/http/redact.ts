import 'server-only';

/** Query names whose values say something of how a call was made and nothing of anybody. */
const PLAIN = new Set(
  'page limit dateFrom dateTo status type method groupBy grouped sortBy sortDirection active createdAtFrom createdAtTo'.split(
    ' ',
  ),
);

/** An address as logs may hold it: personal values and references of the query are replaced by `…`. */
export function redactUrl(address: string): string {
  if (!URL.canParse(address)) return '[address]';
  const url = new URL(address);
  const query = [...url.searchParams].map(([name, value]) => `${name}=${PLAIN.has(name) ? value : '…'}`);
  return `${url.origin}${url.pathname}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}
