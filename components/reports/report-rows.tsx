'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Status } from '#components/ui/status.tsx';
import { WaitingRows } from '#components/ui/waiting-rows.tsx';
import type { Report } from '#lib/reports/queries.ts';
import { isWorking, mayDownload } from '#lib/reports/rules.ts';
import { DownloadReport } from './download-report.tsx';
import { STATE_KINDS, useReportWords } from './report-words.ts';
import styles from './reports.module.css';

type Props = { items: readonly Report[]; onAgain: (report: Report) => void };

export function ReportRows({ items, onAgain }: Props) {
  const t = useTranslations('reports');
  return (
    <table className={`table ${styles.rows}`} aria-label={t('list.label')}>
      <Heads />
      <tbody>
        {items.map((report) => (
          <Row key={report.id} report={report} onAgain={() => onAgain(report)} />
        ))}
      </tbody>
    </table>
  );
}

function Heads() {
  const t = useTranslations('reports.columns');
  return (
    <thead>
      <tr>
        <th scope="col">{t('period')}</th>
        <th scope="col">{t('state')}</th>
        <th scope="col">{t('filter')}</th>
        <th scope="col" className="num">
          {t('rows')}
        </th>
        <th scope="col">{t('asked')}</th>
        <th scope="col">{t('file')}</th>
      </tr>
    </thead>
  );
}

function Row({ report, onAgain }: { report: Report; onAgain: () => void }) {
  const t = useTranslations('reports');
  const words = useReportWords();
  const { state, status, types, statuses, rows, createdAt, requestedBy } = report;
  const narrowed = [...types.map(words.type), ...statuses.map(words.status)].join(', ');
  return (
    <tr data-id={report.id}>
      <td data-cell="period" title={report.id}>
        <b>{words.period(report)}</b>
      </td>
      <td data-cell="state">
        <Status kind={STATE_KINDS[state]}>
          {state === 'unknown' && status !== null ? status : t(`state.${state}`)}
        </Status>
      </td>
      <td data-cell="filter" title={narrowed === '' ? undefined : narrowed}>
        {narrowed === '' ? <span className="text-ink-3">{t('everything')}</span> : narrowed}
      </td>
      <td data-cell="rows" className="num">
        {rows === null || state === 'pending' ? (
          <span className="text-ink-3">–</span>
        ) : (
          t('rows', { count: rows })
        )}
      </td>
      <td data-cell="asked">
        <Instant at={createdAt} look="minute" />{' '}
        <span className="text-ink-3">
          {requestedBy === null ? t('elsewhere') : t('by', { name: requestedBy.name })}
        </span>
      </td>
      <td data-cell="file">
        <FileCell report={report} onAgain={onAgain} />
      </td>
    </tr>
  );
}

/** The file while it is there; what to do where there is none any more. */
function FileCell({ report, onAgain }: { report: Report; onAgain: () => void }) {
  const t = useTranslations('reports');
  const { state, expiresAt } = report;
  const offered = mayDownload(state);
  return (
    <span className={styles.file}>
      {/* Always there: what it said of a file stays when the row learns that it is gone. */}
      <DownloadReport report={report} offered={offered} />
      {offered && expiresAt !== null && (
        <span className="text-xs text-ink-3">
          {t.rich('until', { when: () => <Instant at={expiresAt} look="minute" /> })}
        </span>
      )}
      {(state === 'failed' || state === 'expired') && (
        <Button size="sm" title={t(`means.${state}`)} onClick={onAgain}>
          {t('again')}
        </Button>
      )}
      {isWorking(state) && <span className="text-ink-3">–</span>}
    </span>
  );
}

export function ReportRowsWaiting() {
  const t = useTranslations('reports.list');
  return (
    <table className={`table ${styles.rows}`} aria-busy="true" aria-label={t('loading')}>
      <Heads />
      <WaitingRows lines={4} cells={6} />
    </table>
  );
}
