'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button, IconButton, TextButton } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Menu, type MenuItem } from '#components/ui/menu.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { Status, type StatusKind, statusVariants } from '#components/ui/status.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { allWebhooks, type WebhookRow } from '#lib/webhooks/queries.ts';
import { pastedSecretForm } from './register/webhook-forms.tsx';
import { code, isUnacknowledged } from './sheet-parts.tsx';
import { type OpenState, useAges, useMay } from './use-webhooks.ts';

/** Shows a change in progress, otherwise whether the endpoint is active. */
export function EndpointState({ row }: { row: WebhookRow }) {
  const t = useTranslations('webhooks.state');
  const { open, active } = row;
  if (open?.state === 'unknown')
    return (
      <Badge local icon="unknown">
        {t('unclear')}
      </Badge>
    );
  const unacknowledged = isUnacknowledged(row.secret) && !row.receiver && row.rotatedAt !== null;
  if (open !== null || unacknowledged)
    return (
      <Badge tone="flow" icon="refresh">
        {t(unacknowledged || open?.kind === 'webhook.rotate' ? 'rotating' : 'changing')}
      </Badge>
    );
  if (active === null) return <Status kind="unknown">{t('unknown')}</Status>;
  if (active)
    return (
      <Status kind="ok" calm>
        {t('active')}
      </Status>
    );
  return (
    <span className={statusVariants({ tone: 'idle' })}>
      <Icon name="pause" tone="idle" />
      {t('paused')}
    </span>
  );
}

/** The secret's age, or that there is none, or that nobody has stored it yet. */
export function SecretAge({ row, age }: { row: WebhookRow; age: (at: string) => string }) {
  const t = useTranslations('webhooks.secret');
  const { secret, hasSecret } = row;
  if (secret === null && hasSecret === false) return <Status kind="warn">{t('missing')}</Status>;
  if (secret === null) return <span className="text-ink-3">{t(hasSecret ? 'elsewhere' : 'unknown')}</span>;
  const text = age(row.rotatedAt ?? secret.issuedAt);
  const unstored = secret.origin === 'issued' && secret.acknowledgedAt === null && !row.receiver;
  if (!unstored) return <span>{text}</span>;
  return (
    <b className="text-warn-ink" title={t('waiting')}>
      {text}
    </b>
  );
}

const KINDS = lookupTable<StatusKind>({ verified: 'ok', pending: 'idle', failed: 'danger' });

/** The status of the ownership check; an unknown status is shown as received. */
function OwnershipStatus({ status, calm = true }: { status: string | null; calm?: boolean }) {
  const t = useTranslations('webhooks.ownership');
  if (status === null) return <span className="text-ink-3">{t('none')}</span>;
  const kind = KINDS[status] ?? 'unknown';
  return (
    <Status kind={kind} calm={calm && kind === 'ok'}>
      {t.has(status) ? t(status as 'verified') : status}
    </Status>
  );
}

/** Runs the ownership check again and reloads the list. */
function useRunOwnership(id: string) {
  const account = useSession().account.slug;
  return useOperation('POST /webhooks/{id}/ownership', {
    params: { id },
    proof: 'none',
    stale: [allWebhooks(account)],
  });
}

/** Ownership in the list: the status, with "Run again" after a failure. */
export function OwnershipCell({ row }: { row: WebhookRow }) {
  const t = useTranslations('webhooks.ownership');
  const may = useMay();
  const check = useRunOwnership(row.id);
  const status = row.ownership?.status ?? null;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {check.busy ? <Status kind="idle">{t('running')}</Status> : <OwnershipStatus status={status} />}
      {status === 'failed' && may.webhook && !check.busy && (
        <TextButton
          className="text-xs"
          aria-label={t('runOf', { url: row.url ?? row.id })}
          onClick={() => void check.submit(undefined)}
        >
          {t('run')}
        </TextButton>
      )}
    </span>
  );
}

