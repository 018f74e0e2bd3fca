'use client';

import { useTranslations } from 'next-intl';
import type { StatusShape, Tone } from '#components/ui/icon.tsx';
import type { StatusKind } from '#components/ui/status.tsx';
import { lookupTable } from '#lib/core/lookup-table.ts';
import type { Operation } from '#lib/operations/queries.ts';
import { isReversed } from '#lib/operations/rules.ts';

/** A kind in words; one that has none stays as it is written. */
export function useKindLabels(): (kind: string) => string {
  const t = useTranslations('operations.kinds');
  return (kind) => (t.has(kind) ? t(kind as 'webhook.edit') : kind);
}

/** A directory's word for the kind of a bank account; one that has none stays as it is written. */
export function useAccountTypeLabels(): (word: string) => string {
  const t = useTranslations('operations.accountTypes');
  return (word) => (t.has(word.toUpperCase()) ? t(word.toUpperCase() as 'CACC') : word);
}

/** One that its requester took back stands as declined: nobody declined it. */
type Standing = Pick<Operation, 'kind' | 'state' | 'actor' | 'approval' | 'byHand' | 'nextLookUpAt'>;

export function useStateLabels(): (operation: Omit<Standing, 'kind' | 'byHand' | 'nextLookUpAt'>) => string {
  const t = useTranslations('operations.states');
  return (operation) => {
    const { state } = operation;
    return isReversed(operation) ? t('taken_back') : t.has(state) ? t(state as 'sent') : state;
  };
}

/** Why it was rejected, in words; null where nothing was said. */
export function useReasonLabels(): (reason: string | null) => string | null {
  const t = useTranslations('operations.reasons');
  return (reason) => {
    if (reason === null) return null;
    return t.has(reason) ? t(reason as 'provider') : reason;
  };
}

/** How it stands, in words of its kind where it ended: what happened to the money, or to the thing. */
export function useEndLabels(): (operation: Standing) => string {
  const t = useTranslations('operations');
  return (operation) => {
    const { kind, state, byHand, nextLookUpAt } = operation;
    // One that was taken for not done and turned out to be done is told as such.
    if (byHand && byHand.happened === (state === 'confirmed'))
      return t(byHand.happened ? 'byHand.done' : 'byHand.notDone');
    if (isReversed(operation)) return t('inline.takenBackWords');
    if (state === 'unknown' && nextLookUpAt === null) return t('byHand.open');
    const own = state === 'confirmed' ? `done.${kind}` : state === 'rejected' ? `notDone.${kind}` : null;
    if (own !== null && t.has(own)) return t(own as 'done.defense');
    return t.has(`stateWords.${state}`) ? t(`stateWords.${state as 'sent'}`) : '';
  };
}

type Look = { kind: StatusKind; shape: StatusShape; tone: Tone };

const LOOKS = lookupTable<Look>({
  awaiting_approval: { kind: 'local', shape: 'operator', tone: 'idle' },
  requested: { kind: 'idle', shape: 'pending', tone: 'idle' },
  sent: { kind: 'unknown', shape: 'unknown', tone: 'idle' },
  unknown: { kind: 'unknown', shape: 'unknown', tone: 'idle' },
  confirmed: { kind: 'ok', shape: 'check', tone: 'ok' },
  rejected: { kind: 'danger', shape: 'octagon', tone: 'danger' },
  declined: { kind: 'cancelled', shape: 'barred', tone: 'idle' },
  expired: { kind: 'expired', shape: 'hourglass', tone: 'idle' },
});

const UNHEARD: Look = { kind: 'unknown', shape: 'unknown', tone: 'idle' };

/** Shape and tone of an operation's state. */
export const operationStyle = (state: string): Look => LOOKS[state] ?? UNHEARD;
