'use client';

import { useTranslations } from 'next-intl';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Instant } from '#components/ui/instant.tsx';
import type { Transaction } from '#lib/providers/records.ts';
import { expiryOf } from '#lib/transactions/rules.ts';
import { DetailPart } from './detail-part.tsx';

/** What a person needs to pay a charge that is still open. */
export function DetailCharge({ transaction }: { transaction: Transaction }) {
  const t = useTranslations('transactions.detail.charge');
  const { type, status, qrCodeText } = transaction;
  if (type !== 'DEPOSIT' || status !== 'PENDING' || qrCodeText === null) return null;
  const expiry = expiryOf(transaction);
  return (
    <DetailPart
      title={t('title')}
      note={expiry !== null && t.rich('expires', { time: () => <Instant at={expiry} /> })}
    >
      <p className="cap">{t('code')}</p>
      <p className="mono mt-1 mb-2 rounded-2 border border-line bg-sunken p-2 break-all whitespace-normal">
        {qrCodeText}
      </p>
      <CopyButton value={qrCodeText}>{t('copy')}</CopyButton>
    </DetailPart>
  );
}