/** The ownership check: how it works, its result, and "Run again". */
export function OwnershipPart({ row }: { row: WebhookRow }) {
  const t = useTranslations('webhooks.ownership');
  const may = useMay();
  const check = useRunOwnership(row.id);
  const { ownership } = row;
  const status = ownership?.status ?? null;
  const checkedAt = ownership?.checkedAt ?? null;
  const age = useAges(checkedAt ?? new Date(0).toISOString(), checkedAt);
  const explanation = status && t.has(`${status}Description`) ? t(`${status as 'failed'}Description`) : null;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-2" aria-live="polite">
        <OwnershipStatus status={check.busy ? 'pending' : status} calm={false} />
        {checkedAt && <span className="text-xs text-ink-3">{t('checked', { age: age(checkedAt) })}</span>}
      </div>
      {status === 'failed' ? (
        <Callout tone="danger" title={ownership?.detail ?? t('noReason')}>
          {explanation}
        </Callout>
      ) : (
        explanation && <p>{explanation}</p>
      )}
      {status !== 'verified' && <p>{t.rich('explain', { code })}</p>}
      {may.webhook && status !== 'verified' && (
        <div>
          <Button
            icon="refresh"
            aria-busy={check.busy || undefined}
            onClick={() => void check.submit(undefined)}
          >
            {t('runButton')}
          </Button>
        </div>
      )}
      {Boolean(check.error) && <ErrorCard error={check.error} />}
    </div>
  );
}

type Confirming = 'pause' | 'resume' | 'remove' | 'paste';

/** Path of an endpoint's deliveries. */
export const deliveriesPath = (account: string, id: string, more = '') =>
  `/${account}/deliveries?webhookId=${encodeURIComponent(id)}${more}`;

type ConfirmProps = { row: WebhookRow; name: string; what: Confirming; onClose: () => void };

/** Confirms pause, resume, remove or paste: the consequence, a password if required, and one button. */
function EndpointConfirm({ what, ...shared }: ConfirmProps) {
  const [instead, setInstead] = useState(false);
  if (what === 'paste') return <Paste {...shared} />;
  if (what === 'remove' && !instead) return <Remove {...shared} onPause={() => setInstead(true)} />;
  return <PauseOrResume {...shared} what={what === 'resume' ? 'resume' : 'pause'} />;
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
  return { params: { id: row.id }, stale: [allWebhooks(account)], finish };
}

function PauseOrResume({ what, ...props }: ChangeProps & { what: 'pause' | 'resume' }) {
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
      <p>{t(`${what}Description`)}</p>
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
      <p>{t(hub ? 'removeDescriptionHub' : 'removeDescription')}</p>
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
    errorText: () => t('rule'),
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

/** Menu items of the actions available on an endpoint; changes require a confirmation. */
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
  const pauseOrResume = row.active === false ? 'resume' : 'pause';
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
    item(pauseOrResume, () => confirm(pauseOrResume), !free),
    item('remove', () => confirm('remove'), !free),
  ];
  return [...reads, ...(may.webhook ? changes : [])].filter((one) => one !== false);
}

/** Requests confirmation of a change; the page renders `dialog`. */
export function useConfirm(row: WebhookRow, name: string) {
  const [what, confirm] = useState<Confirming | null>(null);
  const dialog = what && <EndpointConfirm row={row} name={name} what={what} onClose={() => confirm(null)} />;
  return { confirm, dialog };
}

export function EndpointMenu({ row, name, state }: { row: WebhookRow; name: string; state: OpenState }) {
  const label = useTranslations('webhooks.list')('actions', { url: name });
  const { confirm, dialog } = useConfirm(row, name);
  const items = useEndpointActions(row, state.show, confirm);
  return (
    <>
      <Menu label={label} align="end" trigger={<IconButton icon="more" label={label} />} items={items} />
      {dialog}
    </>
  );
}
