import type { FormDescription } from '#lib/core/form.ts';

/** A note of the team; as many letters as the contract takes. */
export const noteForm: FormDescription<{ text: string }, null, { text: string }> = {
  blank: { text: '' },
  fields: { text: { kind: 'lines', most: 4_000 } },
  body: ({ text }) => ({ text: text.trim() }),
};
