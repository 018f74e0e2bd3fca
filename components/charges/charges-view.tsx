'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useQueryState } from 'nuqs';
import { useState } from 'react';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { RequestSheet } from '#components/forms/ask-sheet.tsx';
import { type SheetRoute, useSheetRoute } from '#components/list/use-drawer-route.ts';
import {
  ChargeResult,
  type CreatedCharge,
  createdChargeOf,
} from '#components/payments/charges/charge-result.tsx';
import { PixKeysPanel } from '#components/payments/keys/pix-keys-panel.tsx';
import { PaymentsFrame, PaymentsPanel, usePaymentFilters } from '#components/payments/payments-page.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { DrawerPlaceholder } from '#components/ui/drawer.tsx';
import { withOffset } from '#lib/core/dates.ts';
import { type ChargeView, chargeViewParser } from '#lib/payments/payments.list.ts';
import { paymentsOptions, rulesOptions } from '#lib/payments/queries.ts';
import { ChargeSheet } from '../payments/charges/charge-form.tsx';
import { useSpanLabels } from '../payments/detail/pay-code.tsx';
import { cellOf, type SideProps } from '../payments/list/payment-rows.tsx';

const FunnelView = dynamic(async () => (await import('./funnel/funnel-view.tsx')).FunnelView, { ssr: false });

const ChargeDrawer = dynamic(async () => (await import('./charge-drawer.tsx')).ChargeDrawer, {
  ssr: false,
  loading: DrawerPlaceholder,
});

/** The charges, their funnel, or the account's Pix keys; with a drawer, or the sheet for a new charge. */
export function ChargesView() {
  const t = useTranslations('payments.charges');
  const { account } = useSession();
  const may = useCan('charge');
  const route = useSheetRoute();
  const view = useChargeView();
  const { error } = useQuery(rulesOptions(account.slug));
  const whole = account.capabilities.includes('transactions');
  return (
    <PaymentsFrame
      page="charges"
      route={route}
      may={may}
      drawer={whole ? ChargeDrawer : undefined}
      sheet={(may || route.asked !== null) && <NewCharge may={may} route={route} />}
    >
      {error !== null && may && <Callout tone="warn" variant="thin" title={t('noRules')} />}
      {view === 'funnel' && <FunnelView />}
      {view === 'keys' && <PixKeysPanel />}
      {view === 'list' && <PaymentsPanel page="charges" route={route} may={may} cell={ChargeCell} />}
    </PaymentsFrame>
  );
}

/** The last created charge is stored in the address; its first answer is available only in this sheet. */
function NewCharge({ may, route }: { may: boolean; route: SheetRoute }) {
  const t = useTranslations('payments.charges');
  const { asked: operationId, setAsked, show, close } = route;
  const [first, setFirst] = useState<CreatedCharge | null>(null);
  const setCreated = (next: CreatedCharge | null) => {
    setFirst(next);
    setAsked(next?.operationId ?? null);
  };
  const result = operationId !== null && (
    <ChargeResult
      key={operationId}
      created={first?.operationId === operationId ? first : createdChargeOf(operationId)}
      onRepeated={(id) => setCreated(createdChargeOf(id))}
      onOpen={show}
      onClose={() => setCreated(null)}
    />
  );
  if (may) return <ChargeSheet onCreated={setCreated} onClose={close} result={result} />;
  return (
    <RequestSheet title={t('resultTitle')} onClose={close}>
      {result}
    </RequestSheet>
  );
}

/** The view of the page. If the provider lists no charges, the list says so in place of the funnel. */
function useChargeView(): ChargeView {
  const { slug, capabilities } = useSession().account;
  const [view] = useQueryState('show', chargeViewParser);
  const { filters } = usePaymentFilters('charges');
  const reads = capabilities.includes('charges-list');
  const list = useInfiniteQuery({
    ...paymentsOptions(slug, 'charges', filters),
    enabled: reads,
    refetchInterval: false,
  });
  const counts = reads && list.data?.pages[0]?.listed !== false;
  if (view === 'funnel') return counts ? 'funnel' : 'list';
  return view === 'keys' && !capabilities.includes('pix-keys') ? 'list' : view;
}

function PaidAfter({ payment: { paidAt, createdAt } }: SideProps) {
  const spanLabel = useSpanLabels();
  if (paidAt === null || createdAt === null) return null;
  return <span title={withOffset(paidAt)}>{spanLabel(Date.parse(paidAt) - Date.parse(createdAt))}</span>;
}

const ChargeCell = cellOf('charges', PaidAfter);
