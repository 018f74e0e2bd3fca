'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { useAddressPart } from '#components/shell/use-address.ts';
import { Segments } from '#components/ui/segments.tsx';
import { CHARGE_VIEWS, chargeViewParser } from '#lib/payments/payments.list.ts';
import { paymentsOptions } from '#lib/payments/queries.ts';
import { usePaymentFilters } from '../../payments/list/use-payment-filters.ts';

/** Tells if the funnel replaces the list. When the service gives no list there is nothing to count. */
export function useChargeView() {
  const { slug, capabilities } = useSession().account;
  const [asked, show] = useAddressPart('show', chargeViewParser, { history: 'push' });
  const { filters } = usePaymentFilters('charges');
  const reads = capabilities.includes('charges-list');
  const list = useInfiniteQuery({
    ...paymentsOptions(slug, 'charges', filters),
    enabled: reads,
    refetchInterval: false,
  });
  const offered = reads && list.data?.pages[0]?.listed !== false;
  return { offered, funnel: offered && asked === 'funnel', asked, show };
}

type Props = {
  view: ReturnType<typeof useChargeView>;
  /** Called when pointer or focus come near. */
  near: () => void;
};

export function ChargeViews({ view, near }: Props) {
  const t = useTranslations('payments.funnel');
  if (!view.offered) return null;
  return (
    <div className="w-max max-w-full">
      <Segments
        label={t('view')}
        value={view.asked}
        onChange={(next) => view.show(next)}
        near={near}
        options={CHARGE_VIEWS.map((value) => ({ value, label: t(value) }))}
      />
    </div>
  );
}
