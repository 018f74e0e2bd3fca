'use client';

import { useTranslations } from 'next-intl';
import { OperationState } from '#components/operations/operation-state.tsx';
import { AmountField } from '#components/payments/fields/amount-field.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Money } from '#components/ui/money.tsx';
import { Segments } from '#components/ui/segments.tsx';
import type { CardCharge } from '#lib/card/queries.ts';
import { AUTHORIZED, hasOpenChargeback } from '#lib/card/rules.ts';
import { formatBrl } from '#lib/money.ts';
import { useCardFaultWords } from '../use-card-faults.ts';
import type { Reversal } from './use-reversal.ts';

/** To whom, of what, what remains; all or part of it. */
export function ReverseFields({ charge, reversal }: { charge: CardCharge; reversal: Reversal }) {
  const t = useTranslations('card.reverse');
  const { left, problem } = reversal;
  const authorized = charge.statusCode === AUTHORIZED;
  return (
    <>
      <Facts charge={charge} left={left} />
      {hasOpenChargeback(charge) && (
        <Callout tone="danger" title={t('chargeback')}>
          {t('chargebackWords')}
        </Callout>
      )}
      {authorized && <Callout title={t('authorized')}>{t('authorizedWords')}</Callout>}
      {left === 0 && <Callout title={t('nothing')} />}
      {left !== 0 && !authorized && <HowMuch reversal={reversal} />}
      {problem?.code === 'conflict' && problem.operationId !== undefined ? (
        <OperationState operationId={problem.operationId}>
          <p>{t('unknown')}</p>
        </OperationState>
      ) : (
        Boolean(reversal.form.error) &&
        problem?.fields === undefined && <ErrorCard error={reversal.form.error} />
      )}
    </>
  );
}

function HowMuch({ reversal }: { reversal: Reversal }) {
  const t = useTranslations('card.reverse');
  const words = useCardFaultWords();
  const { part, setPart, typed, setTyped, left, amountFault } = reversal;
  return (
    <>
      <Segments
        label={t('part')}
        value={part}
        onChange={setPart}
        options={[
          { value: 'all', label: left === null ? t('all') : t('allAmount', { amount: formatBrl(left) }) },
          { value: 'part', label: t('some') },
        ]}
      />
      {part === 'part' && (
        <AmountField
          value={typed}
          bounds={{ min: null, max: left }}
          rule={left === null ? t('leftUnknown') : t('upToLeft', { amount: formatBrl(left) })}
          onChange={setTyped}
          error={words(amountFault)}
          autoFocus
        />
      )}
    </>
  );
}

function Facts({ charge, left }: { charge: CardCharge; left: number | null }) {
  const t = useTranslations('card.reverse');
  const { customer, amount, refundedAmount } = charge;
  return (
    <dl className="facts">
      {customer.name !== null && (
        <>
          <dt>{t('to')}</dt>
          <dd>{customer.name}</dd>
        </>
      )}
      <dt>{t('paid')}</dt>
      <dd>
        <Money cents={amount} />
      </dd>
      {refundedAmount !== null && refundedAmount > 0 && (
        <>
          <dt>{t('already')}</dt>
          <dd>
            <Money cents={refundedAmount} />
          </dd>
        </>
      )}
      <dt>{t('left')}</dt>
      <dd>{left === null ? t('leftUnknown') : <Money cents={left} />}</dd>
    </dl>
  );
}
