'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { BlockedForm } from '#components/app-shell/block-notice.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { ReadError } from '#components/list/read-error.tsx';
import { OperationState } from '#components/operations/operation-state.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { ReadingNote } from '#components/ui/reading-note.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { standingOf } from '#lib/core/status/money.ts';
import { newKeyForm } from '#lib/payments/new-key-form.ts';
import { paymentKeys, pixKeysOptions } from '#lib/payments/queries.ts';
import type { PixKey } from '#lib/providers/money-records.ts';
import { useFaultLabels } from '../refused.tsx';

type Asking = { what: 'new' } | { what: 'default' | 'remove'; key: PixKey };

type KeyDialogProps = { onClose: () => void; onLost: (operationId: string) => void };

type Answer = { operation: { id: string; state: string } };

type Props = KeyDialogProps & { what: 'default' | 'remove'; pixKey: PixKey };

/** Handles the end of a key change; the panel follows an operation without a final answer. */
function useKeyChange({ onClose, onLost }: KeyDialogProps) {
  const account = useSession().account.slug;
  return {
    stale: [paymentKeys.pixKeys(account)],
    onDone({ operation }: Answer) {
      if (operation.state !== 'confirmed') onLost(operation.id);
      onClose();
    },
  };
}

/** Makes a key the default or removes it, and explains what that means for payers. */
function KeyChangeDialog({ what, pixKey, ...rest }: Props) {
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
        {t('description')}
      </Callout>
    </OperationForm>
  );
}

/** The account's own Pix keys; charges are paid to the default one. */
export function PixKeysPanel() {
  const t = useTranslations('payments.keys');
  const account = useSession().account.slug;
  const may = useCan('manage');
  const { data, error, refetch } = useQuery(pixKeysOptions(account));
  const [asking, setAsking] = useState<Asking | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  const close = () => setAsking(null);
  const ask = (next: Asking) => {
    setAsking(next);
  };
  return (
    <Panel
      title={t('title')}
      note={t('note')}
      padded={false}
      action={
        may && (
          <Button size="sm" icon="plus" onClick={() => ask({ what: 'new' })}>
            {t('new')}
          </Button>
        )
      }
    >
      {lost !== null && (
        <div className="p-panel">
          <OperationState operationId={lost} onEnd={() => void refetch()} />
        </div>
      )}
      {error !== null && <ReadError error={error} onRetry={() => void refetch()} asOf={data?.asOf ?? null} />}
      {data === undefined && error === null && (
        <div className="grid gap-2 p-panel" aria-busy="true">
          <Skeleton width="80%" />
          <Skeleton width="40%" />
        </div>
      )}
      {data?.listed === false && (
        <Callout variant="thin" title={t('onlyHere')}>
          {t('onlyHereWords')}
        </Callout>
      )}
      <ReadingNote pages={data && [data]} />
      {data?.items.length === 0 && (
        <EmptyState title={t('none')}>{t(may ? 'noneHint' : 'noneRead')}</EmptyState>
      )}
      {data !== undefined && data.items.length > 0 && (
        <ul>
          {data.items.map((key) => (
            <KeyLine key={key.id} pixKey={key} may={may} onAsk={ask} />
          ))}
        </ul>
      )}
      {asking?.what === 'new' && <NewKeyDialog onClose={close} onLost={setLost} />}
      {asking !== null && asking.what !== 'new' && (
        <KeyChangeDialog what={asking.what} pixKey={asking.key} onClose={close} onLost={setLost} />
      )}
    </Panel>
  );
}

type LineProps = { pixKey: PixKey; may: boolean; onAsk: (asking: Asking) => void };

function KeyLine({ pixKey, may, onAsk }: LineProps) {
  const t = useTranslations('payments.keys');
  const { key, type, status, isDefault, createdAt } = pixKey;
  const word = (group: 'types' | 'status', value: string | null) => {
    if (value === null) return '–';
    return t.has(`${group}.${value}`) ? t(`${group}.${value as 'EVP'}` as 'types.EVP') : value;
  };
  const standing = standingOf(status);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-panel py-2 last:border-b-0">
      <span className="min-w-0 flex-1 basis-72">
        {key === null ? '–' : <CopyId value={key} whole />}
        <span className="block text-xs text-ink-3">
          {word('types', type)} · {word('status', status)}
          {createdAt !== null && (
            <>
              {' '}
              · <Instant at={createdAt} variant="minute" />
            </>
          )}
        </span>
      </span>
      {isDefault && (
        <Badge tone="ok" icon="check">
          {t('isDefault')}
        </Badge>
      )}
      {may && standing !== 'gone' && (
        <>
          {!isDefault && standing === 'active' && (
            <Button size="sm" onClick={() => onAsk({ what: 'default', key: pixKey })}>
              {t('makeDefault')}
            </Button>
          )}
          <Button size="sm" variant="quiet" onClick={() => onAsk({ what: 'remove', key: pixKey })}>
            {t('removeButton')}
          </Button>
        </>
      )}
    </li>
  );
}

/** Creates a random key, or one that the account's holder owns. */
function NewKeyDialog(props: KeyDialogProps) {
  const t = useTranslations('payments.keys');
  const words = useFaultLabels();
  const form = useOperationForm('POST /pix-keys', newKeyForm, {
    facts: null,
    words: (fault) => words(fault),
    ...useKeyChange(props),
  });
  const types = { EVP: t('types.EVP'), CNPJ: t('types.CNPJ'), CPF: t('types.CPF') };
  const options = { ...types, EMAIL: t('types.EMAIL'), PHONE: t('types.PHONE') };
  return (
    <OperationForm
      form={form}
      onClose={props.onClose}
      title={t('newTitle')}
      confirm={t('newConfirm')}
      closeLabel={t('newClose')}
    >
      <BlockedForm form="keys" />
      <OperationFields
        form={form}
        words={{ type: { label: t('type'), options }, key: { label: t('key'), rule: t('ownRule') } }}
      />
      {form.values.type === 'EVP' && <p className="text-xs text-ink-3">{t('randomWords')}</p>}
    </OperationForm>
  );
}
