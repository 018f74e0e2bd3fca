'use client';

import { useTranslations } from 'next-intl';
import { BlockedForm } from '#components/shell/blocked-form.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Money } from '#components/ui/money.tsx';
import type { Payment, RefundState } from '#lib/payments/queries.ts';
import { WhoWords } from '../list/payment-rows.tsx';

type Props = { payment: Payment; state: RefundState; left: number | null };

/** To whom, of what, what remains; and what stands against it. */
export function RefundFacts({ payment, state, left }: Props) {
  const t = useTranslations('payments.refund');
  return (
    <>
      <BlockedForm form="refunds" />
      <Facts
        of={[
          { label: t('to'), value: <WhoWords page="charges" payment={payment} /> },
          { label: t('paid'), value: <Money cents={payment.amount} exact={payment.amountExact} /> },
          { label: t('refunded'), cents: state.refunded || null },
          { label: t('inProgress'), cents: state.inProgress || null, direction: 'still' },
          { label: t('left'), value: left === null ? t('leftUnknown') : <Money cents={left} /> },
        ]}
      />
      {state.openDispute !== null && (
        <Callout tone="danger" title={t('dispute')}>
          {t('disputeWords', { protocol: state.openDispute })}
        </Callout>
      )}
      {left === 0 && <Callout title={t('nothing')} />}
    </>
  );
}
