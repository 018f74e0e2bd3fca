'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Button, IconButton } from '#components/ui/button.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { type WebhookRow, webhookKeys } from '#lib/webhooks/queries.ts';
import { pastedSecretForm } from './register/webhook-forms.ts';
import { type Confirming, useEndpointActions } from './use-endpoint-actions.ts';
import type { OpenState } from './use-webhooks.ts';

type Props = { row: WebhookRow; name: string; state: OpenState };

type EndpointConfirmProps = { row: WebhookRow; name: string; what: Confirming; onClose: () => void };

/** Confirms pause, resume, remove or paste: the consequence, a password if required, and one button. */
export function EndpointConfirm({ row, name, what, onClose }: EndpointConfirmProps) {
  const [instead, setInstead] = useState(false);
  const shared = { row, name, onClose };
  if (what === 'paste') return <Paste {...shared} />;
  if (what === 'remove' && !instead) return <Remove {...shared} onPause={() => setInstead(true)} />;
  return <Turn {...shared} what={what === 'resume' ? 'resume' : 'pause'} />;
}

type Shared = Omit<EndpointConfirmProps, 'what'>;

/** Shared end of these changes: reloads the list, reports the result and closes the dialog. */
function useEndpointChange({ row, onClose }: Shared) {
  const account = useSession().account.slug;
  const toast = useToast();
  const finish = (words: string) => {
    toast(words);
    onClose();
  };
  return { params: { id: row.id }, stale: [webhookKeys.all(account)], finish };
}

function Turn({ what, ...shared }: Shared & { what: 'pause' | 'resume' }) {
  const t = useTranslations('webhooks.confirm');
  const { finish, ...rest } = useEndpointChange(shared);
  const change = useOperation('PATCH /webhooks/{id}', {
    ...rest,
    onDone: ({ operation: { state } }) =>
      finish(state === 'confirmed' ? t(what === 'resume' ? 'resumed' : 'paused') : t('unclear')),
  });
  return (
    <OperationForm
      form={change}
      onSubmit={() => change.submit({ active: what === 'resume' })}
      onClose={shared.onClose}
      title={<span className="break-all">{t(what, { url: shared.name })}</span>}
      confirm={t(`${what}Button`)}
      wide
    >
      <p>{t(`${what}Words`)}</p>
      {what === 'pause' && <Deliveries row={shared.row} />}
    </OperationForm>
  );
}

function Remove({ onPause, ...shared }: Shared & { onPause: () => void }) {
  const t = useTranslations('webhooks.confirm');
  const hub = useSession().account.kind === 'hub';
  const { finish, ...rest } = useEndpointChange(shared);
  const change = useOperation('DELETE /webhooks/{id}', {
    ...rest,
    onDone({ operation, result }) {
      if (operation !== undefined && operation.state !== 'confirmed') return finish(t('unclear'));
      finish(t(result?.forgotten ? 'forgotten' : 'done'));
    },
  });
  // Document 2 does not remove an endpoint that ever had a delivery: offers to pause it instead.
  const hasDeliveries = change.problem?.provider?.code === 'WEBHOOK_HAS_DELIVERIES';
  return (
    <OperationForm
      form={change}
      onClose={shared.onClose}
      title={<span className="break-all">{t('remove', { url: shared.name })}</span>}
      confirm={t('removeButton')}
      closeLabel={t('removeClose')}
      danger
      wide
    >
      <p>{t(hub ? 'removeWordsHub' : 'removeWords')}</p>
      {hasDeliveries && shared.row.active !== false && (
        <p>
          <Button onClick={onPause}>{t('pauseInstead')}</Button>
        </p>
      )}
      <Deliveries row={shared.row} />
    </OperationForm>
  );
}

function Deliveries({ row: { week } }: Pick<Shared, 'row'>) {
  const t = useTranslations('webhooks.confirm');
  return week && <p>{t('removeDeliveries', { count: week.delivered + week.failed })}</p>;
}

function Paste(shared: Shared) {
  const t = useTranslations('webhooks.paste');
  const { finish, ...rest } = useEndpointChange(shared);
  const form = useOperationForm('POST /webhooks/{id}/secret', pastedSecretForm, {
    ...rest,
    facts: null,
    words: () => t('rule'),
    onDone: () => finish(t('done')),
  });
  return (
    <OperationForm
      form={form}
      onClose={shared.onClose}
      title={<span className="break-all">{t('title', { url: shared.name })}</span>}
      confirm={t('button')}
      fieldsFirst
      wide
    >
      <p>{t('description')}</p>
      <PastedField
        {...form.at('secret')}
        paste="secret"
        label={t('field')}
        rule={t('rule')}
        icon="key"
        mono
        covered
        maxLength={512}
        autoFocus
      />
    </OperationForm>
  );
}

/** The menu of actions on one endpoint. */
export function EndpointMenu({ row, name, state }: Props) {
  const t = useTranslations('webhooks.list');
  const [confirming, setConfirming] = useState<Confirming | null>(null);
  const items = useEndpointActions(row, state.show, setConfirming);
  return (
    <>
      <Menu
        label={t('actions', { url: name })}
        align="end"
        trigger={<IconButton icon="more" label={t('actions', { url: name })} />}
        items={items}
      />
      {confirming && (
        <EndpointConfirm row={row} name={name} what={confirming} onClose={() => setConfirming(null)} />
      )}
    </>
  );
}
