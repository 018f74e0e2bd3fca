'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import type { WebhookRow } from '#lib/webhooks/queries.ts';
import { OwnershipStatus, useRunOwnership } from './endpoint-state.tsx';
import { useAges, useMay } from './use-webhooks.ts';

const code = (chunks: ReactNode) => <code className="mono">{chunks}</code>;

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
