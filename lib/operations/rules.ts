/** States without a known outcome: waiting for approval, for its sending, or for the provider's answer. */
export const OPEN_STATES = ['awaiting_approval', 'requested', 'sent', 'unknown'] as const;
export const ENDED_STATES = ['confirmed', 'rejected', 'declined', 'expired'] as const;
/** States in which an operation occupies its reference and counts towards the day's sum. */
export const ALIVE_STATES: readonly string[] = [...OPEN_STATES, 'confirmed'];

/** Every kind of changing call. Their labels are under `operations.kinds`. */
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
  'callback.resend',
] as const;

/** Kinds of which a larger job makes many; lists show them only if the filter names them. */
export const PARTS_OF_JOBS: readonly string[] = ['callback.resend'];

export const isOpen = (state: string) => OPEN_STATES.some((open) => open === state);

type Ended = {
  state: string;
  actor: { id: string };
  approval: { by: { id: string } | null };
};

/** The requester withdrew it before anyone approved it. */
export const isReversed = ({ state, actor, approval }: Ended) =>
  state === 'declined' && approval.by?.id === actor.id;
