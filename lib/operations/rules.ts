/** A call whose end is not known yet: it still waits for approval, for its turn or for the provider's word. */
export const OPEN_STATES = ['awaiting_approval', 'requested', 'sent', 'unknown'] as const;
export const ENDED_STATES = ['confirmed', 'rejected', 'declined', 'expired'] as const;

export const isOpen = (state: string) => OPEN_STATES.some((open) => open === state);
