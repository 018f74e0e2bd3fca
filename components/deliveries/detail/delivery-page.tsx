'use client';

import { useTranslations } from 'next-intl';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { ResendButton } from '#components/resends/resend-button.tsx';
import { cn } from '#components/ui/cn.ts';
import { PlaceContext } from '#components/ui/facts.tsx';
import { Page } from '#components/ui/page.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { OtherFields, RawAnswer } from '#components/ui/provider-answer.tsx';
import { ClosedPart, CloseFailuresButton } from '../close-failures.tsx';
import {
  DeliveryAttempts,
  DeliveryPayload,
  DeliveryReceived,
  DeliveryRecord,
  useDelivery,
} from './delivery-body.tsx';
import { DeliveryHead } from './delivery-head.tsx';

/** A delivery on its own page: the drawer's sections, side by side. */
export function DeliveryPage({ id }: { id: string }) {
  const t = useTranslations('deliveries.detail');
  const account = useSession().account.slug;
  const state = useDelivery(id);
  const facts = state.data;
  const transactionId = facts?.delivery.transactionId ?? null;
  const name = facts?.delivery.clientReference ?? transactionId ?? id;
  return (
    <PlaceContext value="page">
      <PageHead
        title={t('title')}
        back={{ href: `/${account}/deliveries`, label: t('back') }}
        note={facts && name}
        asOf={facts?.asOf}
      >
        {transactionId !== null && (
          <ResendButton transactionId={transactionId} name={name} needed={facts?.delivery.open === true} />
        )}
        {facts?.delivery.open === true && (
          <CloseFailuresButton which={{ ids: [facts.delivery.id] }} count={1} />
        )}
      </PageHead>
      <Page>
        <DeliveryRecord state={state}>
          {(shown) => (
            <div className="grid gap-4">
              <div className="grid items-start gap-4 drawer:grid-cols-2">
                <div className="grid min-w-0 gap-4">
                  <div className={cn(panelVariants(), 'p-panel')}>
                    <DeliveryHead facts={shown} />
                  </div>
                  <ClosedPart facts={shown} />
                  <DeliveryAttempts facts={shown} />
                  <DeliveryReceived facts={shown} />
                </div>
                <div className="grid min-w-0 gap-4">
                  <DeliveryPayload facts={shown} reveal={state.reveal} />
                </div>
              </div>
              <OtherFields of={shown.other} />
              <div className={cn(panelVariants(), 'p-panel')}>
                <RawAnswer value={shown.raw} />
              </div>
            </div>
          )}
        </DeliveryRecord>
      </Page>
    </PlaceContext>
  );
}
