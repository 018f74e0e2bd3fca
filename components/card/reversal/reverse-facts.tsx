'use client';

import { useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Money } from '#components/ui/money.tsx';
import type { CardCharge } from '#lib/card/queries.ts';
import { AUTHORIZED, hasOpenChargeback } from '#lib/card/rules.ts';

type Props = { charge: CardCharge; left: number | null };

/** To whom, of what, what remains; and what stands against it. */
export function ReverseFacts({ charge, left }: Props) {
  const t = useTranslations('card.reverse');
  const { customer, amount, refundedAmount } = charge;
  return (
    <>
      <Facts
        of={[
          { label: t('to'), value: customer.name },
          { label: t('paid'), value: <Money cents={amount} /> },
          { label: t('already'), cents: refundedAmount || null },
          { label: t('left'), value: left === null ? t('leftUnknown') : <Money cents={left} /> },
        ]}
      />
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
