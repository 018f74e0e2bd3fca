'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { chooseFile, downloadFile, savePicker } from '#components/list/export/csv-download.ts';
import { Button, IconButton } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { downloadByLink, saveBlob, useFileSize } from '#components/ui/files.ts';
import { type StatusKind, useStatusLabel } from '#components/ui/status.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { CallError, send, urlOf } from '#lib/api/client.ts';
import { type Day, formatInstant, type Locale, startOfDay } from '#lib/core/dates.ts';
import { allReports, type Report } from '#lib/reports/queries.ts';
import { daysOf, type ReportState } from '#lib/reports/rules.ts';

/** Most bytes of a file in memory when the browser cannot write to files. */
const MAX_BYTES_IN_MEMORY = 64 * 1024 * 1024;

export const STATE_KINDS: Record<ReportState, StatusKind> = {
  pending: 'idle',
  running: 'flow',
  completed: 'ok',
  failed: 'danger',
  expired: 'expired',
  unknown: 'unknown',
};

/** Labels of types, statuses and periods; unknown ones as the provider sent them. */
export function useReportLabels() {
  const t = useTranslations('reports');
  const status = useStatusLabel();
  const locale = useLocale() as Locale;
  const day = (at: Day) => formatInstant(locale, startOfDay(at), 'long-day').split(' ').slice(1).join(' ');
  return {
    type: (type: string) => (t.has(`type.${type}`) ? t(`type.${type as 'DEPOSIT'}`) : type),
    status,
    period: (report: Pick<Report, 'from' | 'to'>): string => {
      const { from, to } = daysOf(report);
      if (from === null || to === null) return t('allDays');
      return from === to ? t('one', { day: day(from) }) : t('span', { from: day(from), to: day(to) });
    },
  };
}

type Running = { bytes: number; stop: () => void };

/** Downloads the provider's file as a stream. On an error it shows a message and refetches the reports. */
export function DownloadReport({ report, offered }: { report: Report; offered: boolean }) {
  const t = useTranslations('reports.download');
  const toast = useToast();
  const size = useFileSize();
  const client = useQueryClient();
  const account = useSession().account.slug;
  const [running, setRunning] = useState<Running | null>(null);
  const [error, setError] = useState<unknown>(null);
  const label = t('label', { period: useReportLabels().period(report) });
  const start = async () => {
    const days = daysOf(report);
    const period = [days.from, days.to].filter((day) => day !== null).join('-') || report.id.slice(0, 8);
    const name = t('fileName', { account, period });
    const url = urlOf('GET /reports/{id}/download', account, { id: report.id });
    const pick = savePicker();
    const file = pick === null ? null : await chooseFile(pick, name, 'csv');
    if (pick !== null && file === null) return;
    const abort = new AbortController();
    const showProgress = (bytes: number) => setRunning({ bytes, stop: () => abort.abort() });
    showProgress(0);
    setError(null);
    try {
      if (file === null) await withoutPicker(url, name, abort.signal, () => toast(t('begun')));
      else {
        const source = { url, ending: 'csv' as const };
        const { bytes } = await downloadFile(source, file, abort.signal, (so) => showProgress(so.bytes));
        toast(t('done', { size: size(bytes) }));
      }
    } catch (thrown) {
      if (abort.signal.aborted) toast(t('stopped'));
      else setError(thrown);
      void client.invalidateQueries({ queryKey: allReports(account) });
    } finally {
      setRunning(null);
    }
  };
  if (running !== null)
    return (
      <span className="flex items-center gap-2">
        <span className="text-xs text-ink-2" role="progressbar" aria-label={label}>
          {t('progress', { size: size(running.bytes) })}
        </span>
        <IconButton icon="x" label={t('cancel')} onClick={running.stop} />
      </span>
    );
  return (
    <>
      {offered && (
        <Button size="sm" icon="download" aria-label={label} onClick={() => void start()}>
          {t('button')}
        </Button>
      )}
      {error !== null && (
        <DownloadError error={error} onClose={() => setError(null)} onRetry={() => void start()} />
      )}
    </>
  );
}

/** Reads the file first, so that an error shows before anything is saved. Larger files download by a link. */
async function withoutPicker(url: string, name: string, signal: AbortSignal, onStarted: () => void) {
  const { body } = await send(url, { signal }, true);
  const parts = body === null ? [] : await readUpTo(MAX_BYTES_IN_MEMORY, body);
  if (parts !== null) return saveBlob(new Blob(parts), name);
  downloadByLink(url, name);
  onStarted();
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Reads a body up to `most` bytes. Null: it is larger; the rest is not read. */
async function readUpTo(most: number, body: ReadableStream<Bytes>): Promise<Bytes[] | null> {
  const parts: Bytes[] = [];
  let size = 0;
  for (const reader = body.getReader(); ; ) {
    const { value, done } = await reader.read();
    if (done) return parts;
    size += value.byteLength;
    if (size > most) {
      await reader.cancel();
      return null;
    }
    parts.push(value);
  }
}

type DownloadErrorProps = { error: unknown; onClose: () => void; onRetry: () => void };

/** Why there is no file: expired, not ready, or the provider's link does not return it. */
function DownloadError({ error, onClose, onRetry }: DownloadErrorProps) {
  const t = useTranslations('reports.download');
  const fields = error instanceof CallError ? (error.problem.fields ?? []) : [];
  const codeOf = (name: string) => fields.find(({ field }) => field === name)?.message;
  const report = codeOf('report');
  const file = codeOf('file');
  if (report === 'expired' || report === 'not_ready')
    return (
      <Dialog open onClose={onClose} title={t(report)}>
        <p>{t(`${report}Hint`)}</p>
      </Dialog>
    );
  if (file === undefined && error instanceof CallError)
    return (
      <Dialog open onClose={onClose} title={t('file')}>
        <ErrorCard error={error} />
      </Dialog>
    );
  const retry = () => {
    onClose();
    onRetry();
  };
  const footer = (
    <Button variant="main" onClick={retry}>
      {t('button')}
    </Button>
  );
  const hint = file === undefined ? t('broken') : t('fileHint', { fault: file });
  return (
    <Dialog open onClose={onClose} title={t(file === 'page' ? 'page' : 'file')} footer={footer}>
      <p>{file === 'page' ? t('pageHint') : hint}</p>
    </Dialog>
  );
}
