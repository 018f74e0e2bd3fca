/** Document 2, Authentication 5: never selected on a new credential unless somebody does. */
export const BY_HAND_SCOPES: readonly string[] = [
  ...['WITHDRAW', 'INTERNAL_TRANSFER', 'REFUND', 'PIX_KEY_WRITE', 'WEBHOOK_WRITE'],
];

/** Scopes that a person has to select. Document 1 has no such scopes: its tokens are made by the support. */
export const scopesByHand = (kind: string, scopes: readonly string[]): string[] =>
  kind === 'hub' ? scopes.filter((scope) => BY_HAND_SCOPES.includes(scope)) : [];

/** Document 1, IP whitelist: `many` 20 addresses and 5 additions in 5 minutes, in the order in which one acts. */
export type IpRule = 'first' | 'beside' | 'many' | 'burst' | 'last';
export const MOST_ADDRESSES = 20;
export const MOST_ADDITIONS = { count: 5, minutes: 5 };
const ALL: readonly IpRule[] = ['first', 'beside', 'many', 'burst', 'last'];

/** Rules that matter with this refusal: without any address there is none to keep, fill up or remove. */
export function ipRulesFor(code: string | null): readonly IpRule[] {
  if (code === null) return ALL;
  if (code === 'PZA205') return ['first', 'burst', 'last'];
  return code === 'PZA203' ? ['beside', 'many', 'burst', 'last'] : [];
}

/** Codes with which the provider refuses every call of the account, before anything is sent. */
export const REFUSES_ALL: readonly string[] = [
  ...['PZA203', 'PZA205', 'TOKEN_IP_NOT_ALLOWED', 'TOKEN_HOLDER_BLOCKED'],
  ...['PZA100', 'TOKEN_INVALID', 'TOKEN_EXPIRED'],
];
/** And those with which it refuses changes. */
export const REFUSES_CHANGES: readonly string[] = [...REFUSES_ALL, 'PZA206'];

/** How many more additions the service takes now, by those that were noted (ms); `nextAt`: when one more, at none. */
export function additionsLeft(
  noted: readonly number[],
  now: number,
): { left: number; nextAt: number | null } {
  const window = MOST_ADDITIONS.minutes * 60_000;
  const recent = noted.filter((at) => at <= now && now - at < window).sort((a, b) => a - b);
  const left = Math.max(0, MOST_ADDITIONS.count - recent.length);
  const [first] = recent.slice(-MOST_ADDITIONS.count);
  return { left, nextAt: left > 0 || first === undefined ? null : first + window };
}
