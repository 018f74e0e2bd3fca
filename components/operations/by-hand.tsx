'use client';

import { useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { Instant } from '#components/ui/instant.tsx';
import type { Operation } from '#lib/operations/queries.ts';

/** The outcome that a person recorded, because no look-up found it: who, when and how they knew. */
export function ByHand({ operation }: { operation: Pick<Operation, 'byHand' | 'settledAt' | 'lateAt'> }) {
  const t = useTranslations('operations.byHand');
  const { byHand, settledAt, lateAt } = operation;
  if (byHand === null) return null;
  const { by, happened, reason } = byHand;
  return (
    <Callout
      role="status"
      icon="operator"
      title={t(happened ? 'happened' : 'notHappened', { name: by.name })}
    >
      {lateAt === null && (
        <>
          <Instant at={settledAt} /> ·{' '}
        </>
      )}
      {t('untold')}
      {reason !== null && <q className="block break-words whitespace-pre-line text-ink">{reason}</q>}
    </Callout>
  );
}
