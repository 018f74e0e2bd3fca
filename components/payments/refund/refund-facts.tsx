'use client';

import { useTranslations } from 'next-intl';
import { BlockedForm } from '#components/shell/blocked-form.tsx';
import { Callout } from '#components/ui/callout.tsx';
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
      <dl className="facts">
        <dt>{t('to')}</dt>
        <dd>
          <WhoWords page="charges" payment={payment} />
        </dd>
        <dt>{t('paid')}</dt>
        <dd>
          <Money cents={payment.amount} exact={payment.amountExact} />
        </dd>
        {(state.refunded ?? 0) > 0 && (
          <>
            <dt>{t('refunded')}</dt>
            <dd>
              <Money cents={state.refunded} />
            </dd>
          </>
        )}
        {(state.inProgress ?? 0) > 0 && (
          <>
            <dt>{t('inProgress')}</dt>
            <dd>
              <Money cents={state.inProgress} direction="still" />
            </dd>
          </>
        )}
        <dt>{t('left')}</dt>
        <dd>{left === null ? t('leftUnknown') : <Money cents={left} />}</dd>
      </dl>
      {state.openDispute !== null && (
        <Callout tone="danger" title={t('dispute')}>
          {t('disputeWords', { protocol: state.openDispute })}
        </Callout>
      )}
      {left === 0 && <Callout title={t('nothing')} />}
    </>
  );
}
