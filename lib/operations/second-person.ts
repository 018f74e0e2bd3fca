import type { ApprovalRules } from '#lib/operations/contract.ts';

/** Rule that requires a second person, with its limit in cents. `needsApproval` decides by the same rules. */
export type SecondPerson = { rule: 'entered' | 'payment' | 'day'; above: number };

/** Rule by which this amount (cents) would need a second person. Null: none. */
export function secondPersonFor(rules: ApprovalRules | undefined, cents: number | null): SecondPerson | null {
  if (rules === undefined || cents === null) return null;
  const { approvalAbove: payment, approvalAboveDaily: day, requestedToday } = rules;
  if (payment !== null && cents > payment) return { rule: 'payment', above: payment };
  if (rules.entered) return { rule: 'entered', above: 0 };
  return day !== null && (requestedToday ?? 0) + cents > day ? { rule: 'day', above: day } : null;
}
