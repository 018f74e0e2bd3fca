'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { Button } from '#components/ui/button.tsx';
import { type Operation, operationKeys } from '#lib/operations/queries.ts';
import { LookUpButton } from './look-up-button.tsx';
import { SettleDialog } from './settle-dialog.tsx';

type Props = { operation: Operation; kind: string };

/** "Look up now", "Ask again" and "Record how it ended", each only where it helps and this operator may. */
export function OperationWays({ operation, kind }: Props) {
  const t = useTranslations('operations.do');
  const [asking, setAsking] = useState<'repeat' | 'settle' | null>(null);
  const close = () => setAsking(null);
  const { may, state } = operation;
  const nothing = !may.lookUp && !may.repeat;
  const neverSent = state === 'rejected' && may.repeat;
  if (state !== 'unknown' && !neverSent) return null;
  return (
    <>
      {nothing && <span className="text-xs text-ink-3">{t('cannotLookUp')}</span>}
      {may.lookUp && !neverSent && <LookUpButton operation={operation} />}
      {may.repeat && (
        <Button onClick={() => setAsking('repeat')}>{t(neverSent ? 'sendAgain' : 'repeat')}</Button>
      )}
      {may.settle && <Button onClick={() => setAsking('settle')}>{t('settle')}</Button>}
      {asking === 'repeat' && <Repeat operation={operation} kind={kind} onClose={close} />}
      {asking === 'settle' && <SettleDialog operation={operation} kind={kind} onClose={close} />}
    </>
  );
}

function Repeat({ operation, kind, onClose }: Props & { onClose: () => void }) {
  const t = useTranslations('operations.do');
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
  const repeat = useOperation('POST /operations/{id}/repeat', {
    params: { id: operation.id },
    proof: rotation ? 'inside' : 'none',
    stale: [operationKeys.all(useSession().account.slug)],
    onDone: onClose,
  });
  return (
    <OperationForm
      form={repeat}
      onClose={onClose}
      title={t('repeatTitle', { kind })}
      confirm={t('repeatButton')}
      closeLabel={t('repeatClose')}
    >
      <p>{t(words)}</p>
    </OperationForm>
  );
}
