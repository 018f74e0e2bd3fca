'use client';

import { useTranslations } from 'next-intl';
import { createContext, useContext } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Status } from '#components/ui/status.tsx';
import { tableColumns } from '#lib/list/list.ts';
import type { Report } from '#lib/reports/queries.ts';
import { isWorking, mayDownload, rowsOf } from '#lib/reports/rules.ts';
import { DownloadReport } from './download-report.tsx';
import { STATE_KINDS, useReportLabels } from './report-labels.ts';

const COLUMNS = tableColumns({
  period: { width: 12.5, place: 'who' },
  state: { width: 8, place: 'state' },
  filter: { width: 0, grows: true, place: 'note' },
  rows: { width: 6.5, number: true, place: 'amount' },
  asked: { width: 10.5, place: 'note' },
  file: { width: 10, place: 'note' },
});

/** How reports stand in a table; `again` orders one anew. */
export function useReportTable() {
  const t = useTranslations('reports');
  return {
    columns: COLUMNS,
    cell: ReportCell,
    words: {
      label: t('list.label'),
      loading: t('list.loading'),
      column: (name: string) => t(`columns.${name as 'rows'}`),
    },
  };
}

/** Orders a report like this one. */
export const OrderAgain = createContext<(report: Report) => void>(() => {});

function ReportCell({ row, column }: { row: Report; column: string }) {
  const t = useTranslations('reports');
  const words = useReportLabels();
  const { state, status, types, statuses, createdAt, requestedBy } = row;
  switch (column) {
    case 'period':
      return <b title={row.id}>{words.period(row)}</b>;
    case 'state':
      return (
        <Status kind={STATE_KINDS[state]}>
          {state === 'unknown' && status !== null ? status : t(`state.${state}`)}
        </Status>
      );
    case 'filter': {
      const narrowed = [...types.map(words.type), ...statuses.map(words.status)].join(', ');
      return narrowed === '' ? <span className="text-ink-3">{t('everything')}</span> : narrowed;
    }
    case 'rows': {
      const rows = rowsOf(row);
      if (typeof rows === 'number') return t('rows', { count: rows });
      return <span className="text-ink-3">{rows === null ? t('notStated') : '–'}</span>;
    }
    case 'asked':
      return (
        <>
          <Instant at={createdAt} variant="minute" />{' '}
          <span className="text-ink-3">
            {requestedBy === null ? t('elsewhere') : t('by', { name: requestedBy.name })}
          </span>
        </>
      );
    default:
      return <FileCell report={row} />;
  }
}

/** The file while it is there; what to do where there is none any more. */
function FileCell({ report }: { report: Report }) {
  const again = useContext(OrderAgain);
  const t = useTranslations('reports');
  const { state, expiresAt } = report;
  const offered = mayDownload(state);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {/* Always there: what it said of a file stays when the row learns that it is gone. */}
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
