import type { StatusKind } from '#components/ui/status.tsx';
import type { OutcomeFilter } from '#lib/deliveries/contract.ts';

/** Status style of each outcome. */
export const OUTCOME_KINDS: Record<OutcomeFilter, StatusKind> = {
  delivered: 'ok',
  failed: 'danger',
  recovered: 'returned',
  given_up: 'cancelled',
  closed: 'local',
  earlier: 'cancelled',
};
