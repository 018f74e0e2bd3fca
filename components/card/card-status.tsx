'use client';

import { useTranslations } from 'next-intl';
import { Status, type StatusKind } from '#components/ui/status.tsx';
import type { CardCharge } from '#lib/card/queries.ts';

/** Status style by code; only 2 is settled, unknown codes are neutral. */
const KINDS: Record<number, StatusKind> = {
  0: 'danger',
  1: 'idle',
  2: 'ok',
  3: 'danger',
  10: 'cancelled',
  11: 'returned',
  12: 'idle',
  13: 'danger',
};

type Props = { charge: Pick<CardCharge, 'statusCode' | 'status'>; badge?: boolean };

export function useCardStatusLabels() {
  const t = useTranslations('card-status');
  return ({ statusCode, status }: Props['charge']): string => {
    if (statusCode === null) return status ?? t('none');
    const key = String(statusCode);
    return t.has(key) ? t(key as '2') : (status ?? t('code', { code: key }));
  };
}

/** Shows a charge's status by its code; an unknown status is shown as received. */
export function CardStatus({ charge, badge = false }: Props) {
  const label = useCardStatusLabels()(charge);
  const kind = KINDS[charge.statusCode ?? -1] ?? 'unknown';
  return (
    <Status kind={kind} badge={badge}>
      {label}
    </Status>
  );
}
