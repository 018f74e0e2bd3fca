'use client';

import { useTranslations } from 'next-intl';
import type { StatusShape, Tone } from '#components/ui/icon.tsx';
import type { StatusKind } from '#components/ui/status.tsx';
import { lookupTable } from '#lib/core/lookup-table.ts';
import type { Operation } from '#lib/operations/queries.ts';
import { isReversed } from '#lib/operations/rules.ts';

/** Returns the label of a kind of operation, or the kind itself. */
export function useKindLabels(): (kind: string) => string {
  const t = useTranslations('operations.kinds');
  return (kind) => (t.has(kind) ? t(kind as 'webhook.edit') : kind);
}

/** Returns the label of a bank account type from the Pix directory, or the word itself. */
export function useAccountTypeLabels(): (word: string) => string {
  const t = useTranslations('operations.accountTypes');
  return (word) => (t.has(word.toUpperCase()) ? t(word.toUpperCase() as 'CACC') : word);
}

/** Returns the label of a Pix key's type, or the word itself. */
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
  const t = useTranslations('operations.reasons');
  return (reason) => {
    if (reason === null) return null;
    return t.has(reason) ? t(reason as 'provider') : reason;
  };
}

/** Describes the state; an ended operation by its kind: what happened to the money or the object. */
export function useEndLabels(): (operation: Standing) => string {
  const t = useTranslations('operations');
  return (operation) => {
    const { kind, state, byHand, nextLookUpAt } = operation;
    // A by-hand outcome is described only if it agrees with the state; a late confirmation overrides it.
    if (byHand && byHand.happened === (state === 'confirmed'))
      return t(byHand.happened ? 'byHand.done' : 'byHand.notDone');
    if (isReversed(operation)) return t('inline.takenBackWords');
    if (state === 'unknown' && nextLookUpAt === null) return t('byHand.open');
    const own = state === 'confirmed' ? `done.${kind}` : state === 'rejected' ? `notDone.${kind}` : null;
    if (own !== null && t.has(own)) return t(own as 'done.defense');
    return t.has(`stateWords.${state}`) ? t(`stateWords.${state as 'sent'}`) : '';
  };
}

type StateStyle = { kind: StatusKind; shape: StatusShape; tone: Tone };

const STATE_STYLES = lookupTable<StateStyle>({
  awaiting_approval: { kind: 'local', shape: 'operator', tone: 'idle' },
  requested: { kind: 'idle', shape: 'pending', tone: 'idle' },
  sent: { kind: 'unknown', shape: 'unknown', tone: 'idle' },
  unknown: { kind: 'unknown', shape: 'unknown', tone: 'idle' },
  confirmed: { kind: 'ok', shape: 'check', tone: 'ok' },
  rejected: { kind: 'danger', shape: 'octagon', tone: 'danger' },
  declined: { kind: 'cancelled', shape: 'barred', tone: 'idle' },
  expired: { kind: 'expired', shape: 'hourglass', tone: 'idle' },
});

const UNKNOWN_STATE: StateStyle = { kind: 'unknown', shape: 'unknown', tone: 'idle' };

/** The icon and tone of an operation's state. */
export const operationStyle = (state: string): StateStyle => STATE_STYLES[state] ?? UNKNOWN_STATE;

/** The first of these values that is a text and not empty; null: none. */
export const firstText = (...values: unknown[]): string | null =>
  values.find((value): value is string => typeof value === 'string' && value !== '') ?? null;

/** The receiver that a request names, else its key; null where it has neither. */
export const receiverOf = ({ intent }: Pick<Operation, 'intent'>) =>
  firstText(intent.receiverName, intent.receiver, intent.pixKey);
