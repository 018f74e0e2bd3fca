'use client';

import { useTranslations } from 'next-intl';
import { Facts } from '#components/ui/facts.tsx';
import { Money } from '#components/ui/money.tsx';
import { formatBrl } from '#lib/money.ts';
import type { HeadroomFacts } from './use-headroom.ts';

/** Balance and limit as they stand once `amount` (cents) has left, and once all has whose outcome is unknown. */
export function AfterPayment({ room, amount }: { room: HeadroomFacts; amount: number }) {
  const t = useTranslations('payments.room');
  const { balance, limit, uncertain } = room;
  const afterAll = [
    balance.afterAll !== null && t('balanceAll', { amount: formatBrl(balance.afterAll) }),
    limit?.afterAll != null && t('limitAll', { amount: formatBrl(limit.afterAll) }),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <Facts
      look="right"
      of={[
        { label: t('leaves'), cents: amount },
        { label: t('balanceAfter'), value: balance.after !== null && <After cents={balance.after} /> },
        {
          label: t('limitAfter'),
          value: limit !== null && limit.after !== null && <After cents={limit.after} />,
        },
        { label: t('ifAll', { count: uncertain }), value: uncertain > 0 && afterAll },
        { label: t('fee'), value: room.charged && <span className="text-ink-3">{t('feeTold')}</span> },
      ]}
    />
  );
}

function After({ cents }: { cents: number }) {
  const t = useTranslations('payments.room');
  return (
    <>
      {cents < 0 && <span className="text-danger-ink">{t('notEnough')} </span>}
      <Money cents={cents} />
    </>
  );
}
