'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import {
  chooseFile,
  downloadByLink,
  downloadFile,
  savePicker,
} from '#components/list/export/csv-download.ts';
import { Button, IconButton } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { saveBlob, useFileSize } from '#components/ui/files.ts';
import { useToast } from '#components/ui/toast.tsx';
import { CallError, send, urlOf } from '#lib/api/client.ts';
import { type Report, reportKeys } from '#lib/reports/queries.ts';
import { daysOf } from '#lib/reports/rules.ts';
import { useReportLabels } from './report-labels.ts';

/** Most bytes held in memory by a browser that cannot write to files. */
const MOST_HELD = 64 * 1024 * 1024;

/** The provider's file, written while it arrives; a refusal is said in words, and the row is read again. */
export function DownloadReport({ report, offered }: { report: Report; offered: boolean }) {
  const t = useTranslations('reports.download');
  const period = useReportLabels().period(report);
  const size = useFileSize();
  const { running, error, start, forget } = useDownload(report);
  if (running !== null)
    return (
      <span className="flex items-center gap-2">
        <span className="text-xs text-ink-2" role="progressbar" aria-label={t('label', { period })}>
          {t('progress', { size: size(running.bytes) })}
        </span>
        <IconButton icon="x" label={t('cancel')} onClick={running.stop} />
      </span>
    );
  return (
    <>
      {offered && (
        <Button size="sm" icon="download" aria-label={t('label', { period })} onClick={() => void start()}>
          {t('button')}
        </Button>
      )}
      {error !== null && <Fault error={error} onClose={forget} onRetry={() => void start()} />}
    </>
  );
}

type Running = { bytes: number; stop: () => void };

function useDownload({ id, from, to }: Report) {
  const t = useTranslations('reports.download');
  const toast = useToast();
  const size = useFileSize();
  const client = useQueryClient();
  const account = useSession().account.slug;
  const [running, setRunning] = useState<Running | null>(null);
  const [error, setError] = useState<unknown>(null);
  const days = daysOf({ from, to });
  const period = [days.from, days.to].filter((day) => day !== null).join('-') || id.slice(0, 8);
  const name = t('fileName', { account, period });
  const url = urlOf('GET /reports/{id}/download', account, { id });
  const start = async () => {
    const pick = savePicker();
    const file = pick === null ? null : await chooseFile(pick, name, 'csv');
    if (pick !== null && file === null) return;
    const abort = new AbortController();
    const tell = (bytes: number) => setRunning({ bytes, stop: () => abort.abort() });
    tell(0);
    setError(null);
    try {
      if (file === null) await withoutPicker(url, name, abort.signal, () => toast(t('begun')));
      else {
        const asked = { url, ending: 'csv' as const };
        const { bytes } = await downloadFile(asked, file, abort.signal, (so) => tell(so.bytes));
        toast(t('done', { size: size(bytes) }));
      }
    } catch (thrown) {
      if (abort.signal.aborted) toast(t('stopped'));
      else setError(thrown);
      void client.invalidateQueries({ queryKey: reportKeys.all(account) });
    } finally {
      setRunning(null);
    }
  };
  return { running, error, start, forget: () => setError(null) };
}

/** A refusal or a broken file is told before the browser saves anything; what is too large to hold goes by a link. */
async function withoutPicker(
  url: string,
  name: string,
  signal: AbortSignal,
  begun: () => void,
): Promise<void> {
  const { body } = await send(url, { signal }, true);
  const held = body === null ? [] : await readUpTo(MOST_HELD, body);
  if (held !== null) return saveBlob(new Blob(held), name);
  downloadByLink(url, name);
  begun();
}

/** Null where there are more bytes: the rest is not read. */
async function readUpTo(
  most: number,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>[] | null> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
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

type FaultProps = { error: unknown; onClose: () => void; onRetry: () => void };

/** Why there is no file: removed, not ready, or not where the provider says that it is. */
function Fault({ error, onClose, onRetry }: FaultProps) {
  const t = useTranslations('reports.download');
  const fields = error instanceof CallError ? (error.problem.fields ?? []) : [];
  const report = fields.find(({ field }) => field === 'report')?.message;
  const file = fields.find(({ field }) => field === 'file')?.message;
  const known = report === 'expired' || report === 'not_ready' ? report : null;
  const title = known !== null ? t(known) : t(file === 'page' ? file : 'file');
  const words =
    known !== null
      ? t(`${known}Todo`)
      : file !== undefined
        ? file === 'page'
          ? t('pageTodo')
          : t('fileTodo', { fault: file })
        : error instanceof CallError
          ? null
          : t('broken');
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        known === null && words !== null ? (
          <Button
            variant="main"
            onClick={() => {
              onClose();
              onRetry();
            }}
          >
            {t('button')}
          </Button>
        ) : undefined
      }
    >
      {words === null ? <ErrorCard error={error} /> : <p>{words}</p>}
    </Dialog>
  );
}
