'use client';

import { useTranslations } from 'next-intl';
import { ResendButton } from '#components/resends/resend-button.tsx';
import { PageHead } from '#components/shell/page-head.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { PlaceContext } from '#components/ui/detail-part.tsx';
import { DeliveryAttempts } from './delivery-attempts.tsx';
import { Absent, StaleFault } from './delivery-body.tsx';
import { DeliveryHead } from './delivery-head.tsx';
import { DeliveryPayload } from './delivery-payload.tsx';
import { DeliveryRaw } from './delivery-raw.tsx';
import { DeliveryReceived } from './delivery-received.tsx';
import { useDelivery } from './use-delivery.ts';

/** A delivery on its own page: the drawer's parts, side by side. */
export function DeliveryPage({ id }: { id: string }) {
  const t = useTranslations('deliveries.detail');
  const account = useSession().account.slug;
  const state = useDelivery(id);
  const { facts } = state;
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
      </PageHead>
      <div className="page">
        {facts === undefined ? (
          <div className="panel p-panel">
            <Absent state={state} />
          </div>
        ) : (
          <div className="grid gap-4">
            <StaleFault state={state} />
            <div className="grid items-start gap-4 drawer:grid-cols-2">
              <div className="grid min-w-0 gap-4">
                <div className="panel p-panel">
                  <DeliveryHead facts={facts} />
                </div>
                <DeliveryAttempts facts={facts} />
                <DeliveryReceived facts={facts} />
              </div>
              <div className="grid min-w-0 gap-4">
                <DeliveryPayload facts={facts} reveal={state.reveal} />
              </div>
            </div>
            <div className="panel p-panel">
              <DeliveryRaw facts={facts} />
            </div>
          </div>
        )}
      </div>
    </PlaceContext>
  );
}
