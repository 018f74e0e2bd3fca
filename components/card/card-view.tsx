'use client';

import { useState } from 'react';
import { OperationDrawer } from '#components/operations/operation-drawer.tsx';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import { useRowOpens } from '#components/shell/use-row-opens.ts';
import { DrawerLayout } from '#components/ui/drawer-layout.tsx';
import payments from '../payments/payments.module.css';
import styles from './card.module.css';
import { CardHead } from './card-head.tsx';
import { CertificateNotice } from './certificate-notice.tsx';
import { ChargesPanel } from './charges/charges-panel.tsx';
import { OpenRequests } from './charges/open-requests.tsx';
import { ChargeDrawer } from './detail/charge-drawer.tsx';
import { CardForm } from './entry/card-form.tsx';
import { CardResult } from './entry/card-result.tsx';
import type { Made } from './entry/use-card-form.ts';
import { RatesPanel } from './rates-panel.tsx';
import { RecurrencePanel } from './recurrence/recurrence-panel.tsx';
import { type CardBeside, useCardBeside, useCardFilters } from './use-card-page.ts';

/** The card's charges, a recurrence where one is looked at, the rates; the form only where the account takes cards. */
export function CardView() {
  const { capabilities } = useSession().account;
  const may = useCan('charge') && capabilities.includes('card-entry');
  const beside = useCardBeside();
  const state = useCardFilters();
  const [made, setMade] = useState<Made | null>(null);
  const { recurrence } = state.filters;
  useRowOpens();
  const lists = (
    <>
      {made !== null && (
        <CardResult
          key={made.operationId}
          made={made}
          onOpen={beside.openCharge}
          onClose={() => setMade(null)}
        />
      )}
      <OpenRequests beside={beside} />
      {recurrence !== null && (
        <RecurrencePanel key={recurrence} id={recurrence} onClose={() => state.set({ recurrence: null })} />
      )}
      <ChargesPanel beside={beside} state={state} />
      {capabilities.includes('exchange-rates') && <RatesPanel />}
    </>
  );
  return (
    <div className="page-fill">
      <DrawerLayout drawer={drawerOf(beside, (id) => state.set({ recurrence: id }))}>
        <CardHead filters={state.filters} />
        <div className={`page ${payments.page} ${styles.page}`}>
          <CertificateNotice />
          {may ? (
            <div className={payments.duo}>
              <div>
                <CardForm onMade={setMade} />
              </div>
              <div>{lists}</div>
            </div>
          ) : (
            lists
          )}
        </div>
      </DrawerLayout>
    </div>
  );
}

function drawerOf({ open, op, close }: CardBeside, onRecurrence: (id: string) => void) {
  if (open !== null)
    return (
      <ChargeDrawer
        key={open}
        id={open}
        onClose={close}
        onRecurrence={(id) => {
          close();
          onRecurrence(id);
        }}
      />
    );
  return op === null ? undefined : <OperationDrawer key={op} id={op} onClose={close} />;
}
