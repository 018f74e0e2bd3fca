'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Button, IconButton } from '#components/ui/button.tsx';
import { Menu, type MenuItem } from '#components/ui/menu.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { type WebhookRow, webhookKeys } from '#lib/webhooks/queries.ts';
import { useRunOwnership } from './endpoint-state.tsx';
import { pastedSecretForm } from './register/webhook-forms.tsx';
import { type OpenState, useMay } from './use-webhooks.ts';

export type Confirming = 'pause' | 'resume' | 'remove' | 'paste';

/** Path of an endpoint's deliveries. */
export const deliveriesPath = (account: string, id: string, more = '') =>
  `/${account}/deliveries?webhookId=${encodeURIComponent(id)}${more}`;

type ConfirmProps = { row: WebhookRow; name: string; what: Confirming; onClose: () => void };

/** Confirms pause, resume, remove or paste: the consequence, a password if required, and one button. */
export function EndpointConfirm({ what, ...shared }: ConfirmProps) {
  const [instead, setInstead] = useState(false);
  if (what === 'paste') return <Paste {...shared} />;
  if (what === 'remove' && !instead) return <Remove {...shared} onPause={() => setInstead(true)} />;
  return <Turn {...shared} what={what === 'resume' ? 'resume' : 'pause'} />;
}

type ChangeProps = Omit<ConfirmProps, 'what'>;

/** Shared end of these changes: reloads the list, reports the result and closes the dialog. */
function useEndpointChange({ row, onClose }: ChangeProps) {
  const account = useSession().account.slug;
  const toast = useToast();
  const finish = (result: string) => {
    toast(result);
    onClose();
  };
  return { params: { id: row.id }, stale: [webhookKeys.all(account)], finish };
}

function Turn({ what, ...props }: ChangeProps & { what: 'pause' | 'resume' }) {
  const t = useTranslations('webhooks.confirm');
  const { finish, ...rest } = useEndpointChange(props);
  const change = useOperation('PATCH /webhooks/{id}', {
    ...rest,
    onDone: ({ operation: { state } }) =>
      finish(state === 'confirmed' ? t(what === 'resume' ? 'resumed' : 'paused') : t('unclear')),
  });
  return (
    <OperationForm
      form={change}
      onSubmit={() => change.submit({ active: what === 'resume' })}
      onClose={props.onClose}
      title={<span className="break-all">{t(what, { url: props.name })}</span>}
      confirm={t(`${what}Button`)}
      wide
    >
      <p>{t(`${what}Words`)}</p>
      {what === 'pause' && <WeekDeliveries week={props.row.week} />}
    </OperationForm>
  );
}

function Remove({ onPause, ...props }: ChangeProps & { onPause: () => void }) {
  const t = useTranslations('webhooks.confirm');
  const hub = useSession().account.kind === 'hub';
  const { finish, ...rest } = useEndpointChange(props);
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
      onClose={props.onClose}
      title={<span className="break-all">{t('remove', { url: props.name })}</span>}
      confirm={t('removeButton')}
      closeLabel={t('removeClose')}
      danger
      wide
    >
      <p>{t(hub ? 'removeWordsHub' : 'removeWords')}</p>
      {hasDeliveries && props.row.active !== false && (
        <p>
          <Button onClick={onPause}>{t('pauseInstead')}</Button>
        </p>
      )}
      <WeekDeliveries week={props.row.week} />
    </OperationForm>
  );
}

function WeekDeliveries({ week }: Pick<WebhookRow, 'week'>) {
  const t = useTranslations('webhooks.confirm');
  return week && <p>{t('removeDeliveries', { count: week.delivered + week.failed })}</p>;
}

function Paste(props: ChangeProps) {
  const t = useTranslations('webhooks.paste');
  const { finish, ...rest } = useEndpointChange(props);
  const form = useOperationForm('POST /webhooks/{id}/secret', pastedSecretForm, {
    ...rest,
    facts: null,
    words: () => t('rule'),
    onDone: () => finish(t('done')),
  });
  return (
    <OperationForm
      form={form}
      onClose={props.onClose}
      title={<span className="break-all">{t('title', { url: props.name })}</span>}
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

/** Menu items of the actions available on an endpoint; changes ask for confirmation. */
export function useEndpointActions(
  row: WebhookRow,
  show: OpenState['show'],
  confirm: (what: Confirming) => void,
): MenuItem[] {
  const t = useTranslations('webhooks.actions');
  const { slug, capabilities } = useSession().account;
  const may = useMay();
  const ownership = useRunOwnership(row.id);
  const free = row.open === null;
  const rotates = capabilities.includes('webhook-rotation');
  const unacknowledged = row.secret?.mayShow === true && row.secret.origin === 'issued';
  const item = (id: string, run: () => void, disabled = false): MenuItem => ({
    kind: 'item',
    id,
    label: t(id as 'edit'),
    disabled,
    onSelect: run,
  });
  const reads: (MenuItem | false)[] = [
    item('details', () => show({ what: 'endpoint', id: row.id })),
    capabilities.includes('deliveries') && {
      kind: 'link',
      id: 'deliveries',
      label: t('deliveries'),
      href: deliveriesPath(slug, row.id),
    },
  ];
  const turn = row.active === false ? 'resume' : 'pause';
  const changes: (MenuItem | false)[] = [
    { kind: 'rule', id: 'rule' },
    row.url !== null && item('test', () => show({ what: 'test', id: row.id })),
    unacknowledged && item('show', () => show({ what: rotates ? 'rotate' : 'started', id: row.id })),
    rotates &&
      !unacknowledged &&
      item(row.hasSecret === false ? 'create' : 'rotate', () => show({ what: 'rotate', id: row.id })),
    row.secret === null && row.hasSecret !== false && item('paste', () => confirm('paste')),
    row.ownership !== null && item('ownership', () => void ownership.submit(undefined)),
    item('edit', () => show({ what: 'edit', id: row.id }), !free),
    item(turn, () => confirm(turn), !free),
    item('remove', () => confirm('remove'), !free),
  ];
  return [...reads, ...(may.webhook ? changes : [])].filter((one) => one !== false);
}

/** The menu of actions on one endpoint. */
export function EndpointMenu({ row, name, state }: { row: WebhookRow; name: string; state: OpenState }) {
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
