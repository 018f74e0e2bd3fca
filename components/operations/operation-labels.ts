'use client';

import { useTranslations } from 'next-intl';
import { type StatusKind, statusStyle } from '#components/ui/status.tsx';
import { lookupTable } from '#lib/core/lookup-table.ts';
import type { Operation } from '#lib/operations/queries.ts';
import { isReversed } from '#lib/operations/rules.ts';

type Namespace = 'operations.kinds' | 'operations.reasons';

/** Returns the label of a word, or the word itself. */
function useLabels(namespace: Namespace): (word: string) => string {
  const t = useTranslations(namespace as 'operations.kinds');
  return (word) => (t.has(word) ? t(word as 'webhook.edit') : word);
}

export const useKindLabels = () => useLabels('operations.kinds');

/** Labels of the bank account types of the Pix directory. */
export function useAccountTypeLabels(): (word: string) => string {
  const t = useTranslations('operations.accountTypes');
  return (word) => (t.has(word.toUpperCase()) ? t(word.toUpperCase() as 'CACC') : word);
}

/** Labels of the types of a Pix key. */
export function useKeyTypeLabels(): (word: string) => string {
  const t = useTranslations('operations.approval.keyTypes');
  return (word) => (t.has(word.toLowerCase()) ? t(word.toLowerCase() as 'cpf') : word);
}

/** An operation that its requester took back has the state `declined`; it gets its own label. */
type Standing = Pick<Operation, 'kind' | 'state' | 'actor' | 'approval' | 'byHand' | 'nextLookUpAt'>;

export function useStateLabels(): (operation: Omit<Standing, 'kind' | 'byHand' | 'nextLookUpAt'>) => string {
  const t = useTranslations('operations.states');
  return (operation) => {
    const { state } = operation;
    return isReversed(operation) ? t('taken_back') : t.has(state) ? t(state as 'sent') : state;
  };
}

/** Returns the label of a rejection reason; null where there is none. */
export function useReasonLabels(): (reason: string | null) => string | null {
  const labels = useLabels('operations.reasons');
  return (reason) => reason && labels(reason);
}

/** Describes the state; an ended operation by its kind: what happened to the money or the object. */
export function useEndLabels(): (operation: Standing) => string {
  const t = useTranslations('operations');
  return (operation) => {
    const { kind, state, byHand, nextLookUpAt } = operation;
    // A by-hand outcome is described only if it agrees with the state; a late confirmation overrides it.
    if (byHand && byHand.happened === (state === 'confirmed'))
      return t(byHand.happened ? 'byHand.done' : 'byHand.notDone');
    if (isReversed(operation)) return t('inline.takenBackDescription');
    if (state === 'unknown' && nextLookUpAt === null) return t('byHand.open');
    const own = state === 'confirmed' ? `done.${kind}` : state === 'rejected' ? `notDone.${kind}` : null;
    if (own !== null && t.has(own)) return t(own as 'done.defense');
    return t.has(`stateLabels.${state}`) ? t(`stateLabels.${state as 'sent'}`) : '';
  };
}

const STATE_KINDS = lookupTable<StatusKind>({
  awaiting_approval: 'local',
  requested: 'idle',
  confirmed: 'ok',
  rejected: 'danger',
  declined: 'cancelled',
  expired: 'expired',
});

/** The icon and tone of an operation's state; `sent` is as uncertain as `unknown`. */
export function operationStyle(state: string) {
  const kind = STATE_KINDS[state] ?? 'unknown';
  return { kind, ...statusStyle(kind) };
}

/** The first of these values that is a text and not empty; null: none. */
export const firstText = (...values: unknown[]): string | null =>
  values.find((value): value is string => typeof value === 'string' && value !== '') ?? null;

/** The receiver that a request names, else its key; null where it has neither. */
export const receiverOf = ({ intent }: Pick<Operation, 'intent'>) =>
  firstText(intent.receiverName, intent.receiver, intent.pixKey);
