import type { FormDescription } from '#lib/core/form.ts';
import { LONGEST_CLOSE_NOTE } from '#lib/deliveries/rules.ts';

/** Reasons that a person gives; what is past the resend window closes by itself. */
export const PERSONS_REASONS = ['elsewhere', 'other'] as const;
export type ClosedFailures =
  | { ids: string[] }
  | { filter: { outcome: string; webhookId?: string; url?: string } };
type Typed = { reason: (typeof PERSONS_REASONS)[number]; note: string };
type Body = ClosedFailures & { reason: Typed['reason']; note?: string };

/** Why failures need no resend; another reason than the first asks for a note. */
export const closeForm: FormDescription<Typed, ClosedFailures, Body> = {
  blank: { reason: 'elsewhere', note: '' },
  fields: {
    reason: { kind: 'choice', of: PERSONS_REASONS },
    note: {
      kind: 'lines',
      most: LONGEST_CLOSE_NOTE,
      fault: (note, { reason }) => (reason === 'other' && note.trim() === '' ? 'required' : null),
    },
  },
  body: ({ reason, note }, which) => ({
    ...which,
    reason,
    ...(note.trim() === '' ? {} : { note: note.trim() }),
  }),
};
