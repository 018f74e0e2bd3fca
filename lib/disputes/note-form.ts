import type { FormDescription } from '#lib/core/form.ts';

/** Form of a team note; its limit is the contract's (characters). */
export const noteForm: FormDescription<{ text: string }, null, { text: string }> = {
  blank: { text: '' },
  fields: { text: { kind: 'lines', most: 4_000 } },
  body: ({ text }) => ({ text: text.trim() }),
};
