/** Document 2, Authentication 5: scopes that a new credential lacks unless a person selects them. */
export const BY_HAND_SCOPES: readonly string[] = [
  ...['WITHDRAW', 'INTERNAL_TRANSFER', 'REFUND', 'PIX_KEY_WRITE', 'WEBHOOK_WRITE'],
];

/** Those of `scopes` that a person must select. Document 1 has no such scopes: support issues its tokens. */
export const scopesByHand = (kind: string, scopes: readonly string[]): string[] =>
  kind === 'hub' ? scopes.filter((scope) => BY_HAND_SCOPES.includes(scope)) : [];

/**
 * Document 1, IP whitelist, in the order in which the operator acts. `many`: at most 20 addresses; `burst`:
 * at most 5 additions in 5 minutes.
 */
export type IpRule = 'first' | 'beside' | 'many' | 'burst' | 'last';
export const MOST_ADDRESSES = 20;
export const MOST_ADDITIONS = { count: 5, minutes: 5 };
const ALL: readonly IpRule[] = ['first', 'beside', 'many', 'burst', 'last'];

/** The rules that matter for this refusal. Without any address there is none to keep, add to or remove. */
export function ipRulesFor(code: string | null): readonly IpRule[] {
  if (code === null) return ALL;
  if (code === 'PZA205') return ['first', 'burst', 'last'];
  return code === 'PZA203' ? ['beside', 'many', 'burst', 'last'] : [];
}

/** Error codes with which the provider refuses every call of the account. */
export const REFUSES_ALL: readonly string[] = [
  ...['PZA203', 'PZA205', 'TOKEN_IP_NOT_ALLOWED', 'TOKEN_HOLDER_BLOCKED'],
  ...['PZA100', 'TOKEN_INVALID', 'TOKEN_EXPIRED'],
];
/** Error codes with which the provider refuses changes. */
export const REFUSES_CHANGES: readonly string[] = [...REFUSES_ALL, 'PZA206'];

/**
 * How many more additions the provider accepts now, by the recorded ones (ms). `nextAt`: when it accepts one
 * again, if none is left.
 */
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
