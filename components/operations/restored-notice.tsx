'use client';

import { useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { Instant } from '#components/ui/instant.tsx';
import type { Operation } from '#lib/operations/queries.ts';
import { isOpen } from '#lib/operations/rules.ts';

/**
 * A notice on an open operation that was restored from a backup: it may have been sent after the backup was
 * made.
 */
export function RestoredNotice({ operation: { restoredAt, state } }: { operation: Operation }) {
  const t = useTranslations('operations.restored');
  if (restoredAt == null || !isOpen(state)) return null;
  return (
    <Callout tone="warn" role="status" title={t('title')}>
      <Instant at={restoredAt} /> · {t(state === 'awaiting_approval' ? 'waiting' : 'open')}
    </Callout>
  );
}
