'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useRef } from 'react';
import { useSearchKey } from '#components/app-shell/command-context.tsx';
import { NewButton, PageHead } from '#components/app-shell/page-head.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { type FilterState, useListFilters } from '#components/list/filters/use-list-filters.ts';
import { ListBar, ListBody, ListPage, useListPanel } from '#components/list/list-panel.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { type SheetRoute, useRowOpens, useSheetRoute } from '#components/list/use-drawer-route.ts';
import { OpenPanel } from '#components/operations/open-panel.tsx';
import { OperationDrawer } from '#components/operations/operation-drawer.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Party } from '#components/ui/data-table/cell-parts.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { Input } from '#components/ui/field.tsx';
import { Page, PageFrame } from '#components/ui/page.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { type CardFilters, cardChargesList } from '#lib/card/card.list.ts';
import { certificateState } from '#lib/card/certificate-term.ts';
import { type CardCharge, cardChargesOptions, connectionOptions } from '#lib/card/queries.ts';
import { CARD_KINDS } from '#lib/card/rules.ts';
import { clean } from '#lib/core/clean.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { cardAmountOf, PlainCell } from './card-status.tsx';
import { ChargeDrawer } from './charge-drawer.tsx';
import { CardSheet } from './entry/card-form.tsx';
import { RatesPanel } from './rates-panel.tsx';
import { RecurrencePanel } from './recurrence-panel.tsx';
import { useReasonLabels } from './use-card-change.ts';

/** The card page: charges, the selected recurrence, exchange rates, and the sheet for a new charge. */
export function CardView() {
  const t = useTranslations('card');
  const { slug, capabilities } = useSession().account;
  const may = useCan('charge') && capabilities.includes('card-entry');
  const route = useSheetRoute();
  const { open, op, close } = route;
  const state = useListFilters({ list: cardChargesList, labelOf: (_, word) => word });
  const list = useInfiniteQuery({ ...cardChargesOptions(slug, state.filters), refetchInterval: false });
  const { recurrenceId } = state.filters;
  const sheetOpen = route.sheet && may;
  useRowOpens(close);
  const showRecurrence = (id: string) => {
    close();
    state.set({ recurrenceId: id });
  };
  const operation = op === null ? undefined : <OperationDrawer key={op} id={op} onClose={close} />;
  const record =
    open === null ? (
      operation
    ) : (
      <ChargeDrawer key={open} id={open} onClose={close} onRecurrence={showRecurrence} />
    );
  return (
    <ListPage
      title={t('title')}
      query={list}
      actions={may && !route.sheet && <NewButton label={t('form.title')} onPress={route.begin} />}
      size={sheetOpen ? 'sheet' : 'drawer'}
      drawer={sheetOpen ? <CardSheet onOpen={route.show} onClose={close} /> : record}
    >
      <Page layout="stack">
        <CertificateNotice />
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
      </Page>
    </ListPage>
  );
}

/** Warns a month before the account's certificate expires, and after it; nothing works without it. */
function CertificateNotice() {
  const t = useTranslations('card.certificate');
  const locale = useLocale() as Locale;
  const { data, error, refetch } = useQuery(connectionOptions(useSession().account.slug));
  if (data === undefined && error !== null) return <ReadError error={error} onRetry={() => void refetch()} />;
  const certificate = data?.certificate ?? null;
  if (certificate === null) return null;
  const { validTo, daysLeft } = certificate;
  const state = certificateState(certificate);
  if (state === 'good') return null;
  return (
    <Callout
      tone={state === 'soon' ? 'warn' : 'danger'}
      role={state === 'soon' ? 'status' : 'alert'}
      title={t(state, { days: daysLeft ?? 0 })}
    >
      {t(`${state}Description`, { when: validTo === null ? '' : formatInstant(locale, validTo, 'long') })}
    </Callout>
  );
}

const keyOf = ({ amount, createdAt }: CardCharge, column: string) =>
  column === 'amount' ? amount : createdAt;

/** The charges, newest first, with their filters; rows stay on screen while they reload. */
function ChargesPanel({ route, state }: { route: SheetRoute; state: FilterState<CardFilters> }) {
  const t = useTranslations('card.list');
  const account = useSession().account.slug;
  const { filters } = state;
  const query = useInfiniteQuery(cardChargesOptions(account, filters));
  const table = useChargeTable();
  const first = query.data?.pages[0];
  const panel = useListPanel({ list: cardChargesList, state, query, file: t('file'), labels: table.labels });
  return (
    <Panel
      title={t('title')}
      note={first?.total != null && t('count', { count: first.total })}
      padded={false}
      action={panel.tools}
      className="overflow-clip"
    >
      <ListBar panel={panel} standing={false} before={<Find onFind={route.show} />} />
      {first?.listed === false && (
        <Callout variant="thin" title={t('onlyHere')}>
          {t('onlyHereDescription')}
        </Callout>
      )}
      <ListBody
        {...table}
        panel={panel}
        query={query}
        keyOf={keyOf}
        nameOf={({ externalId, id }) => externalId ?? id}
        amountOf={cardAmountOf}
        sums
        opening={{ open: route.open, onOpen: route.show }}
        empty={{
          read: (change) => cardChargesOptions(account, { ...filters, ...change }),
          none: { title: t('none'), hint: t('noneHint') },
        }}
      />
    </Panel>
  );
}

/** Opens a charge by its id; the drawer reports an unknown id and what else it may be. */
function Find({ onFind }: { onFind: (id: string) => void }) {
  const t = useTranslations('card.filters');
  const field = useRef<HTMLInputElement>(null);
  useSearchKey(field, t('find'));
  return (
    <form
      className="flex min-w-72 max-w-md flex-1 items-center gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        const id = clean('id', field.current?.value ?? '');
        if (id !== '') onFind(id);
      }}
    >
      <Input
        ref={field}
        icon="search"
        frameClassName="flex-1"
        autoComplete="off"
        spellCheck={false}
        maxLength={128}
        aria-label={t('find')}
        placeholder={t('find')}
      />
      <Button type="submit" size="sm">
        {t('findButton')}
      </Button>
    </form>
  );
}

function useChargeTable() {
  const t = useTranslations('card');
  return {
    columns: cardChargesList.columns,
    cell: ChargeCell,
    labels: {
      label: t('list.label'),
      loading: t('list.loading'),
      column: (name: string) => t(`columns.${name as 'time'}`),
    },
  };
}

function ChargeCell({ row, column }: { row: CardCharge; column: string }) {
  const t = useTranslations('card.list');
  const reasonLabel = useReasonLabels();
  const { customer, chargebacks, recurrenceCycle: cycle, recurrenceId } = row;
  if (column === 'who') return <Party name={customer.name ?? t('nobody')} document={customer.document} />;
  if (column !== 'why') return <PlainCell row={row} column={column} />;
  const parts = [
    chargebacks.length > 0 && t('chargeback', { count: chargebacks.length }),
    reasonLabel(row),
    cycle !== null && recurrenceId !== null && (cycle === 0 ? t('firstCycle') : t('cycle', { cycle })),
  ];
  return parts.filter((part) => part !== null && part !== false).join(' · ');
}

export function CardSkeleton() {
  const t = useTranslations('card');
  return (
    <PageFrame>
      <PageHead title={t('title')} />
      <Page>
        <Panel title={t('list.title')} padded={false}>
          <DataTable rows={undefined} {...useChargeTable()} />
        </Panel>
      </Page>
    </PageFrame>
  );
}
