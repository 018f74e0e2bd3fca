'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { TextButton } from '#components/ui/button.tsx';
import { Status, type StatusKind } from '#components/ui/status.tsx';
import { type WebhookRow, webhookKeys } from '#lib/webhooks/queries.ts';
import { wordMap } from '#lib/word-map.ts';

const KINDS = wordMap<StatusKind>({ verified: 'ok', pending: 'idle', failed: 'danger' });

/** The check's state; a word the product does not know is shown as it is. */
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

/** Runs the check again and reads the list anew. */
export function useRunOwnership(id: string) {
  const account = useSession().account.slug;
  return useOperation('POST /webhooks/{id}/ownership', {
    params: { id },
    proof: 'none',
    stale: [webhookKeys.all(account)],
  });
}

/** In the list: the state, and Run again where it failed. */
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
