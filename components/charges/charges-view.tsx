'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useQueryState } from 'nuqs';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { NewCharge } from '#components/payments/charges/charge-sheet.tsx';
import { PixKeysPanel } from '#components/payments/keys/pix-keys-panel.tsx';
import { PaymentsPage } from '#components/payments/payments-page.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { DrawerPlaceholder } from '#components/ui/drawer.tsx';
import { withOffset } from '#lib/core/dates.ts';
import { chargeViewParser } from '#lib/payments/payments.list.ts';
import { rulesOptions } from '#lib/payments/queries.ts';
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
  const { slug, capabilities } = useSession().account;
  const mayCharge = useCan('charge');
  const [view] = useQueryState('show', chargeViewParser);
  const { error } = useQuery(rulesOptions(slug));
  // If the provider lists no charges, the list states that in place of the funnel.
  const viewOf = (listed: boolean) => {
    if (view === 'funnel' && listed) return <FunnelView />;
    return view === 'keys' && capabilities.includes('pix-keys') ? <PixKeysPanel /> : null;
  };
  return (
    <PaymentsPage
      page="charges"
      drawer={capabilities.includes('transactions') ? ChargeDrawer : undefined}
      sheet={(route, may) => (may || route.requested !== null) && <NewCharge may={may} route={route} />}
      above={error !== null && mayCharge && <Callout tone="warn" variant="thin" title={t('noRules')} />}
      instead={viewOf}
      cell={ChargeCell}
    />
  );
}

function PaidAfter({ payment: { paidAt, createdAt } }: SideProps) {
  const spanLabel = useSpanLabels();
  if (paidAt === null || createdAt === null) return null;
  return <span title={withOffset(paidAt)}>{spanLabel(Date.parse(paidAt) - Date.parse(createdAt))}</span>;
}

const ChargeCell = cellOf('charges', PaidAfter);
