'use client';

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { SettingsTabs } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { OneChip } from '#components/list/filters/filter-bar.tsx';
import { useListFilters } from '#components/list/filters/use-list-filters.ts';
import { ListBar, ListBody, ListPage, useListPanel } from '#components/list/list-panel.tsx';
import { rowsOf } from '#components/list/list-rows.tsx';
import { useOpen, useRowOpens } from '#components/list/use-drawer-route.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { useToday } from '#components/ui/clock.tsx';
import { DayRow } from '#components/ui/data-table/table-body.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Page } from '#components/ui/page.tsx';
import { Status } from '#components/ui/status.tsx';
import { call } from '#lib/api/client.ts';
import { ACTION_GROUPS } from '#lib/audit-log/actions.ts';
import { auditList } from '#lib/audit-log/audit.list.ts';
import { type AuditPage, allAudit, auditOptions, type Chain, type Entry } from '#lib/audit-log/queries.ts';
import { NONE, verifiedUntil } from '#lib/audit-log/rules.ts';
import { dayHeading, type Locale, saoPauloDay, startOfDay } from '#lib/core/dates.ts';
import { AuditCell, useActionLabels, VerifiedContext } from './audit-cell.tsx';
import { AuditDrawer } from './audit-drawer.tsx';

export function AuditView() {
  const t = useTranslations('audit');
  const state = useAuditFilters();
  const { filters } = state;
  const query = useInfiniteQuery(auditOptions(filters));
  const first = query.data?.pages[0];
  const { open, show, close } = useOpen();
  useRowOpens(close);
  const columnLabel = (name: string) => t(`column.${name as 'who'}`);
  const labels = { column: columnLabel };
  const panel = useListPanel({ list: auditList, state, query, file: t('file'), labels });
  const rows = useMemo(() => rowsOf(query.data?.pages ?? []), [query.data]);
  const actionLabel = useActionLabels();
  const dayAbove = useDays(rows, first?.asOf);
  return (
    <ListPage
      title={t('title')}
      query={query}
      actions={panel.tools}
      drawer={
        open !== null && (
          <AuditDrawer
            key={open}
            id={open}
            at={rows.findIndex(({ id }) => id === open)}
            rowAt={(index) => rows[index]}
            people={first?.people ?? []}
            onFilter={state.set}
            onOpen={show}
            onClose={close}
          />
        )
      }
    >
      <SettingsTabs />
      <Page className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 px-0 pt-0">
        <div>
          <ChainStrip chain={first?.chain} />
          <ListBar panel={panel} after={<WhoseChips state={state} people={first?.people ?? []} />}>
            {first !== undefined && (
              <span className="cap">
                {first.total === null ? t('table.many') : t('table.total', { count: first.total })}
              </span>
            )}
          </ListBar>
        </div>
        <VerifiedContext value={verifiedUntil(first?.chain.verdict ?? null)}>
          <div className="border-line-strong border-y bg-surface">
            <ListBody
              columns={auditList.columns}
              cell={AuditCell}
              panel={panel}
              labels={{
                label: t('table.label'),
                loading: t('table.loading'),
                column: (name) => (
                  <span className={name === 'chain' ? 'sr-only' : undefined}>{columnLabel(name)}</span>
                ),
              }}
              query={query}
              className="[&_td:has(>[data-chain])]:relative [&_td:has(>[data-chain])]:overflow-visible"
              waiting={12}
              opening={{ open, onOpen: show }}
              before={dayAbove}
              nameOf={({ id, action }) => t('table.entry', { id, action: actionLabel(action) })}
              empty={{ read: (change) => auditOptions({ ...auditList.none, ...change }) }}
            />
          </div>
        </VerifiedContext>
      </Page>
    </ListPage>
  );
}

/** A heading above the first entry of each day, with the number of loaded entries. */
function useDays(rows: readonly Entry[], now: string | undefined) {
  const today = startOfDay(useToday(now));
  const t = useTranslations('audit.table');
  const locale = useLocale() as Locale;
  const days = useMemo(() => Map.groupBy(rows, ({ at }) => saoPauloDay(at)), [rows]);
  return ({ id, at }: Entry) => {
    const day = saoPauloDay(at);
    const [first, ...others] = days.get(day) ?? [];
    if (first?.id !== id) return null;
    return (
      <DayRow day={day} wraps>
        <b>{dayHeading(locale, day, today)}</b>
        <span className="print:ml-2">{t('day', { count: 1 + others.length })}</span>
      </DayRow>
    );
  };
}

