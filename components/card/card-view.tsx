'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { NewButton } from '#components/app-shell/page-head.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { useListFilters } from '#components/list/filters/use-list-filters.ts';
import { ListHead } from '#components/list/list-panel.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { RecordBody } from '#components/list/record-body.tsx';
import {
  type DrawerRoute,
  type SheetRoute,
  useRowOpens,
  useSheetRoute,
} from '#components/list/use-drawer-route.ts';
import { OperationDrawer } from '#components/operations/operation-drawer.tsx';
import { OpenPanel } from '#components/operations/operation-rows.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { DrawerLayout } from '#components/ui/drawer.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Page, PageFrame } from '#components/ui/page.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { cardChargesList } from '#lib/card/card.list.ts';
import { certificateState } from '#lib/card/certificate-term.ts';
import { cardChargesOptions, connectionOptions, rateOptions } from '#lib/card/queries.ts';
import { CARD_KINDS } from '#lib/card/rules.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { ChargesPanel } from './charges/charges-panel.tsx';
import { Convert } from './convert-form.tsx';
import { ChargeDrawer } from './detail/charge-drawer.tsx';
import { CardSheet } from './entry/card-form.tsx';
import { CardResult } from './entry/card-result.tsx';
import type { CreatedCharge } from './entry/use-card-form.ts';
import { RecurrencePanel } from './recurrence/recurrence-panel.tsx';

const USUAL = ['USD', 'EUR', 'GBP'];

/** The rate of one currency, and a converter of amounts to BRL. */
function RateRead({ code }: { code: string }) {
  return (
    <>
      <Rate code={code} />
      <Convert key={code} code={code} />
    </>
  );
}

function Rate({ code }: { code: string }) {
  const t = useTranslations('card.rates');
  const locale = useLocale() as Locale;
  const account = useSession().account.slug;
  const read = useQuery(rateOptions(account, code));
  const asWritten = (text: string | null) =>
    text === null ? '–' : locale === 'pt-BR' ? text.replace('.', ',') : text;
  return (
    <RecordBody
      read={read}
      absent={<EmptyState title={t('notFound', { code })}>{t('notFoundHint')}</EmptyState>}
    >
      {(data) => (
        <div aria-live="polite">
          <Facts
            className="mt-2"
            of={[
              {
                label: `${t('bid')} ${data.code}`,
                value: <span className="tabular-nums">R$&nbsp;{asWritten(data.bid)}</span>,
              },
              {
                label: `${t('ask')} ${data.code}`,
                value: (
                  <>
                    <span className="tabular-nums">R$&nbsp;{asWritten(data.ask)}</span>{' '}
                    <span className="text-ink-3">
                      {t('asOf', { time: formatInstant(locale, data.asOf, 'time') })}
                    </span>
                  </>
                ),
              },
            ]}
          />
        </div>
      )}
    </RecordBody>
  );
}

/** The BRL price of one unit of a currency, loaded on request; decimals are shown as received. */
function RatesPanel() {
  const t = useTranslations('card');
  const [typed, setTyped] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const wanted = typed.trim().toUpperCase();
  const codeError =
    wanted === 'BRL' ? 'currency_brl' : /^[A-Z]{3}$/.test(wanted) ? null : ('currency_code' as const);
  const read = (next: string) => {
    setTyped(next);
    setTried(false);
    setCode(next);
  };
  return (
    <Panel title={t('rates.title')} note={t('rates.note')}>
      <form
        className="grid min-w-0 grid-cols-1 gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (codeError === null) read(wanted);
        }}
      >
        <div className="flex flex-wrap items-end gap-2">
          <div className="w-40">
            <PlainField
              label={t('rates.code')}
              rule={t('rates.codeRule')}
              maxLength={3}
              mono
              value={typed}
              onChange={(next) => setTyped(next.toUpperCase())}
              error={tried && codeError !== null ? t(`faults.${codeError}`) : null}
            />
          </div>
          <Button type="submit">{t('rates.read')}</Button>
          {USUAL.map((one) => (
            <Button key={one} variant="quiet" onClick={() => read(one)}>
              {one}
            </Button>
          ))}
        </div>
      </form>
      {code !== null && <RateRead code={code} />}
    </Panel>
  );
}

/** The card page: charges, the selected recurrence, exchange rates, and the sheet for a new charge. */
export function CardView() {
  const t = useTranslations('card');
  const { slug, capabilities } = useSession().account;
  const may = useCan('charge') && capabilities.includes('card-entry');
  const route = useSheetRoute();
  const state = useListFilters({ list: cardChargesList, say: (_, word) => word });
  const list = useInfiniteQuery({
    ...cardChargesOptions(slug, state.filters),
    refetchInterval: false,
  });
  const { recurrenceId } = state.filters;
  const asks = route.sheet && may;
  useRowOpens(route.close);
  return (
    <PageFrame>
      <DrawerLayout
        room={asks ? 'sheet' : 'drawer'}
        drawer={asks ? <NewCharge route={route} /> : drawerOf(route, (id) => state.set({ recurrenceId: id }))}
      >
        <ListHead title={t('title')} query={list}>
          {may && !route.sheet && <NewButton label={t('form.title')} onPress={route.begin} />}
        </ListHead>
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
      </DrawerLayout>
    </PageFrame>
  );
}

/** The form for a new charge, with the result of the last one above it until dismissed. */
function NewCharge({ route }: { route: SheetRoute }) {
  const [created, setCreated] = useState<CreatedCharge | null>(null);
  const result = created !== null && (
    <CardResult
      key={created.operationId}
      created={created}
      onOpen={route.show}
      onClose={() => setCreated(null)}
    />
  );
  return <CardSheet onCreated={setCreated} onClose={route.close} result={result} />;
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
