'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Panel } from '#components/ui/panel.tsx';
import type { DisputeDetail } from '#lib/disputes/contract.ts';

/** Ids that this product routes by name their kind first; the service knows what follows it. */
const ownId = (id: string) => id.replace(/^(?:payment|deposit):/, '');

/** The payment in question where the account has no list of transactions: its numbers, and where to see it. */
export function PaymentPanel({ detail: { dispute } }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes.payment');
  const { slug, capabilities } = useSession().account;
  const { transactionId, endToEndId } = dispute;
  const charge = transactionId?.startsWith('payment:') && capabilities.includes('charges-list');
  const line = endToEndId !== null && capabilities.includes('statement');
  if (transactionId === null && endToEndId === null)
    return (
      <Panel title={t('title')}>
        <p className="text-ink-3">{t('none')}</p>
      </Panel>
    );
  return (
    <Panel title={t('title')}>
      <Facts
        of={[
          { label: t(charge ? 'charge' : 'id'), id: transactionId && ownId(transactionId) },
          { label: t('e2e'), id: endToEndId },
        ]}
      />
      <p className="mt-2 flex flex-wrap gap-x-4">
        {charge && (
          <Link href={`/${slug}/charges?open=${encodeURIComponent(transactionId ?? '')}`}>
            {t('toCharge')}
          </Link>
        )}
        {line && (
          <Link href={`/${slug}/statement?endToEndId=${encodeURIComponent(endToEndId)}`}>{t('toLines')}</Link>
        )}
      </p>
    </Panel>
  );
}
