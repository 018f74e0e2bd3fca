'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ApprovalWaiting } from '#components/operations/approval.tsx';
import { OperationState } from '#components/operations/operation-state.tsx';
import { useFollowed } from '#components/operations/use-followed.ts';
import { ErrorCard } from '#components/ui/error-card.tsx';
import type { Operation } from '#lib/operations/queries.ts';
import type { GiveBackWords } from './give-back-dialog.tsx';

type Props = {
  words: GiveBackWords;
  operationId: string;
  onEnd?: () => void;
  /** Ways on from one that was refused. */
  ways?: (operation: Operation) => ReactNode;
  /** Told once the provider confirmed it. */
  children: (operation: Operation) => ReactNode;
};

/** How what was asked stands: the request, and then the money. */
export function GiveBackOutcome({ words, operationId, onEnd, ways, children }: Props) {
  const t = useTranslations(words);
  const { operation, error, refetch } = useFollowed(operationId, onEnd);
  if (operation === undefined)
    return error === null ? (
      <p role="status">{t('waits')}</p>
    ) : (
      <ErrorCard error={error} onRetry={() => void refetch()} />
    );
  if (operation.state === 'awaiting_approval') return <ApprovalWaiting operation={operation} />;
  if (operation.state === 'confirmed') return children(operation);
  return (
    <>
      <OperationState operationId={operationId}>
        <p>{t('unknown')}</p>
      </OperationState>
      {operation.state === 'rejected' && ways?.(operation)}
    </>
  );
}
