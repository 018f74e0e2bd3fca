'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { Badge } from '#components/ui/badge.tsx';
import { TextButton } from '#components/ui/button.tsx';
import { Icon, type IconName, type Tone } from '#components/ui/icon.tsx';
import { Status, type StatusKind, statusVariants } from '#components/ui/status.tsx';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { type WebhookRow, webhookKeys } from '#lib/webhooks/queries.ts';
import { isUnacknowledged } from './secret/save-secret.tsx';

const ROTATION = 'webhook.rotate';

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
        {t(unacknowledged || open?.kind === ROTATION ? 'rotating' : 'changing')}
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

type Props = { row: WebhookRow; age: (at: string) => string };

/** The secret's age, or that there is none, or that nobody has stored it yet. */
export function SecretAge({ row, age }: Props) {
  const t = useTranslations('webhooks.secret');
  const { secret, hasSecret } = row;
  if (secret !== null) {
    const since = row.rotatedAt ?? secret.issuedAt;
    if (secret.origin === 'issued' && secret.acknowledgedAt === null && !row.receiver)
      return (
        <b className="text-warn-ink" title={t('waiting')}>
          {age(since)}
        </b>
      );
    return <span>{age(since)}</span>;
  }
  if (hasSecret === false) return <Status kind="warn">{t('missing')}</Status>;
  return <span className="text-ink-3">{t(hasSecret ? 'elsewhere' : 'untold')}</span>;
}

const KINDS = lookupTable<StatusKind>({ verified: 'ok', pending: 'idle', failed: 'danger' });

/** The status of the ownership check; an unknown status is shown as received. */
export function OwnershipStatus({ status, calm = true }: { status: string | null; calm?: boolean }) {
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
export function useRunOwnership(id: string) {
  const account = useSession().account.slug;
  return useOperation('POST /webhooks/{id}/ownership', {
    params: { id },
    proof: 'none',
    stale: [webhookKeys.all(account)],
  });
}

/** Ownership in the list: the status, with "Run again" after a failure. */
export function OwnershipCell({ row, mayRun }: { row: WebhookRow; mayRun: boolean }) {
  const t = useTranslations('webhooks.ownership');
  const check = useRunOwnership(row.id);
  const status = row.ownership?.status ?? null;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {check.busy ? <Status kind="idle">{t('running')}</Status> : <OwnershipStatus status={status} />}
      {status === 'failed' && mayRun && !check.busy && (
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

/** A list of points to know, each with an icon. */
export function Points({ children }: { children: ReactNode }) {
  return <ul className="grid gap-1.5">{children}</ul>;
}

export function Point({ icon, tone, children }: { icon: IconName; tone?: Tone; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2 [&>svg]:mt-0.5 [&>svg]:size-3.5">
      <Icon name={icon} tone={tone} />
      <span className="min-w-0">{children}</span>
    </li>
  );
}
