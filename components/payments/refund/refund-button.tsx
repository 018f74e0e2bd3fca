'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useAsked } from '#components/app-shell/address-state.ts';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { mayRefund } from '#lib/payments/one-rules.ts';
import type { Payment } from '#lib/payments/queries.ts';

const RefundDialog = dynamic(async () => (await import('./refund-dialog.tsx')).RefundDialog, { ssr: false });

/** "Refund…": absent where the account, the operator or the payment cannot. */
export function RefundButton({ payment }: { payment: Payment }) {
  const t = useTranslations('payments.refund');
  const may = useCan('refund');
  const has = useSession().account.capabilities.includes('refunds');
  const [asking, setAsking] = useAsked('refund');
  // A dialog that tells how a refund went stays although nothing is left to refund.
  if (!may || !has || !(mayRefund(payment) || asking)) return null;
  return (
    <>
      <Button icon="return" onClick={() => setAsking(true)}>
        {t('button')}
      </Button>
      {asking && <RefundDialog payment={payment} onClose={() => setAsking(false)} />}
    </>
  );
}
