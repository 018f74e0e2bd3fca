'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { IconButton } from '#components/ui/icon-button.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { useFileSize } from '#components/ui/use-file-size.ts';
import { CallError } from '#lib/api/client.ts';
import type { ExportOf } from './csv-button.tsx';
import {
  chooseFile,
  downloadByLink,
  downloadFile,
  fileInMemory,
  type Progress,
  savePicker,
} from './csv-download.ts';
import { ExportDialog, endingOf, type FileChoice } from './export-dialog.tsx';

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
        onExport={(choice) => {
          setAsking(false);
          void start(choice);
        }}
      />
    ) : null;
  const { rows, bytes } = running.progress;
  const sofar =
    rows === null ? t('progressBytes', { size: size(bytes) }) : t('progress', { rows, size: size(bytes) });
  return (
    <span className="flex items-center gap-2">
      <span className="text-xs text-ink-2" role="progressbar" aria-label={t('button')} aria-valuetext={sofar}>
        {bytes === 0 ? t('starting') : sofar}
      </span>
      <IconButton icon="x" variant="plain" size="md" label={t('cancel')} onClick={running.stop} />
    </span>
  );
}

function useExport(props: Props): [Running | null, (choice: FileChoice) => Promise<void>] {
  const { url, fileName, onError, ids, onRun, onEnd } = props;
  const t = useTranslations('list.export');
  const toast = useToast();
  const size = useFileSize();
  const [running, setRunning] = useState<Running | null>(null);
  const start = async (choice: FileChoice) => {
    const [name, pick, ending] = [fileName(choice), savePicker(), endingOf(choice)];
    if (pick === null && ids === undefined) {
      downloadByLink(url(choice), name);
      toast(t('begun'));
      return onEnd();
    }
    const into = pick === null ? fileInMemory(name, ending) : await chooseFile(pick, name, ending);
    if (into === null) return onEnd();
    const abort = new AbortController();
    let latest: Progress = { rows: ending === 'csv' ? 0 : null, bytes: 0 };
    const tell = (progress: Progress) => {
      latest = progress;
      setRunning({ progress, stop: () => abort.abort() });
    };
    tell(latest);
    onRun();
    onError(null);
    try {
      const asked = { url: url(choice), ending, ...(ids === undefined ? {} : { ids }) };
      const { rows, bytes } = await downloadFile(asked, into, abort.signal, tell);
      toast(rows === null ? t('doneBytes', { size: size(bytes) }) : t('done', { rows, size: size(bytes) }));
    } catch (error) {
      const { rows, bytes } = latest;
      if (abort.signal.aborted)
        toast(rows === null ? t('cancelledBytes', { size: size(bytes) }) : t('cancelled', { rows }));
      else onError(error instanceof CallError ? error : latest);
    } finally {
      onEnd();
    }
  };
  return [running, start];
}
