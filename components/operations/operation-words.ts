'use client';

import { useTranslations } from 'next-intl';

/** A kind in words; one that has none stays as it is written. */
export function useKindWords(): (kind: string) => string {
  const t = useTranslations('operations.kinds');
  return (kind) => (t.has(kind) ? t(kind as 'webhook.edit') : kind);
}

export function useStateWords(): (state: string) => string {
  const t = useTranslations('operations.states');
  return (state) => (t.has(state) ? t(state as 'sent') : state);
}

/** Why it was rejected, in words; null where nothing was said. */
export function useReasonWords(): (reason: string | null) => string | null {
  const t = useTranslations('operations.reasons');
  return (reason) => {
    if (reason === null) return null;
    return t.has(reason) ? t(reason as 'provider') : reason;
  };
}
