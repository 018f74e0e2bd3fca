/** A call whose end is not known yet: it still waits for approval, for its turn or for the provider's word. */
export const OPEN_STATES = ['awaiting_approval', 'requested', 'sent', 'unknown'] as const;
export const ENDED_STATES = ['confirmed', 'rejected', 'declined', 'expired'] as const;
/** States of operations that hold their reference and count towards the day's sum. */
export const ALIVE_STATES: readonly string[] = [...OPEN_STATES, 'confirmed'];

/** Every kind of changing call; the words of each stand under `operations.kinds`. */
export const KINDS = [
  'report.create',
  'webhook.register',
  'webhook.edit',
  'webhook.remove',
  'webhook.rotate',
  'webhook.ownership',
  'callback-secret.create',
  'callback-secret.rotate',
  'defense',
  'charge.create',
  'withdrawal.key',
  'withdrawal.code',
  'transfer.create',
  'refund.create',
  'pix-key.create',
  'pix-key.default',
  'pix-key.remove',
  'card-charge.create',
  'card-charge.reverse',
  'recurrence.amount',
  'recurrence.deactivate',
  'recurrence.reactivate',
] as const;

export const isOpen = (state: string) => OPEN_STATES.some((open) => open === state);

type Ended = {
  state: string;
  actor: { id: string };
  approval: { by: { id: string } | null };
};

/** Ended by who had asked for it, before anybody let it go. */
export const isReversed = ({ state, actor, approval }: Ended) =>
  state === 'declined' && approval.by?.id === actor.id;
