'use client';

import { useTranslations } from 'next-intl';
import { Status, type StatusKind } from '#components/ui/status.tsx';
import type { PendingDeposit } from '#lib/statement/queries.ts';
import { type DepositState, depositState } from '#lib/statement/rules.ts';

const KINDS: Record<DepositState, StatusKind> = {
  waiting: 'idle',
  approved: 'flow',
  credited: 'ok',
  rejected: 'cancelled',
  expired: 'expired',
  other: 'unknown',
};

/** Translates a deposit's status; an unknown one is shown as received. */
export function useDepositLabels(): (status: string | null) => string {
  const t = useTranslations('statement.deposits');
  return (status) => {
    const state = depositState({ status });
    return state === 'other' ? (status ?? t('state.other')) : t(`state.${state}`);
  };
}

export function DepositStatus({ deposit, badge = false }: { deposit: PendingDeposit; badge?: boolean }) {
  const words = useDepositLabels()(deposit.status);
  const kind = KINDS[depositState(deposit)];
  return (
    <Status kind={kind} badge={badge}>
      {words}
    </Status>
  );
}
