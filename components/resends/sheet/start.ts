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

/** The open failures of one receiver: a registered webhook, else all addresses at its host. */
export const ofReceiver = ({ webhookId, host }: { webhookId: string | null; host: string }): Start =>
  checking({ what: 'failures', webhookId, host: webhookId === null ? host : null });

export const ofSelection = (ids: readonly string[]): Start =>
  checking({ what: 'selection', ids, onlyFailed: false });
