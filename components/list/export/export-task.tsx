'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { IconButton } from '#components/ui/icon-button.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { useFileSize } from '#components/ui/use-file-size.ts';
import { CallError } from '#lib/api/client.ts';
import type { CsvFormat } from '#lib/csv.ts';
import { partsOf } from '#lib/list/chosen.ts';
import type { ExportOf } from './csv-button.tsx';
import {
  chooseFile,
  downloadByLink,
  downloadCsv,
  fileInMemory,
  type Progress,
  savePicker,
} from './csv-download.ts';
import { ExportDialog } from './export-dialog.tsx';

type Props = ExportOf & { onRun: () => void; onEnd: () => void };
type Running = { progress: Progress; stop: () => void };

/** Asks for the file's form, then writes it: in the button's place, which goes with `onRun` and comes back with `onEnd`. */
export function ExportTask(props: Props) {
  const t = useTranslations('list.export');
  const { count, ids, masked = false, onEnd } = props;
  const [asking, setAsking] = useState(true);
  const [running, start] = useExport(props);
  const size = useFileSize();
  if (running === null)
    return asking ? (
      <ExportDialog
        count={ids?.length ?? count}
        chosen={ids !== undefined}
        masked={masked}
        onClose={onEnd}
        onExport={(format) => {
          setAsking(false);
          void start(format);
        }}
      />
    ) : null;
  const { rows, bytes } = running.progress;
  return (
    <span className="flex items-center gap-2">
      <span
        className="text-xs text-ink-2"
        role="progressbar"
        aria-label={t('button')}
        aria-valuetext={t('progress', { rows, size: size(bytes) })}
      >
        {bytes === 0 ? t('starting') : t('progress', { rows, size: size(bytes) })}
      </span>
      <IconButton icon="x" variant="plain" size="md" label={t('cancel')} onClick={running.stop} />
    </span>
  );
}

function useExport(props: Props): [Running | null, (format: CsvFormat) => Promise<void>] {
  const { url, fileName, onError, ids, onRun, onEnd } = props;
  const t = useTranslations('list.export');
  const toast = useToast();
  const size = useFileSize();
  const [running, setRunning] = useState<Running | null>(null);
  const start = async (format: CsvFormat) => {
    const from =
      ids === undefined
        ? [url({ format })]
        : partsOf(ids).map((part) => url({ format, ids: part.join(',') }));
    const [name, pick] = [fileName(), savePicker()];
    const [whole] = from;
    if (pick === null && from.length === 1 && whole !== undefined) {
      downloadByLink(whole, name);
      toast(t('begun'));
      return onEnd();
    }
    const into = pick === null ? fileInMemory(name) : await chooseFile(pick, name);
    if (into === null) return onEnd();
    const abort = new AbortController();
    let latest: Progress = { rows: 0, bytes: 0 };
    const tell = (progress: Progress) => {
      latest = progress;
      setRunning({ progress, stop: () => abort.abort() });
    };
    tell(latest);
    onRun();
    onError(null);
    try {
      const { rows, bytes } = await downloadCsv(from, into, abort.signal, tell);
      toast(t('done', { rows, size: size(bytes) }));
    } catch (error) {
      const { rows } = latest;
      if (abort.signal.aborted) toast(t('cancelled', { rows }));
      else onError(error instanceof CallError ? error : { rows });
    } finally {
      onEnd();
    }
  };
  return [running, start];
}
