'use client';

import { useTranslations } from 'next-intl';
import { useSyncListCache } from '#components/payments/list/payment-rows.tsx';
import { DetailBody } from '#components/transactions/detail/detail-body.tsx';
import { DetailFoot, useDetail } from '#components/transactions/detail/detail-head.tsx';
import { PageTools } from '#components/transactions/detail/detail-page.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import type { PaymentPage } from '#lib/payments/rules.ts';

/** A charge of an account with full transactions: its sections, with the labels of the charges page. */
export function ChargeDrawer({ page, id, onClose }: { page: PaymentPage; id: string; onClose: () => void }) {
  const t = useTranslations('payments.detail');
  const state = useDetail(id);
  const charge = state.data?.transaction ?? null;
  const name = charge?.clientReference ?? id;
  useSyncListCache(page, charge);
  return (
    <Drawer
      label={t(`label.${page}`, { name })}
      title={t(`title.${page}`)}
      onClose={onClose}
      focusOnOpen
      tools={<PageTools id={id} />}
      footer={<DetailFoot state={state} id={id} name={name} />}
    >
      <DetailBody state={state} page={page} />
    </Drawer>
  );
}
