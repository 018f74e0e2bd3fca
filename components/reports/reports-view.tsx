'use client';

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { AuditLink, NewButton, PageHead } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { ListRows } from '#components/list/list-rows.tsx';
import { QueryBody } from '#components/list/query-body.tsx';
import { OperationState } from '#components/operations/operation-state.tsx';
import { Button } from '#components/ui/button.tsx';
import { useToday } from '#components/ui/clock.tsx';
import { DrawerLayout } from '#components/ui/drawer.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Page, PageFrame } from '#components/ui/page.tsx';
import { EmptyState, Panel } from '#components/ui/panel.tsx';
import { RefreshButton } from '#components/ui/refresh-button.tsx';
import { Status } from '#components/ui/status.tsx';
import { tableColumns } from '#lib/list/list.ts';
import { openOperationsOptions } from '#lib/operations/queries.ts';
import { allReports, REPORT_KINDS, type Report, reportsOptions } from '#lib/reports/queries.ts';
import { isWorking, mayDownload, rowsOf } from '#lib/reports/rules.ts';
import { DownloadReport, STATE_KINDS, useReportLabels } from './download-report.tsx';
import { draftOf, NewReport, useReportForm } from './new-report.tsx';

const AUDITED = ['report.create.requested', 'report.download'] as const;

const COLUMNS = tableColumns({
  period: { width: 12.5, place: 'who' },
  state: { width: 8, place: 'state' },
  filter: { width: 0, grows: true, place: 'note' },
  rows: { width: 6.5, number: true, place: 'amount' },
  asked: { width: 10.5, place: 'note' },
  file: { width: 10, place: 'note' },
});

/** Opens the form with the values of a report. */
const OrderAgain = createContext<(report: Report) => void>(() => {});

function ReportCell({ row, column }: { row: Report; column: string }) {
  const t = useTranslations('reports');
  const labels = useReportLabels();
  const { state, status, types, statuses, createdAt, requestedBy } = row;
  const narrowed = [...types.map(labels.type), ...statuses.map(labels.status)].join(', ');
  const rows = rowsOf(row);
  const cells: Record<string, ReactNode> = {
    period: <b title={row.id}>{labels.period(row)}</b>,
    state: (
      <Status kind={STATE_KINDS[state]}>
        {state === 'unknown' && status !== null ? status : t(`state.${state}`)}
      </Status>
    ),
    filter: narrowed || <span className="text-ink-3">{t('everything')}</span>,
    rows:
      typeof rows === 'number' ? (
        t('rows', { count: rows })
      ) : (
        <span className="text-ink-3">{rows === null ? t('notStated') : '–'}</span>
      ),
    asked: (
      <>
        <Instant at={createdAt} variant="minute" />{' '}
        <span className="text-ink-3">
          {requestedBy === null ? t('elsewhere') : t('by', { name: requestedBy.name })}
        </span>
      </>
    ),
    file: <FileCell report={row} />,
  };
  return cells[column];
}

/** The report's file while it is available, otherwise the button to order it again. */
function FileCell({ report }: { report: Report }) {
  const again = useContext(OrderAgain);
  const t = useTranslations('reports');
  const { state, expiresAt } = report;
  const offered = mayDownload(state);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {/* Always rendered, so that its error stays when the row no longer offers the file. */}
      <DownloadReport report={report} offered={offered} />
      {offered && expiresAt !== null && (
        <span className="text-xs text-ink-3">
          {t.rich('until', { when: () => <Instant at={expiresAt} variant="minute" /> })}
        </span>
      )}
      {(state === 'failed' || state === 'expired') && (
        <Button size="sm" title={t(`means.${state}`)} onClick={() => again(report)}>
          {t('again')}
        </Button>
      )}
      {isWorking(state) && <span className="text-ink-3">–</span>}
    </span>
  );
}

/** Reports: order one, follow its creation, download its file. */
export function ReportsView() {
  const t = useTranslations('reports');
  const account = useSession().account.slug;
  const query = useInfiniteQuery(reportsOptions(account));
  const [requested, setRequested] = useState<string | null>(null);
  const today = useToday();
  const [open, setOpen] = useQueryState('open', parseAsStringLiteral(['new']));
  const close = () => void setOpen(null, { history: 'replace' });
  const begin = () => void setOpen('new', { history: 'push' });
  const form = useReportForm((operationId) => {
    setRequested(operationId);
    close();
  }, today);
  const { data, error, refetch } = query;
  const first = data?.pages[0];
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const working = items.filter(({ state }) => isWorking(state)).length;
  return (
    <PageFrame>
      <DrawerLayout
        size="sheet"
        drawer={open !== null && <NewReport form={form} working={working} onClose={close} />}
      >
        <PageHead title={t('title')} asOf={first?.asOf} live={error === null && working > 0}>
          <RefreshButton label={t('list.refresh')} onRefresh={() => refetch()} />
          {open === null && <NewButton label={t('form.title')} onPress={begin} />}
        </PageHead>
        <Page layout="stack">
          <OpenReports requested={requested} />
          <Panel
            title={t('list.title')}
            note={first?.total != null && t('list.count', { count: first.total })}
            action={<AuditLink of="report" actions={AUDITED} account={account} />}
            padded={false}
            className="overflow-hidden"
            footer={first?.listed === false ? t('list.onlyHere') : undefined}
          >
            <OrderAgain
              value={(report) => {
                form.set(draftOf(report, today));
                begin();
              }}
            >
              {/* Rows cannot be selected, because there is no action on several reports. */}
              <ListRows
                columns={COLUMNS}
                cell={ReportCell}
                labels={{
                  label: t('list.label'),
                  loading: t('list.loading'),
                  column: (name) => t(`columns.${name as 'rows'}`),
                }}
                query={query}
                empty={<EmptyState title={t('list.none')}>{t('list.noneHint')}</EmptyState>}
              />
            </OrderAgain>
          </Panel>
        </Page>
      </DrawerLayout>
    </PageFrame>
  );
}

/** Orders with an unknown outcome. `requested`: the one placed on this page, shown until its end. */
function OpenReports({ requested }: { requested: string | null }) {
  const t = useTranslations('reports.open');
  const account = useSession().account.slug;
  const client = useQueryClient();
  const query = useQuery(openOperationsOptions(account, REPORT_KINDS));
  const open = (query.data?.items ?? []).map(({ id }) => id);
  const ids = [...new Set([...(requested === null ? [] : [requested]), ...open])];
  if (ids.length === 0 && query.error === null) return null;
  const reread = () => void client.invalidateQueries({ queryKey: allReports(account) });
  return (
    <section className="grid gap-3" aria-label={t('title')}>
      <QueryBody query={query} />
      {ids.map((id) => (
        <OperationState key={id} operationId={id} onEnd={reread}>
          <p>{t('note')}</p>
        </OperationState>
      ))}
    </section>
  );
}
