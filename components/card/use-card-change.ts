'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { allCard, type CardCharge } from '#lib/card/queries.ts';
import { allOperations } from '#lib/operations/queries.ts';

/** Queries that become stale when a charge or a recurrence changes. */
export function useStaleCards() {
  const account = useSession().account.slug;
  return [allCard(account), allOperations(account)];
}

/** Reloads those queries when a change is confirmed later. */
export function useCardChanged(): () => void {
  const stale = useStaleCards();
  const client = useQueryClient();
  return () => {
    for (const queryKey of stale) void client.invalidateQueries({ queryKey });
  };
}

/** Messages of error codes; unknown codes (the provider's text) are shown as received. */
export function useCardErrorLabels(): (code: string | null | undefined) => string | null {
  const t = useTranslations('card.errors');
  return (code) => {
    if (!code) return null;
    return t.has(code) ? t(code as 'required') : code;
  };
}

/** The reason of a charge's outcome; null when there is none or nothing is wrong. */
export function useReasonLabels() {
  const t = useTranslations('card.reasons');
  return ({ reasonCode, reasonMessage }: Pick<CardCharge, 'reasonCode' | 'reasonMessage'>): string | null => {
    if (reasonCode === 0) return null;
    if (reasonCode === null) return reasonMessage;
    const key = String(reasonCode);
    return t.has(key) ? t(key as '2') : (reasonMessage ?? t('code', { code: key }));
  };
}

export function useStatusLabels() {
  const t = useTranslations('card.statusLabels');
  return ({ statusCode }: Pick<CardCharge, 'statusCode'>) => {
    const key = String(statusCode);
    return t(t.has(key) ? (key as '2') : 'other');
  };
}
