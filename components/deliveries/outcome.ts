import type { StatusKind } from '#components/ui/status.tsx';
import type { DeliveryOutcome } from '#lib/deliveries/contract.ts';

/** The shape of each outcome. */
export const OUTCOME_KINDS: Record<DeliveryOutcome, StatusKind> = {
  delivered: 'ok',
  failed: 'danger',
  recovered: 'returned',
  given_up: 'cancelled',
  closed: 'local',
};
