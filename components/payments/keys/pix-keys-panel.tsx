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
import { Instant } from '#components/ui/instant.tsx';
import { EmptyState, Panel } from '#components/ui/panel.tsx';
import { ReadingNote } from '#components/ui/reading-note.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { standingOf } from '#lib/core/status/money.ts';
import { newKeyForm, OWN_KEY_TYPES } from '#lib/payments/charge-forms.ts';
import { pixKeysOptions } from '#lib/payments/queries.ts';
import type { PixKey } from '#lib/providers/money-records.ts';
import { useErrorLabels } from '../refused.tsx';

type Change = 'default' | 'remove';

/** The account's own Pix keys; charges are paid to the default one. */
export function PixKeysPanel() {
  const t = useTranslations('payments.keys');
  const account = useSession().account.slug;
  const may = useCan('manage');
  const { data, error, refetch } = useQuery(pixKeysOptions(account));
  const [dialog, setDialog] = useState<'new' | { change: Change; pixKey: PixKey } | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  const close = () => setDialog(null);
  return (
    <Panel
      title={t('title')}
      note={t('note')}
      padded={false}
      action={
        may && (
          <Button size="sm" icon="plus" onClick={() => setDialog('new')}>
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
          {t('onlyHereDescription')}
        </Callout>
      )}
      <ReadingNote pages={data && [data]} />
      {data?.items.length === 0 && (
        <EmptyState title={t('none')}>{t(may ? 'noneHint' : 'noneRead')}</EmptyState>
      )}
      {data !== undefined && data.items.length > 0 && (
        <ul>
          {data.items.map((pixKey) => (
            <KeyLine
              key={pixKey.id}
              pixKey={pixKey}
              may={may}
              onChange={(change) => setDialog({ change, pixKey })}
            />
          ))}
        </ul>
      )}
      {dialog === 'new' && <NewKeyDialog onClose={close} onLost={setLost} />}
      {dialog !== null && dialog !== 'new' && (
        <KeyChangeDialog change={dialog.change} pixKey={dialog.pixKey} onClose={close} onLost={setLost} />
      )}
    </Panel>
  );
}

type LineProps = { pixKey: PixKey; may: boolean; onChange: (change: Change) => void };

function KeyLine({ pixKey, may, onChange }: LineProps) {
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
      {may && !isDefault && standing === 'active' && (
        <Button size="sm" onClick={() => onChange('default')}>
          {t('makeDefault')}
        </Button>
      )}
      {may && standing !== 'gone' && (
        <Button size="sm" variant="quiet" onClick={() => onChange('remove')}>
          {t('removeButton')}
        </Button>
      )}
    </li>
  );
}

type DialogProps = { onClose: () => void; onLost: (operationId: string) => void };

/** Handles the end of a key change; the panel follows an operation without a final answer. */
function useKeyChange({ onClose, onLost }: DialogProps) {
  const account = useSession().account.slug;
  return {
    stale: [pixKeysOptions(account).queryKey],
    onDone({ operation }: { operation: { id: string; state: string } }) {
      if (operation.state !== 'confirmed') onLost(operation.id);
      onClose();
    },
  };
}

function KeyChangeDialog({ change, pixKey, ...rest }: DialogProps & { change: Change; pixKey: PixKey }) {
  const t = useTranslations(`payments.keys.${change}`);
  const removes = change === 'remove';
  const form = useOperation(removes ? 'DELETE /pix-keys/{id}' : 'PUT /pix-keys/{id}/default', {
    params: { id: pixKey.id },
    ...useKeyChange(rest),
  });
  return (
    <OperationForm
      form={form}
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

function NewKeyDialog(props: DialogProps) {
  const t = useTranslations('payments.keys');
  const errorLabels = useErrorLabels();
  const form = useOperationForm('POST /pix-keys', newKeyForm, {
    facts: null,
    errorText: (code) => errorLabels(code),
    ...useKeyChange(props),
  });
  const options = Object.fromEntries(OWN_KEY_TYPES.map((type) => [type, t(`types.${type}`)]));
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
        labels={{ type: { label: t('type'), options }, key: { label: t('key'), rule: t('ownRule') } }}
      />
      {form.values.type === 'EVP' && <p className="text-xs text-ink-3">{t('randomDescription')}</p>}
    </OperationForm>
  );
}
