'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmProven } from '#components/shell/confirm-proven.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { call } from '#lib/api/client.ts';
import { endsIntent, useIntentKey } from '#lib/api/use-intent-key.ts';
import { type Operation, operationKeys } from '#lib/operations/queries.ts';
import { LookUpButton } from './operation-state.tsx';

type Props = { operation: Operation; kind: string };

/** "Look up now" and "Ask again", each only where it helps and this operator may. */
export function OperationWays({ operation, kind }: Props) {
  const t = useTranslations('operations.do');
  const [asking, setAsking] = useState(false);
  const { may, state } = operation;
  const nothing = !may.lookUp && !may.repeat;
  const neverSent = state === 'rejected' && may.repeat;
  if (state !== 'unknown' && !neverSent) return null;
  return (
    <>
      {nothing && <span className="text-xs text-ink-3">{t('cannotLookUp')}</span>}
      {may.lookUp && !neverSent && <LookUpButton operation={operation} />}
      {may.repeat && <Button onClick={() => setAsking(true)}>{t(neverSent ? 'sendAgain' : 'repeat')}</Button>}
      {asking && <Repeat operation={operation} kind={kind} onClose={() => setAsking(false)} />}
    </>
  );
}

function Repeat({ operation, kind, onClose }: Props & { onClose: () => void }) {
  const t = useTranslations('operations.do');
  const account = useSession().account.slug;
  const client = useQueryClient();
  const intent = useIntentKey();
  const rotation = /^(webhook|callback-secret)\.(rotate|create)$/.test(operation.kind);
  const money = /^(charge|withdrawal|transfer|refund)\./.test(operation.kind);
  const neverSent = operation.state === 'rejected';
  const words = rotation
    ? 'repeatRotation'
    : neverSent
      ? 'repeatNeverSent'
      : money
        ? 'repeatMoney'
        : 'repeatWords';
  const act = async () => {
    try {
      await call('POST /operations/{id}/repeat', {
        account,
        params: { id: operation.id },
        idempotencyKey: intent.keyFor(),
      });
      intent.end();
    } catch (error) {
      if (endsIntent(error)) intent.end();
      throw error;
    } finally {
      void client.invalidateQueries({ queryKey: operationKeys.all(account) });
    }
    onClose();
  };
  return (
    <ConfirmProven
      title={t('repeatTitle', { kind })}
      confirmLabel={t('repeatButton')}
      closeLabel={t('repeatClose')}
      onConfirm={act}
      onClose={onClose}
      proof={rotation}
    >
      <p>{t(words)}</p>
    </ConfirmProven>
  );
}
