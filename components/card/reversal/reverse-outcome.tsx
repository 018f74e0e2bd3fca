'use client';

import { useTranslations } from 'next-intl';
import { ApprovalWaiting } from '#components/operations/approval.tsx';
import { OperationState } from '#components/operations/operation-state.tsx';
import { useFollowed } from '#components/operations/use-followed.ts';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Money } from '#components/ui/money.tsx';
import { useCardChanged } from '../use-card-changed.ts';

/** How the reversal that was asked stands. */
export function ReverseOutcome({ operationId }: { operationId: string }) {
  const t = useTranslations('card.reverse');
  const changed = useCardChanged();
  const { operation, error, refetch } = useFollowed(operationId, changed);
  if (operation === undefined)
    return error === null ? (
      <p role="status">{t('waits')}</p>
    ) : (
      <ErrorCard error={error} onRetry={() => void refetch()} />
    );
  if (operation.state === 'awaiting_approval') return <ApprovalWaiting operation={operation} />;
  if (operation.state !== 'confirmed')
    return (
      <OperationState operationId={operationId}>
        <p>{t('unknown')}</p>
      </OperationState>
    );
  return (
    <>
      <Callout tone="ok" role="status" title={t('confirmed')}>
        {t('confirmedWords')}
      </Callout>
      <Facts of={[{ label: t('part'), value: <Money cents={operation.amount} /> }]} />
    </>
  );
}
