'use client';

import { useTranslations } from 'next-intl';
import { ConfirmProven } from '#components/shell/confirm-proven.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { call } from '#lib/api/client.ts';
import type { PixKey } from '#lib/providers/money-records.ts';
import { type KeyDialogProps, useKeyChange } from './use-key-change.ts';

type Props = KeyDialogProps & { what: 'default' | 'remove'; pixKey: PixKey };

/** Another default key, or one key less, with what that means for those who pay. */
export function KeyChangeDialog({ what, pixKey, ...rest }: Props) {
  const t = useTranslations(`payments.keys.${what}`);
  const { account, change } = useKeyChange(rest);
  const params = { id: pixKey.id };
  return (
    <ConfirmProven
      title={t('title')}
      confirmLabel={t('confirm')}
      closeLabel={t('close')}
      danger={what === 'remove'}
      onClose={rest.onClose}
      onConfirm={() =>
        change((idempotencyKey) =>
          what === 'remove'
            ? call('DELETE /pix-keys/{id}', { account, params, idempotencyKey })
            : call('PUT /pix-keys/{id}/default', { account, params, idempotencyKey }),
        )
      }
    >
      <p className="mono break-all whitespace-normal text-ink">{pixKey.key ?? pixKey.id}</p>
      <Callout tone={what === 'remove' ? 'warn' : 'idle'} title={t('what')}>
        {t('words')}
      </Callout>
    </ConfirmProven>
  );
}
