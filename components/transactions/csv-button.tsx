'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useMemo, useRef, useState } from 'react';
import { usePaletteActions } from '#components/shell/command-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { CallError } from '#lib/api/client.ts';
import { chooseFile, downloadByLink, downloadCsv, type Progress, savePicker } from './csv-download.ts';

type Props = {
  /** Asked when it is pressed. */
  url: () => string;
  fileName: () => string;
  onError: (error: unknown) => void;
};
type Running = { progress: Progress; stop: () => void };

/** A list as CSV, written while it arrives, with its progress and a way to stop. */
export function CsvButton(props: Props) {
  const t = useTranslations('transactions.export');
  const [running, start] = useExport(props);
  const size = useFileSize();
  const label = t('button');
  const latestStart = useRef(start);
  latestStart.current = start;
  const run = () => void latestStart.current();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what runs is looked up when it runs
  const actions = useMemo(() => [{ id: 'export', label, icon: 'download' as const, run }], [label]);
  usePaletteActions('export', actions);
  if (running === null)
    return (
      <>
        <Button icon="download" className="max-wide:hidden" onClick={start}>
          {t('button')}
        </Button>
        <IconButton icon="download" label={t('button')} className="wide:hidden" onClick={start} />
      </>
    );
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

function useExport({ url, fileName, onError }: Props): [Running | null, () => Promise<void>] {
  const t = useTranslations('transactions.export');
  const toast = useToast();
  const size = useFileSize();
  const [running, setRunning] = useState<Running | null>(null);
  const latest = useRef<Progress>({ rows: 0, bytes: 0 });
  const start = async () => {
    const [from, name] = [url(), fileName()];
    const pick = savePicker();
    if (pick === null) {
      downloadByLink(from, name);
      return toast(t('begun'));
    }
    const file = await chooseFile(pick, name);
    if (file === null) return;
    const abort = new AbortController();
    const tell = (progress: Progress) => {
      latest.current = progress;
      setRunning({ progress, stop: () => abort.abort() });
    };
    tell({ rows: 0, bytes: 0 });
    onError(null);
    try {
      const { rows, bytes } = await downloadCsv(from, file, abort.signal, tell);
      toast(t('done', { rows, size: size(bytes) }));
    } catch (error) {
      const { rows } = latest.current;
      if (abort.signal.aborted) toast(t('cancelled', { rows }));
      else onError(error instanceof CallError ? error : { rows });
    } finally {
      setRunning(null);
    }
  };
  return [running, start];
}

/** '48 kB', '1,2 MB' in the operator's language. */
export function useFileSize(): (bytes: number) => string {
  const locale = useLocale();
  return (bytes) => {
    const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
    return new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      maximumFractionDigits: unit === 'kilobyte' ? 0 : 1,
    }).format(value);
  };
}
