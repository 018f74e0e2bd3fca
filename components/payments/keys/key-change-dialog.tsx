'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { Callout } from '#components/ui/callout.tsx';
import { paymentKeys } from '#lib/payments/queries.ts';
import type { PixKey } from '#lib/providers/money-records.ts';

export type KeyDialogProps = { onClose: () => void; onLost: (operationId: string) => void };
type Answer = { operation: { id: string; state: string } };
type Props = KeyDialogProps & { what: 'default' | 'remove'; pixKey: PixKey };

/** Handles the end of a change of the account's keys; one without an answer is followed by the panel. */
export function useKeyChange({ onClose, onLost }: KeyDialogProps) {
  const account = useSession().account.slug;
  return {
    stale: [paymentKeys.pixKeys(account)],
    onDone({ operation }: Answer) {
      if (operation.state !== 'confirmed') onLost(operation.id);
      onClose();
    },
  };
}

/** Another default key, or one key less, with what that means for those who pay. */
export function KeyChangeDialog({ what, pixKey, ...rest }: Props) {
  const t = useTranslations(`payments.keys.${what}`);
  const removes = what === 'remove';
  const change = useOperation(removes ? 'DELETE /pix-keys/{id}' : 'PUT /pix-keys/{id}/default', {
    params: { id: pixKey.id },
    ...useKeyChange(rest),
  });
  return (
    <OperationForm
      form={change}
      onClose={rest.onClose}
      title={t('title')}
      confirm={t('confirm')}
      closeLabel={t('close')}
      danger={removes}
    >
      <p className="mono break-all whitespace-normal text-ink">{pixKey.key ?? pixKey.id}</p>
      <Callout tone={removes ? 'warn' : 'idle'} title={t('what')}>
        {t('words')}
      </Callout>
    </OperationForm>
  );
}
