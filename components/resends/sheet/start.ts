import { type Choice, NO_CHOICE } from '#lib/resends/choice.ts';

/** What begins a resend: a choice to be made, one already made, or a job that runs. */
export type Start =
  | { at: 'choose'; choice: Choice }
  | { at: 'check'; choice: Choice }
  | { at: 'follow'; id: string };

export const choosing = (changes: Partial<Choice> = {}): Start => ({
  at: 'choose',
  choice: { ...NO_CHOICE, ...changes },
});

/** Goes straight to what will happen: the choice was made on the page. */
export const checking = (changes: Partial<Choice>): Start => ({
  at: 'check',
  choice: { ...NO_CHOICE, ...changes },
});

export const ofSelection = (ids: readonly string[]): Start =>
  checking({ what: 'selection', ids, onlyFailed: false });
