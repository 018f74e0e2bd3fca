'use client';

import { useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { Money } from '#components/ui/money.tsx';
import type { CardCharge } from '#lib/card/queries.ts';
import { AUTHORIZED, hasOpenChargeback } from '#lib/card/rules.ts';

type Props = { charge: CardCharge; left: number | null };

/** To whom, of what, what remains; and what stands against it. */
export function ReverseFacts({ charge, left }: Props) {
  const t = useTranslations('card.reverse');
  return (
    <>
      <Facts charge={charge} left={left} />
      {hasOpenChargeback(charge) && (
        <Callout tone="danger" title={t('chargeback')}>
          {t('chargebackWords')}
        </Callout>
      )}
      {charge.statusCode === AUTHORIZED && <Callout title={t('authorized')}>{t('authorizedWords')}</Callout>}
      {left === 0 && <Callout title={t('nothing')} />}
    </>
  );
}

function Facts({ charge, left }: Props) {
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
