'use client';

import { useTranslations } from 'next-intl';
import { OperationState } from '#components/operations/operation-state.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Money } from '#components/ui/money.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { formatBrl } from '#lib/money.ts';
import type { Payment, RefundState } from '#lib/payments/queries.ts';
import { AmountField } from '../fields/amount-field.tsx';
import { PlainField } from '../fields/plain-field.tsx';
import { WhoWords } from '../list/payment-rows.tsx';
import { Refused } from '../refused.tsx';
import type { RefundForm } from './use-refund.ts';

type Props = { payment: Payment; state: RefundState; refund: RefundForm };
const MOST_DESCRIPTION = 140;

/** To whom, of what, what remains; all or part of it, and why. */
export function RefundFields({ payment, state, refund }: Props) {
  const t = useTranslations('payments.refund');
  const { values, set, left, money } = refund;
  const { problem, form } = money;
  const underWay = problem?.code === 'conflict' ? problem.operationId : undefined;
  return (
    <>
      <Facts payment={payment} state={state} left={left} />
      {state.openDispute !== null && (
        <Callout tone="danger" title={t('dispute')}>
          {t('disputeWords', { protocol: state.openDispute })}
        </Callout>
      )}
      {left === 0 ? (
        <Callout title={t('nothing')} />
      ) : (
        <>
          <Segments
            label={t('part')}
            value={values.part}
            onChange={(part) => set({ part })}
            options={[
              { value: 'all', label: left === null ? t('all') : t('allAmount', { amount: formatBrl(left) }) },
              { value: 'part', label: t('some') },
            ]}
          />
          {values.part === 'part' && (
            <AmountField
              value={values.amount}
              bounds={{ min: null, max: left }}
              rule={left === null ? t('leftUnknown') : t('upToLeft', { amount: formatBrl(left) })}
              onChange={(amount) => set({ amount })}
              error={refund.amountError}
              autoFocus
            />
          )}
          <PlainField
            label={t('reason')}
            rule={t('reasonRule', { count: values.description.trim().length, most: MOST_DESCRIPTION })}
            maxLength={MOST_DESCRIPTION}
            value={values.description}
            onChange={(description) => set({ description })}
            error={refund.descriptionError}
          />
        </>
      )}
      {underWay === undefined ? (
        <Refused
          {...money}
          error={form.error}
          fields={['amount', 'description']}
          onRepeated={() => undefined}
        />
      ) : (
        <OperationState operationId={underWay}>
          <p>{t('underWay')}</p>
        </OperationState>
      )}
    </>
  );
}

function Facts({ payment, state, left }: { payment: Payment; state: RefundState; left: number | null }) {
  const t = useTranslations('payments.refund');
  return (
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
  );
}
