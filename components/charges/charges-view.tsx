'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useQueryState } from 'nuqs';
import { useState } from 'react';
import { PIX_KEYS } from '#components/app-shell/nav.ts';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { useDrawerRoute } from '#components/list/use-drawer-route.ts';
import { OpenPanel } from '#components/operations/open-panel.tsx';
import { ChargeResult } from '#components/payments/charges/charge-result.tsx';
import { PixKeysPanel } from '#components/payments/keys/pix-keys-panel.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { FORM_BESIDE_LISTS } from '#components/ui/drawer-layout.tsx';
import { DrawerPlaceholder } from '#components/ui/drawer-placeholder.tsx';
import { Page } from '#components/ui/page.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { withOffset } from '#lib/dates.ts';
import { CHARGE_VIEWS, chargeViewParser } from '#lib/payments/payments.list.ts';
import { paymentsOptions, rulesOptions } from '#lib/payments/queries.ts';
import { KINDS_OF } from '#lib/payments/rules.ts';
import { ChargeForm } from '../payments/charges/charge-form.tsx';
import { type Made, madeOf } from '../payments/charges/made.ts';
import { useSpanLabels } from '../payments/detail/use-left.ts';
import { cellOf, type SideProps } from '../payments/list/payment-rows.tsx';
import { PaymentsHead, PaymentsPanel } from '../payments/list/payments-panel.tsx';
import { useAsked, usePaymentFilters } from '../payments/list/use-payment-filters.ts';
import { PaymentsFrame } from '../payments/payments-frame.tsx';
import { useNewAction } from '../payments/use-new-action.ts';

const FunnelView = dynamic(async () => (await import('./funnel/funnel-view.tsx')).FunnelView, { ssr: false });

const ChargeDrawer = dynamic(async () => (await import('./charge-drawer.tsx')).ChargeDrawer, {
  ssr: false,
  loading: DrawerPlaceholder,
});

/** New charge, the one just made, and all of them. */
export function ChargesView() {
  const t = useTranslations('payments.charges');
  const { account } = useSession();
  const may = useCan('charge');
  const route = useDrawerRoute();
  const { made, setMade } = useMade();
  const view = useChargeView();
  useNewAction('charges', may);
  const { error } = useQuery(rulesOptions(account.slug));
  const whole = account.capabilities.includes('transactions');
  const keys = account.capabilities.includes('pix-keys') && (
    <div id={PIX_KEYS}>
      <PixKeysPanel />
    </div>
  );
  const lists = (
    <>
      <OpenPanel kinds={KINDS_OF.charges} route={route} />
      <PaymentsPanel page="charges" route={route} mayAsk={may} cell={ChargeCell} />
    </>
  );
  const result = made !== null && (
    <ChargeResult
      key={made.operationId}
      made={made}
      onRepeated={(operationId) => setMade(madeOf(operationId))}
      onOpen={route.show}
      onClose={() => setMade(null)}
    />
  );
  return (
    <PaymentsFrame page="charges" route={route} drawer={whole ? ChargeDrawer : undefined}>
      <PaymentsHead page="charges" title={t('title')} />
      <Page layout="stack">
        <ChargeViews view={view} />
        {error !== null && may && <Callout tone="warn" variant="thin" title={t('noRules')} />}
        {view.funnel ? (
          <FunnelView />
        ) : may ? (
          <div className={FORM_BESIDE_LISTS} data-made={made !== null || undefined}>
            <div data-new-payment>
              <ChargeForm onMade={setMade} />
              {keys}
            </div>
            <div>
              {result}
              {lists}
            </div>
          </div>
        ) : (
          <>
            {result}
            {lists}
            {keys}
          </>
        )}
      </Page>
    </PaymentsFrame>
  );
}

/** The charge made last stands in the address; what its first answer showed is at hand on this page alone. */
function useMade() {
  const [asked, setAsked] = useAsked();
  const [first, setFirst] = useState<Made | null>(null);
  const made = asked === null ? null : first?.operationId === asked ? first : madeOf(asked);
  const setMade = (next: Made | null) => {
    setFirst(next);
    setAsked(next?.operationId ?? null);
  };
  return { made, setMade };
}

/** Tells if the funnel replaces the list. When the service gives no list there is nothing to count. */
function useChargeView() {
  const { slug, capabilities } = useSession().account;
  const [asked, show] = useQueryState('show', chargeViewParser.withOptions({ history: 'push' }));
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
};

function ChargeViews({ view }: Props) {
  const t = useTranslations('payments.funnel');
  if (!view.offered) return null;
  return (
    <div className="w-max max-w-full">
      <Segments
        label={t('view')}
        value={view.asked}
        onChange={(next) => void view.show(next)}
        options={CHARGE_VIEWS.map((value) => ({ value, label: t(value) }))}
      />
    </div>
  );
}

/** How long after it was made a charge was paid. */
function PaidAfter({ payment: { paidAt, createdAt } }: SideProps) {
  const left = useSpanLabels();
  if (paidAt === null || createdAt === null) return null;
  return <span title={withOffset(paidAt)}>{left(Date.parse(paidAt) - Date.parse(createdAt))}</span>;
}

const ChargeCell = cellOf('charges', PaidAfter);
