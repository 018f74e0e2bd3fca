'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useQueryState } from 'nuqs';
import { useState } from 'react';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { RequestSheet } from '#components/forms/ask-sheet.tsx';
import { type SheetRoute, useSheetRoute } from '#components/list/use-drawer-route.ts';
import { OpenPanel } from '#components/operations/operation-rows.tsx';
import {
  ChargeResult,
  type CreatedCharge,
  createdChargeOf,
} from '#components/payments/charges/charge-result.tsx';
import { PixKeysPanel } from '#components/payments/keys/pix-keys-panel.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { DrawerPlaceholder } from '#components/ui/drawer.tsx';
import { Page } from '#components/ui/page.tsx';
import { withOffset } from '#lib/core/dates.ts';
import { type ChargeView, chargeViewParser } from '#lib/payments/payments.list.ts';
import { paymentsOptions, rulesOptions } from '#lib/payments/queries.ts';
import { KINDS_OF } from '#lib/payments/rules.ts';
import { ChargeSheet } from '../payments/charges/charge-form.tsx';
import { useSpanLabels } from '../payments/detail/pay-code.tsx';
import { cellOf, type SideProps } from '../payments/list/payment-rows.tsx';
import { PaymentsHead, PaymentsPanel } from '../payments/list/payments-panel.tsx';
import { usePaymentFilters } from '../payments/list/use-payment-filters.ts';
import { PaymentsFrame } from '../payments/payments-frame.tsx';

const FunnelView = dynamic(async () => (await import('./funnel/funnel-view.tsx')).FunnelView, { ssr: false });

const ChargeDrawer = dynamic(async () => (await import('./charge-drawer.tsx')).ChargeDrawer, {
  ssr: false,
  loading: DrawerPlaceholder,
});

/**
 * The charges, their funnel, or the account's Pix keys; with a drawer for a charge or the sheet for a new
 * one.
 */
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
      drawer={whole ? ChargeDrawer : undefined}
      sheet={(may || route.asked !== null) && <NewCharge may={may} route={route} />}
    >
      <PaymentsHead
        page="charges"
        title={t('title')}
        route={route}
        newLabel={may ? t('newTitle') : undefined}
      />
      <Page layout="stack">
        {error !== null && may && <Callout tone="warn" variant="thin" title={t('noRules')} />}
        {view === 'funnel' && <FunnelView />}
        {view === 'keys' && <PixKeysPanel />}
        {view === 'list' && (
          <>
            <OpenPanel kinds={KINDS_OF.charges} route={route} />
            <PaymentsPanel page="charges" route={route} mayAsk={may} cell={ChargeCell} />
          </>
        )}
      </Page>
    </PaymentsFrame>
  );
}

/** The last created charge is stored in the address; its first answer is available only in this sheet. */
function NewCharge({ may, route }: { may: boolean; route: SheetRoute }) {
  const t = useTranslations('payments.charges');
  const { asked, setAsked, show, close } = route;
  const [first, setFirst] = useState<CreatedCharge | null>(null);
  const setMade = (next: CreatedCharge | null) => {
    setFirst(next);
    setAsked(next?.operationId ?? null);
  };
  const made = asked === null ? null : first?.operationId === asked ? first : createdChargeOf(asked);
  const result = made !== null && (
    <ChargeResult
      key={made.operationId}
      made={made}
      onRepeated={(operationId) => setMade(createdChargeOf(operationId))}
      onOpen={show}
      onClose={() => setMade(null)}
    />
  );
  if (may) return <ChargeSheet onMade={setMade} onClose={close} result={result} />;
  return (
    <RequestSheet title={t('resultTitle')} onClose={close}>
      {result}
    </RequestSheet>
  );
}

/**
 * The view of the page. If the provider lists no charges, there is nothing to count: shows the list, which
 * says so.
 */
function useChargeView(): ChargeView {
  const { slug, capabilities } = useSession().account;
  const [asked] = useQueryState('show', chargeViewParser);
  const { filters } = usePaymentFilters('charges');
  const reads = capabilities.includes('charges-list');
  const list = useInfiniteQuery({
    ...paymentsOptions(slug, 'charges', filters),
    enabled: reads,
    refetchInterval: false,
  });
  const counts = reads && list.data?.pages[0]?.listed !== false;
  if (asked === 'funnel') return counts ? 'funnel' : 'list';
  return asked === 'keys' && !capabilities.includes('pix-keys') ? 'list' : asked;
}

/** Time from a charge's creation to its payment. */
function PaidAfter({ payment: { paidAt, createdAt } }: SideProps) {
  const spanLabel = useSpanLabels();
  if (paidAt === null || createdAt === null) return null;
  return <span title={withOffset(paidAt)}>{spanLabel(Date.parse(paidAt) - Date.parse(createdAt))}</span>;
}

const ChargeCell = cellOf('charges', PaidAfter);
