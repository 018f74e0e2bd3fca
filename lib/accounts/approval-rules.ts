/** The settings that say which money needs a second person. Cents as text, as an account keeps them. */

export const APPROVAL_RULES = ['approvalAbove', 'approvalAboveDaily'] as const;
export type ApprovalRule = (typeof APPROVAL_RULES)[number];
type Settings = Readonly<Record<string, string | undefined>>;

/** Cents; null: no second person is needed by this rule. */
export function limitIn(settings: Settings, rule: ApprovalRule): number | null {
  const text = (settings[rule] ?? '').trim();
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** A higher limit, or none where there was one. */
export function isWeaker(before: number | null, after: number | null): boolean {
  return before !== null && (after === null || after > before);
}

/** The rules that these settings weaken. */
export function weakened(before: Settings, after: Settings): ApprovalRule[] {
  return APPROVAL_RULES.filter((rule) => isWeaker(limitIn(before, rule), limitIn(after, rule)));
}

/** Characters of the words that a weaker rule is asked for with. */
export const REASON_LENGTH = { least: 10, most: 500 } as const;
