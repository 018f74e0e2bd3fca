'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useListFilters } from '#components/list/filters/use-list-filters.ts';
import { ListHead } from '#components/list/list-head.tsx';
import { type Beside, useBeside } from '#components/list/use-beside.ts';
import { OpenPanel } from '#components/operations/open-panel.tsx';
import { OperationDrawer } from '#components/operations/operation-drawer.tsx';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import { useRowOpens } from '#components/shell/use-row-opens.ts';
import { DrawerLayout } from '#components/ui/drawer-layout.tsx';
import { cardChargesList } from '#lib/card/card.list.ts';
import { cardChargesOptions } from '#lib/card/queries.ts';
import { CARD_KINDS } from '#lib/card/rules.ts';
import payments from '../payments/payments.module.css';
import { CertificateNotice } from './certificate-notice.tsx';
import { ChargesPanel } from './charges/charges-panel.tsx';
import { ChargeDrawer } from './detail/charge-drawer.tsx';
import { CardForm } from './entry/card-form.tsx';
import { CardResult } from './entry/card-result.tsx';
import type { Made } from './entry/use-card-form.ts';
import { RatesPanel } from './rates-panel.tsx';
import { RecurrencePanel } from './recurrence/recurrence-panel.tsx';

/** The card's charges, a recurrence where one is looked at, the rates; the form only where the account takes cards. */
export function CardView() {
  const t = useTranslations('card');
  const { slug, capabilities } = useSession().account;
  const may = useCan('charge') && capabilities.includes('card-entry');
  const beside = useBeside();
  const state = useListFilters({ list: cardChargesList, say: (_, word) => word });
  const list = useInfiniteQuery({
    ...cardChargesOptions(slug, state.filters),
    refetchInterval: false,
  });
  const [made, setMade] = useState<Made | null>(null);
  const { recurrenceId } = state.filters;
  useRowOpens(beside.close);
  const lists = (
    <>
      {made !== null && (
        <CardResult key={made.operationId} made={made} onOpen={beside.show} onClose={() => setMade(null)} />
      )}
      <OpenPanel kinds={CARD_KINDS} beside={beside} />
      {recurrenceId !== null && (
        <RecurrencePanel
          key={recurrenceId}
          id={recurrenceId}
          onClose={() => state.set({ recurrenceId: null })}
        />
      )}
      <ChargesPanel beside={beside} state={state} />
      {capabilities.includes('exchange-rates') && <RatesPanel />}
    </>
  );
  return (
    <div className="page-fill">
      <DrawerLayout drawer={drawerOf(beside, (id) => state.set({ recurrenceId: id }))}>
        <ListHead title={t('title')} query={list} />
        <div className={`page ${payments.page}`}>
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

function drawerOf({ open, op, close }: Beside, onRecurrence: (id: string) => void) {
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