type Props = { state: AuditFilterState; people: AuditPage['people'] };

function WhoseChips({ state: { filters, set }, people }: Props) {
  const t = useTranslations('audit');
  const { session } = useSession();
  const persons = people.map(({ id, name }) => ({ value: id, label: name }));
  const accounts = session.accounts.map(({ slug, name }) => ({ value: slug, label: name }));
  return (
    <>
      <OneChip
        name="operator"
        value={filters.operator}
        options={[{ value: NONE, label: t('who.product') }, ...persons]}
        onChoose={(operator) => set({ operator })}
      />
      <OneChip
        name="account"
        value={filters.account}
        options={[{ value: NONE, label: t('allAccounts') }, ...accounts]}
        onChoose={(account) => set({ account })}
      />
    </>
  );
}

const ELSEWHERE: readonly string[] = ['operator', 'account'];

function useAuditFilters() {
  const t = useTranslations('audit');
  const actionLabel = useActionLabels();
  const labelOf = (name: string, word: string) => {
    if (name === 'result') return t(`result.${word as 'ok'}`);
    return t.has(`group.${word}`) ? t(`group.${word as 'money'}`) : actionLabel(word);
  };
  const state = useListFilters({ list: auditList, labelOf });
  // The filter offers groups; a single action can come only from a URL.
  const fields = state.fields
    .filter(({ name }) => !ELSEWHERE.includes(name))
    .map((field) => (field.name === 'action' ? { ...field, known: ACTION_GROUPS } : field));
  return { ...state, fields };
}
type AuditFilterState = ReturnType<typeof useAuditFilters>;

/** State of the chain at its last verification, the entries since, and the button to verify again. */
function ChainStrip({ chain }: { chain: Chain | undefined }) {
  const t = useTranslations('audit.chain');
  const client = useQueryClient();
  const verify = useMutation({
    mutationFn: () => call('POST /api/audit/verify', {}),
    // The verification itself adds an entry to the list.
    onSettled: () => client.invalidateQueries({ queryKey: allAudit }),
  });
  const running = verify.isPending || chain?.running != null;
  const verdict = chain?.verdict ?? null;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-gutter pt-3 text-ink-2" role="status">
        {chain && <Verdict chain={chain} />}
        {chain?.running != null && <span>{t('running', { count: chain.running })}</span>}
        <span className="flex-1" />
        <Button size="sm" aria-busy={running || undefined} disabled={running} onClick={() => verify.mutate()}>
          {t('verify')}
        </Button>
      </div>
      {verify.error !== null && (
        <div className="px-gutter pt-2">
          <ErrorCard error={verify.error} />
        </div>
      )}
      {verdict !== null && !verdict.intact && (
        <div className="px-gutter pt-2">
          <Callout
            tone="danger"
            role="alert"
            title={t(`cause.${verdict.cause ?? 'changed'}`, { number: verdict.firstBroken ?? 0 })}
          >
            {t('hint')}
          </Callout>
        </div>
      )}
    </>
  );
}

function Verdict({ chain: { verdict, last } }: { chain: Chain }) {
  const t = useTranslations('audit.chain');
  if (verdict === null) return <Badge icon="pending">{t('never')}</Badge>;
  const { entries, intact, firstBroken, at } = verdict;
  if (!intact)
    return (
      <Badge tone="danger" icon="octagon">
        {firstBroken === null ? t('brokenHead') : t('broken', { number: firstBroken })}
      </Badge>
    );
  return (
    <>
      <Badge tone="ok" icon="chain">
        {t('whole', { number: entries })}
      </Badge>
      <span>
        {t.rich('verified', { count: entries, time: () => <Instant key="at" at={at} variant="time" /> })}
      </span>
      {last > entries && <Status kind="idle">{t('after', { count: last - entries })}</Status>}
    </>
  );
}
