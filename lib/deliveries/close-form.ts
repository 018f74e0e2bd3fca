import type { FormDescription } from '#lib/core/form.ts';
import { LONGEST_CLOSE_NOTE } from '#lib/deliveries/rules.ts';

/** Reasons that an operator can give; failures past the resend window are closed automatically. */
export const MANUAL_REASONS = ['elsewhere', 'other'] as const;
export type ClosedFailures =
  | { ids: string[] }
  | { filter: { outcome: string; webhookId?: string; url?: string } };
type Typed = { reason: (typeof MANUAL_REASONS)[number]; note: string };
type Body = ClosedFailures & { reason: Typed['reason']; note?: string };

/** Form for closing failures that need no resend; the reason `other` requires a note. */
export const closeForm: FormDescription<Typed, ClosedFailures, Body> = {
  blank: { reason: 'elsewhere', note: '' },
  fields: {
    reason: { kind: 'choice', of: MANUAL_REASONS },
    note: {
      kind: 'lines',
      most: LONGEST_CLOSE_NOTE,
      validate: (note, { reason }) => (reason === 'other' && note.trim() === '' ? 'required' : null),
    },
  },
  body: ({ reason, note }, which) => ({
    ...which,
    reason,
    ...(note.trim() === '' ? {} : { note: note.trim() }),
  }),
};
