'use client';

import { useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { formatBrl } from '#lib/money.ts';
import type { Since } from '#lib/webhooks/queries.ts';

/** Notices that failed since the old secret stopped, and their amount. */
export function FailingCallout({ since }: { since: Since | undefined }) {
  const t = useTranslations('webhooks.keep');
  if (since === undefined || since.failed === 0) return null;
  const { failed, more, untold } = since;
  return (
    <Callout tone="warn" role="status" title={t(more ? 'failingMore' : 'failing', { count: failed })}>
      {t('failingWords', { count: failed })}{' '}
      {untold > 0 && !more && t('untold', { amount: formatBrl(untold) })}
    </Callout>
  );
}
