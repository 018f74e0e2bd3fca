import type { AccountSummary } from '#lib/session/contract.ts';
import { isCurrent, navFor } from './nav.ts';

const PERIOD = ['from', 'to', 'period'];
/** Words of one kind of account mean nothing to another. */
const WORDS = ['type', 'status'];

/**
 * The same page of another account with period, type and status as they are chosen (`search` is the address's query),
 * or its overview where that account lacks the page. `kind` is that of the account one comes from.
 */
export function pathOnAccount(
  pathname: string,
  target: AccountSummary,
  { search, kind }: { search: URLSearchParams; kind: AccountSummary['kind'] },
): string {
  const feature = pathname.split('/')[2] ?? 'overview';
  const same = navFor(target).find((item) => isCurrent(item, feature))?.id;
  if (same === undefined) return `/${target.slug}/overview`;
  const names = target.kind === kind ? [...PERIOD, ...WORDS] : PERIOD;
  const kept = new URLSearchParams([...search].filter(([name]) => names.includes(name)));
  return `/${target.slug}/${same}${kept.size > 0 ? `?${kept}` : ''}`;
}
