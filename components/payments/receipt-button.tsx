'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { send, urlOf } from '#lib/api/client.ts';
import type { Payment } from '#lib/payments/queries.ts';
import type { PaymentPage } from '#lib/payments/rules.ts';
import { hasMoved } from '#lib/transactions/rules.ts';
import { saveBlob } from '../ui/files.ts';

const OF = {
  charges: 'charge',
  deposits: 'charge',
  withdrawals: 'withdrawal',
  transfers: 'transfer',
} as const;

/**
 * Downloads the provider's PDF receipt of a completed payment; absent where the account has none or the
 * operator may not read it.
 */
export function ReceiptButton({ payment, page }: { payment: Payment; page: PaymentPage | 'deposits' }) {
  const t = useTranslations('payments.receipt');
  const { account } = useSession();
  const may = useCan('reveal');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const has = account.capabilities.includes(`receipts-${page}`);
  if (!has || !may || !hasMoved(payment)) return null;
  const downloadReceipt = async () => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      const url = urlOf('GET /transactions/{id}/receipt', account.slug, { id: payment.id }, { of: OF[page] });
      const name = t('fileName', { name: payment.clientReference ?? payment.id });
      const file = await send(url, {}, true);
      saveBlob(await file.blob(), `${name.replace(/[^\w.-]+/g, '-')}.pdf`);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button icon="download" aria-busy={busy || undefined} onClick={() => void downloadReceipt()}>
        {t('button')}
      </Button>
      {error !== null && (
        <ErrorCard error={error} onRetry={() => void downloadReceipt()} className="basis-full" />
      )}
    </>
  );
}
