'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { useListFilters } from '#components/list/filters/use-list-filters.ts';
import { ListHead } from '#components/list/list-head.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { type DrawerRoute, useDrawerRoute } from '#components/list/use-drawer-route.ts';
import { useRowOpens } from '#components/list/use-row-opens.ts';
import { OpenPanel } from '#components/operations/open-panel.tsx';
import { OperationDrawer } from '#components/operations/operation-drawer.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { DrawerLayout, FORM_BESIDE_LISTS } from '#components/ui/drawer-layout.tsx';
import { Page, PageFrame } from '#components/ui/page.tsx';
import { cardChargesList } from '#lib/card/card.list.ts';
import { certificateState } from '#lib/card/certificate-term.ts';
import { cardChargesOptions, connectionOptions } from '#lib/card/queries.ts';
import { CARD_KINDS } from '#lib/card/rules.ts';
import { formatInstant, type Locale } from '#lib/dates.ts';
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
  const route = useDrawerRoute();
  const state = useListFilters({ list: cardChargesList, say: (_, word) => word });
  const list = useInfiniteQuery({
    ...cardChargesOptions(slug, state.filters),
    refetchInterval: false,
  });
  const [made, setMade] = useState<Made | null>(null);
  const { recurrenceId } = state.filters;
  useRowOpens(route.close);
  const lists = (
    <>
      {made !== null && (
        <CardResult key={made.operationId} made={made} onOpen={route.show} onClose={() => setMade(null)} />
      )}
      <OpenPanel kinds={CARD_KINDS} route={route} />
      {recurrenceId !== null && (
        <RecurrencePanel
          key={recurrenceId}
          id={recurrenceId}
          onClose={() => state.set({ recurrenceId: null })}
        />
      )}
      <ChargesPanel route={route} state={state} />
      {capabilities.includes('exchange-rates') && <RatesPanel />}
    </>
  );
  return (
    <PageFrame>
      <DrawerLayout drawer={drawerOf(route, (id) => state.set({ recurrenceId: id }))}>
        <ListHead title={t('title')} query={list} />
        <Page layout="stack">
          <CertificateNotice />
          {may ? (
            <div className={FORM_BESIDE_LISTS}>
              <div>
                <CardForm onMade={setMade} />
              </div>
              <div>{lists}</div>
            </div>
          ) : (
            lists
          )}
        </Page>
      </DrawerLayout>
    </PageFrame>
  );
}

function drawerOf({ open, op, close }: DrawerRoute, onRecurrence: (id: string) => void) {
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

/** Without its certificate nothing of this account works: said a month ahead, and when it is too late. */
function CertificateNotice() {
  const t = useTranslations('card.certificate');
  const locale = useLocale() as Locale;
  const { data, error, refetch } = useQuery(connectionOptions(useSession().account.slug));
  if (data === undefined && error !== null) return <ReadError error={error} onRetry={() => void refetch()} />;
  const certificate = data?.certificate ?? null;
  if (certificate === null) return null;
  const { validTo, daysLeft } = certificate;
  const state = certificateState(certificate);
  if (validTo === null || daysLeft === null)
    return (
      <Callout tone="danger" role="alert" title={t('unreadable')}>
        {t('unreadableWords')}
      </Callout>
    );
  const when = formatInstant(locale, validTo, 'long');
  if (state === 'expired')
    return (
      <Callout tone="danger" role="alert" title={t('expired')}>
        {t('expiredWords', { when })}
      </Callout>
    );
  if (state !== 'soon') return null;
  return (
    <Callout tone="warn" role="status" title={t('soon', { days: daysLeft })}>
      {t('soonWords', { when })}
    </Callout>
  );
}
