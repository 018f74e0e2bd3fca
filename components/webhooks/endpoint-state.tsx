'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button, TextButton } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Status, type StatusKind, statusVariants } from '#components/ui/status.tsx';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { type WebhookRow, webhookKeys } from '#lib/webhooks/queries.ts';
import { isUnacknowledged } from './secret/save-secret.tsx';
import { code } from './sheet-parts.tsx';
import { useAges, useMay } from './use-webhooks.ts';

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
  if (secret === null) return <span className="text-ink-3">{t(hasSecret ? 'elsewhere' : 'untold')}</span>;
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
export function useRunOwnership(id: string) {
  const account = useSession().account.slug;
  return useOperation('POST /webhooks/{id}/ownership', {
    params: { id },
    proof: 'none',
    stale: [webhookKeys.all(account)],
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
  const explanation = status && t.has(`${status}Words`) ? t(`${status as 'failed'}Words`) : null;
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
